// omp_*_lock and omp_*_nest_lock for C and Fortran. gcc's omp_lock_t has 4 bytes, clang's 8; gcc's nest lock 16,
// clang's and gfortran's 8: ours use the first 4 and 8. Zeroed memory is a free lock. Hints change nothing.
#include <new>

#include "core/sync/lock_word.h"
#include "core/team/current_task.h"

using xomp::sync::LockWord;
using xomp::sync::NestLock;
using xomp::team::current_owner;

#pragma GCC visibility push(default)
extern "C" {

// ---- simple locks ----

void omp_init_lock(void* lock) { new (lock) LockWord; }
void omp_init_lock_with_hint(void* lock, int) { new (lock) LockWord; }
void omp_destroy_lock(void*) {}
void omp_set_lock(LockWord* lock) { lock->lock(); }
void omp_unset_lock(LockWord* lock) { lock->unlock(); }
int omp_test_lock(LockWord* lock) { return lock->try_lock() ? 1 : 0; }

void omp_init_lock_(void* lock) { new (lock) LockWord; }
void omp_init_lock_with_hint_(void* lock, const int*) { new (lock) LockWord; }
void omp_destroy_lock_(void*) {}
void omp_set_lock_(LockWord* lock) { lock->lock(); }
void omp_unset_lock_(LockWord* lock) { lock->unlock(); }
int omp_test_lock_(LockWord* lock) { return lock->try_lock() ? 1 : 0; }

// ---- nest locks ----

void omp_init_nest_lock(void* lock) { new (lock) NestLock; }
void omp_init_nest_lock_with_hint(void* lock, int) { new (lock) NestLock; }
void omp_destroy_nest_lock(void*) {}
void omp_set_nest_lock(NestLock* lock) { lock->lock(current_owner()); }
void omp_unset_nest_lock(NestLock* lock) { lock->unlock(); }
int omp_test_nest_lock(NestLock* lock) { return lock->try_lock(current_owner()); }

void omp_init_nest_lock_(void* lock) { new (lock) NestLock; }
void omp_init_nest_lock_with_hint_(void* lock, const int*) { new (lock) NestLock; }
void omp_destroy_nest_lock_(void*) {}
void omp_set_nest_lock_(NestLock* lock) { lock->lock(current_owner()); }
void omp_unset_nest_lock_(NestLock* lock) { lock->unlock(); }
int omp_test_nest_lock_(NestLock* lock) { return lock->try_lock(current_owner()); }

}  // extern "C"
#pragma GCC visibility pop
