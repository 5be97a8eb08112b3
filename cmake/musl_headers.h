// Included first in every source by cmake/musl.cmake. libstdc++'s headers of a glibc machine were set up for glibc: this says what musl
// has not. musl's own libstdc++ (Alpine's) needs none of it.
#define __GLIBC_PREREQ(major, minor) 0
#define __locale_t locale_t
#include <bits/c++config.h>
#undef _GLIBCXX_USE_PTHREAD_COND_CLOCKWAIT
#undef _GLIBCXX_USE_PTHREAD_MUTEX_CLOCKLOCK
#undef _GLIBCXX_USE_PTHREAD_RWLOCK_CLOCKLOCK
