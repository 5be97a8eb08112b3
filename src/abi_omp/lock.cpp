// omp_*_lock and omp_*_nest_lock for C and Fortran. gcc's omp_lock_t has 4 bytes, clang's 8; gcc's nest lock 16,
// clang's and gfortran's 8: ours use the first 4 and 8. Zeroed memory is a free lock. Hints change nothing.
#include "core/api/watched_lock.h"

using namespace xomp;
using api::here;
using api::LockWord;
using api::NestLock;

#pragma GCC visibility push(default)
extern "C" {

// ---- simple locks ----

void omp_init_lock(void* lock) { api::init_lock(lock, 0, here()); }
void omp_init_lock_with_hint(void* lock, int hint) { api::init_lock(lock, static_cast<unsigned>(hint), here()); }
void omp_destroy_lock(void* lock) { api::destroy_lock(lock, here()); }
void omp_set_lock(LockWord* lock) { api::set_lock(lock, here()); }
void omp_unset_lock(LockWord* lock) { api::unset_lock(lock, here()); }
int omp_test_lock(LockWord* lock) { return api::test_lock(lock, here()) ? 1 : 0; }

void omp_init_lock_(void* lock) { api::init_lock(lock, 0, here()); }
void omp_init_lock_with_hint_(void* lock, const int* hint) {
  api::init_lock(lock, static_cast<unsigned>(*hint), here());
}
void omp_destroy_lock_(void* lock) { api::destroy_lock(lock, here()); }
void omp_set_lock_(LockWord* lock) { api::set_lock(lock, here()); }
void omp_unset_lock_(LockWord* lock) { api::unset_lock(lock, here()); }
int omp_test_lock_(LockWord* lock) { return api::test_lock(lock, here()) ? 1 : 0; }

// ---- nest locks ----

void omp_init_nest_lock(void* lock) { api::init_nest_lock(lock, 0, here()); }
void omp_init_nest_lock_with_hint(void* lock, int hint) {
  api::init_nest_lock(lock, static_cast<unsigned>(hint), here());
}
void omp_destroy_nest_lock(void* lock) { api::destroy_nest_lock(lock, here()); }
void omp_set_nest_lock(NestLock* lock) { api::set_nest_lock(lock, here()); }
void omp_unset_nest_lock(NestLock* lock) { api::unset_nest_lock(lock, here()); }
int omp_test_nest_lock(NestLock* lock) { return api::test_nest_lock(lock, here()); }

void omp_init_nest_lock_(void* lock) { api::init_nest_lock(lock, 0, here()); }
void omp_init_nest_lock_with_hint_(void* lock, const int* hint) {
  api::init_nest_lock(lock, static_cast<unsigned>(*hint), here());
}
void omp_destroy_nest_lock_(void* lock) { api::destroy_nest_lock(lock, here()); }
void omp_set_nest_lock_(NestLock* lock) { api::set_nest_lock(lock, here()); }
void omp_unset_nest_lock_(NestLock* lock) { api::unset_nest_lock(lock, here()); }
int omp_test_nest_lock_(NestLock* lock) { return api::test_nest_lock(lock, here()); }

}  // extern "C"
#pragma GCC visibility pop
