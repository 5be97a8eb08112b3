// __kmpc_critical and its end. The storage is 32 zeroed bytes, of which the first 8 are used.
#include "abi_llvm/place.h"
#include "core/api/sync.h"
#include "core/api/watch_mutex.h"

using namespace xomp::api;

using Ident = xomp::abi_llvm::Ident;

#pragma GCC visibility push(default)
extern "C" {

void __kmpc_critical(Ident* loc, int, CriticalStorage* storage) {
  LockWord& lock = storage->lock();
  if (may_be_watched()) [[unlikely]]
    return watched_acquire({ompt_mutex_critical, &lock, xomp::abi_llvm::here(loc).address},
                           [&lock] { lock.lock_in_program(); });
  lock.lock_in_program();
}
void __kmpc_critical_with_hint(Ident* loc, int, CriticalStorage* storage, unsigned hint) {
  LockWord& lock = storage->lock();
  if (may_be_watched()) [[unlikely]]
    return watched_acquire({ompt_mutex_critical, &lock, xomp::abi_llvm::here(loc).address, hint},
                           [&lock] { lock.lock_in_program(); });
  lock.lock_in_program();
}
void __kmpc_end_critical(Ident*, int, CriticalStorage* storage) {
  LockWord& lock = storage->lock();
  if (may_be_watched()) [[unlikely]]
    return watched_release({ompt_mutex_critical, &lock, here().address}, [&lock] { lock.unlock(); });
  lock.unlock();
}

}  // extern "C"
#pragma GCC visibility pop
