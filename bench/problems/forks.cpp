// The program of a problem that has forks.h, with the library whose header XOMP_FORKS_WITH names.
#include XOMP_FORKS_WITH
// After the library's header.
#include "forks.h"
