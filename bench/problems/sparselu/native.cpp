// LU factors of a sparse matrix with groups of xomp.h.
#include "../with_native.h"
// After the library's header.
#include "forks.h"
