// Fast Fourier transform with invoke of xomp.h.
#include "../with_native.h"
// After the library's header.
#include "forks.h"
