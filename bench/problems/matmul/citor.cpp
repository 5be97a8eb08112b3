// The product by citor, whose fork and join takes functions as that of forks.h does.
#include "../with_citor.h"
// After the library's header.
#include "forks.h"
