// __kmpc_*_lock: omp_*_lock with a source location and a thread id, neither of which is needed here.
#include "core/api/watched_lock.h"

using namespace xomp;
using api::here;
using api::LockWord;
using api::NestLock;

struct ident;

#pragma GCC visibility push(default)
extern "C" {

void __kmpc_init_lock(ident*, int, void* lock) { api::init_lock(lock, 0, here()); }
void __kmpc_init_lock_with_hint(ident*, int, void* lock, unsigned long hint) {
  api::init_lock(lock, static_cast<unsigned>(hint), here());
}
void __kmpc_destroy_lock(ident*, int, void* lock) { api::destroy_lock(lock, here()); }
void __kmpc_set_lock(ident*, int, LockWord* lock) { api::set_lock(lock, here()); }
void __kmpc_unset_lock(ident*, int, LockWord* lock) { api::unset_lock(lock, here()); }
int __kmpc_test_lock(ident*, int, LockWord* lock) { return api::test_lock(lock, here()) ? 1 : 0; }

void __kmpc_init_nest_lock(ident*, int, void* lock) { api::init_nest_lock(lock, 0, here()); }
void __kmpc_init_nest_lock_with_hint(ident*, int, void* lock, unsigned long hint) {
  api::init_nest_lock(lock, static_cast<unsigned>(hint), here());
}
void __kmpc_destroy_nest_lock(ident*, int, void* lock) { api::destroy_nest_lock(lock, here()); }
void __kmpc_set_nest_lock(ident*, int, NestLock* lock) { api::set_nest_lock(lock, here()); }
void __kmpc_unset_nest_lock(ident*, int, NestLock* lock) { api::unset_nest_lock(lock, here()); }
int __kmpc_test_nest_lock(ident*, int, NestLock* lock) { return api::test_nest_lock(lock, here()); }

}  // extern "C"
#pragma GCC visibility pop
