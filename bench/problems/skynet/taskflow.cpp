// The tree with Taskflow's task groups.
#include "../with_taskflow.h"
// After the library's header.
#include "forks.h"
