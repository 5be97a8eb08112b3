// The routines that compiled code and programs call most: who am I, how many are we.
#include "platform/export.h"
#include "core/team/team.h"

using namespace xomp;

XOMP_EXPORT int omp_get_thread_num() { return team::self().thread->number; }
XOMP_EXPORT int omp_get_num_threads() { return team::self().thread->team->size; }
XOMP_EXPORT int omp_get_max_threads() { return team::icv_of(team::self()).nthreads; }
XOMP_EXPORT int omp_in_parallel() { return team::team_of(team::self()).active_level > 0; }
