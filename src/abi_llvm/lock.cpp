// __kmpc_*_lock: omp_*_lock with a source location and a thread id, neither of which is needed here.
#include <new>

#include "core/sync/lock_word.h"
#include "core/team/current_task.h"

using xomp::sync::LockWord;
using xomp::sync::NestLock;
using xomp::team::current_owner;

struct ident;

#pragma GCC visibility push(default)
extern "C" {

void __kmpc_init_lock(ident*, int, void* lock) { new (lock) LockWord; }
void __kmpc_init_lock_with_hint(ident*, int, void* lock, unsigned long) { new (lock) LockWord; }
void __kmpc_destroy_lock(ident*, int, void*) {}
void __kmpc_set_lock(ident*, int, LockWord* lock) { lock->lock(); }
void __kmpc_unset_lock(ident*, int, LockWord* lock) { lock->unlock(); }
int __kmpc_test_lock(ident*, int, LockWord* lock) { return lock->try_lock() ? 1 : 0; }

void __kmpc_init_nest_lock(ident*, int, void* lock) { new (lock) NestLock; }
void __kmpc_init_nest_lock_with_hint(ident*, int, void* lock, unsigned long) { new (lock) NestLock; }
void __kmpc_destroy_nest_lock(ident*, int, void*) {}
void __kmpc_set_nest_lock(ident*, int, NestLock* lock) { lock->lock(current_owner()); }
void __kmpc_unset_nest_lock(ident*, int, NestLock* lock) { lock->unlock(); }
int __kmpc_test_nest_lock(ident*, int, NestLock* lock) { return lock->try_lock(current_owner()); }

}  // extern "C"
#pragma GCC visibility pop
