// 0/1 knapsack with xomp.h.
#include "../with_native.h"
// After the library's header.
#include "forks.h"
