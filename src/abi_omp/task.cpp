// What the calling task is, and events that detached tasks wait for.
#include "core/api/task.h"

#include "abi_omp/names.h"
#include "core/api/icv.h"
#include "core/api/region.h"

using namespace xomp;

XOMP_EXPORT int omp_in_final() { return api::self().current->has(task::kFinal); }
XOMP_EXPORT int omp_in_explicit_task() { return !api::self().current->has(task::kImplicit); }
// The threads of a team alone execute its tasks, also those of threadset(omp_pool), so no thread ever is a free agent.
XOMP_EXPORT int omp_is_free_agent() { return 0; }
XOMP_EXPORT int omp_ancestor_is_free_agent(int) { return 0; }
XOMP_EXPORT int omp_get_max_task_priority() { return api::settled_global_icv().max_task_priority; }

// From any thread, also one that OpenMP does not know.
XOMP_EXPORT void omp_fulfill_event(task::EventHandle event) { sched::fulfill_event(api::self(), event); }

// ---- other names ----

XOMP_ALSO(omp_in_final_, omp_in_final);
XOMP_ALSO(omp_in_explicit_task_, omp_in_explicit_task);
XOMP_ALSO(omp_get_max_task_priority_, omp_get_max_task_priority);
XOMP_ALSO(omp_is_free_agent_, omp_is_free_agent);
XOMP_EXPORT int omp_ancestor_is_free_agent_(const std::int32_t* level) { return omp_ancestor_is_free_agent(*level); }
XOMP_ALSO(omp_fulfill_event_, omp_fulfill_event);  // Fortran passes the handle by value, too
