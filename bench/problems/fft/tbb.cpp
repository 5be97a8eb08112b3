// Fast Fourier transform with oneTBB's parallel_invoke.
#include "../with_tbb.h"
// After the library's header.
#include "forks.h"
