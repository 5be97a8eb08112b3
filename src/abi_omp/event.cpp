// omp_fulfill_event: from any thread, also one that OpenMP does not know. The handle is the task.
#include "core/sched/scheduler.h"
#include "core/team/roots.h"
#include "core/team/team.h"
#include "platform/export.h"

using namespace xomp;

XOMP_EXPORT void omp_fulfill_event(void* event) { sched::fulfill_event(team::self(), static_cast<task::Task*>(event)); }

// Fortran passes the handle by value, too.
XOMP_EXPORT void omp_fulfill_event_(void* event) { omp_fulfill_event(event); }
