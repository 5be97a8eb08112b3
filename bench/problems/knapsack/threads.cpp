// 0/1 knapsack with std::async, which only starts a thread where a processor is free.
#include "../with_threads.h"
// After the library's header.
#include "forks.h"
