// Elapsed time.
#include "abi_omp/names.h"
#include "platform/clock.h"

using namespace xomp;

XOMP_EXPORT double omp_get_wtime() { return static_cast<double>(platform::now_ns()) * 1e-9; }
XOMP_EXPORT double omp_get_wtick() { return 1e-9; }  // what now_ns counts in

// ---- other names ----

XOMP_ALSO(omp_get_wtime_, omp_get_wtime);
XOMP_ALSO(omp_get_wtick_, omp_get_wtick);
