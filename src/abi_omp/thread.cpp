// Who am I, how many are we, how many may we be. Compiled code asks for the number and the count in every static loop.
#include <algorithm>
#include <climits>

#include "abi_omp/current_icv.h"
#include "abi_omp/names.h"
#include "topology/processors.h"

using namespace xomp;
using namespace xomp::abi_omp;

XOMP_EXPORT int omp_get_thread_num() { return team::self().thread->number; }
XOMP_EXPORT int omp_get_num_threads() { return team::self().thread->team->size; }
XOMP_EXPORT int omp_get_max_threads() { return current_icv().nthreads; }
XOMP_EXPORT int omp_in_parallel() { return team::team_of(team::self()).active_level > 0; }

// Follows the program's own sched_setaffinity; where the runtime binds threads, a thread's mask is its place.
XOMP_EXPORT int omp_get_num_procs() {
  return team::moves_threads() ? topology::usable_processors() : topology::usable_processors_now();
}

XOMP_EXPORT int omp_get_dynamic() { return current_icv().dynamic; }
XOMP_EXPORT int omp_get_cancellation() { return settled_global().cancellation; }

XOMP_EXPORT int omp_get_thread_limit() {
  const int limit = current_icv().thread_limit;
  return limit >= icv::kMaxThreads ? INT_MAX : limit;
}

XOMP_EXPORT void omp_set_num_threads(int count) {
  set_current(&icv::TaskIcv::nthreads, std::max(count, 1));
  set_current(&icv::TaskIcv::nthreads_asked, true);
}

XOMP_EXPORT void omp_set_dynamic(int dynamic) { set_current(&icv::TaskIcv::dynamic, dynamic != 0); }

// ---- other names ----

XOMP_ALSO(omp_get_thread_num_, omp_get_thread_num);
XOMP_ALSO(omp_get_num_threads_, omp_get_num_threads);
XOMP_ALSO(omp_get_max_threads_, omp_get_max_threads);
XOMP_ALSO(omp_in_parallel_, omp_in_parallel);
XOMP_ALSO(omp_get_num_procs_, omp_get_num_procs);
XOMP_ALSO(omp_get_dynamic_, omp_get_dynamic);
XOMP_ALSO(omp_get_cancellation_, omp_get_cancellation);
XOMP_ALSO(omp_get_thread_limit_, omp_get_thread_limit);
XOMP_ALSO(ompc_set_num_threads, omp_set_num_threads);
XOMP_ALSO(ompc_set_dynamic, omp_set_dynamic);

XOMP_EXPORT void omp_set_num_threads_(const std::int32_t* count) { omp_set_num_threads(value_of(count)); }
XOMP_EXPORT void omp_set_num_threads_8_(const std::int64_t* count) { omp_set_num_threads(value_of(count)); }
XOMP_EXPORT void omp_set_dynamic_(const std::int32_t* dynamic) { omp_set_dynamic(*dynamic != 0); }
XOMP_EXPORT void omp_set_dynamic_8_(const std::int64_t* dynamic) { omp_set_dynamic(*dynamic != 0); }
