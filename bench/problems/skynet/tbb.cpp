// The tree with oneTBB's task_group.
#include "../with_tbb.h"
// After the library's header.
#include "forks.h"
