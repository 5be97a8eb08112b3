// Strassen's product of matrices with std::async.
#include "../with_threads.h"
// After the library's header.
#include "forks.h"
