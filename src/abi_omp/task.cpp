// What the calling task is, and events that detached tasks wait for.
#include "core/api/task.h"

#include "abi_omp/names.h"
#include "core/api/icv.h"
#include "core/api/region.h"

using namespace xomp;

XOMP_EXPORT int omp_in_final() { return api::self().current->has(task::kFinal); }
XOMP_EXPORT int omp_in_explicit_task() { return !api::self().current->has(task::kImplicit); }
XOMP_EXPORT int omp_get_max_task_priority() { return api::settled_global_icv().max_task_priority; }

// From any thread, also one that OpenMP does not know.
XOMP_EXPORT void omp_fulfill_event(task::EventHandle event) { sched::fulfill_event(api::self(), event); }

// ---- other names ----

XOMP_ALSO(omp_in_final_, omp_in_final);
XOMP_ALSO(omp_in_explicit_task_, omp_in_explicit_task);
XOMP_ALSO(omp_get_max_task_priority_, omp_get_max_task_priority);
XOMP_ALSO(omp_fulfill_event_, omp_fulfill_event);  // Fortran passes the handle by value, too
