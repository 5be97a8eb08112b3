// Fibonacci numbers with std::async, which needs a cut-off.
#include "../with_threads.h"
// After the library's header.
#include "forks.h"
