// Strassen's product of matrices with groups of xomp.h.
#include "../with_native.h"
// After the library's header.
#include "forks.h"
