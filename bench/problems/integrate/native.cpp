// The area with XOMP's xomp.h.
#include "../with_native.h"
// After the library's header.
#include "forks.h"
