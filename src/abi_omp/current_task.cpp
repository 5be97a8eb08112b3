// What the calling task is.
#include "abi_omp/current_icv.h"
#include "abi_omp/names.h"

using namespace xomp;

XOMP_EXPORT int omp_in_final() { return team::self().current->has(task::kFinal); }
XOMP_EXPORT int omp_in_explicit_task() { return !team::self().current->has(task::kImplicit); }
XOMP_EXPORT int omp_get_max_task_priority() { return abi_omp::settled_global().max_task_priority; }

// ---- other names ----

XOMP_ALSO(omp_in_final_, omp_in_final);
XOMP_ALSO(omp_in_explicit_task_, omp_in_explicit_task);
XOMP_ALSO(omp_get_max_task_priority_, omp_get_max_task_priority);
