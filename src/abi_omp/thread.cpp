// The thread's number, the size of its team, and how many threads there may be. Compiled code asks for the number and
// the count in every static loop.
#include <algorithm>
#include <climits>

#include "abi_omp/names.h"
#include "core/api/icv.h"
#include "core/api/machine.h"
#include "core/api/region.h"

using namespace xomp;
using namespace xomp::abi_omp;

XOMP_EXPORT int omp_get_thread_num() { return api::thread_number(api::self()); }
XOMP_EXPORT int omp_get_num_threads() { return api::team_size(api::self()); }
XOMP_EXPORT int omp_get_max_threads() { return api::current_icv().nthreads; }
XOMP_EXPORT int omp_in_parallel() { return api::active_level(api::self()) > 0; }

// Follows the program's own sched_setaffinity; where the runtime binds threads, a thread's mask is its place.
XOMP_EXPORT int omp_get_num_procs() {
  return api::moves_threads() ? api::usable_processors() : api::usable_processors_now();
}

XOMP_EXPORT int omp_get_dynamic() { return api::current_icv().dynamic; }
XOMP_EXPORT int omp_get_cancellation() { return api::settled_global_icv().cancellation; }

XOMP_EXPORT int omp_get_thread_limit() {
  const int limit = api::current_icv().thread_limit;
  return limit >= api::kMaxThreads ? INT_MAX : limit;
}

XOMP_EXPORT void omp_set_num_threads(int count) {
  api::set_current(&api::TaskIcv::nthreads, std::max(count, 1));
  api::set_current(&api::TaskIcv::nthreads_asked, true);
}

XOMP_EXPORT void omp_set_dynamic(int dynamic) { api::set_current(&api::TaskIcv::dynamic, dynamic != 0); }

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
