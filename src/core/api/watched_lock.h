// omp_lock_t and omp_nest_lock_t for both ABIs' entries: what they do, and what a tool hears of it. `from`: where the
// program has called.
#pragma once

#include <new>

#include "core/api/sync.h"
#include "core/api/watch_mutex.h"

namespace xomp::api {

// ---- simple locks ----

inline void init_lock(void* lock, unsigned hint, Call from) {
  new (lock) LockWord;
  if (may_be_watched()) [[unlikely]]
    watch_lock_init({ompt_mutex_lock, lock, from.address, hint});
}
inline void destroy_lock(void* lock, Call from) {
  if (may_be_watched()) [[unlikely]]
    watch_lock_destroy({ompt_mutex_lock, lock, from.address});
}
inline void set_lock(LockWord* lock, Call from) {
  if (may_be_watched()) [[unlikely]]
    return watched_acquire({ompt_mutex_lock, lock, from.address}, [lock] { lock->lock_in_program(); });
  lock->lock_in_program();
}
inline void unset_lock(LockWord* lock, Call from) {
  if (may_be_watched()) [[unlikely]]
    return watched_release({ompt_mutex_lock, lock, from.address}, [lock] { lock->unlock(); });
  lock->unlock();
}
inline bool test_lock(LockWord* lock, Call from) {
  if (may_be_watched()) [[unlikely]]
    return watched_try({ompt_mutex_test_lock, lock, from.address}, [lock] { return lock->try_lock(); });
  return lock->try_lock();
}

// ---- nest locks ----

inline void init_nest_lock(void* lock, unsigned hint, Call from) {
  new (lock) NestLock;
  if (may_be_watched()) [[unlikely]]
    watch_lock_init({ompt_mutex_nest_lock, lock, from.address, hint});
}
inline void destroy_nest_lock(void* lock, Call from) {
  if (may_be_watched()) [[unlikely]]
    watch_lock_destroy({ompt_mutex_nest_lock, lock, from.address});
}

[[gnu::cold, gnu::noinline]] inline void set_watched(NestLock* lock, const Mutex& mutex) {
  if (!find_tool()) return lock->lock(current_owner());
  const NestOwner owner = current_owner();
  std::int32_t count;
  {
    const WatchedAcquisition waiting(mutex);
    count = lock->lock_and_count(owner);
  }
  if (count == 1) watch_acquired(mutex);
  else watch_nesting(mutex, ompt_scope_begin);
}
[[gnu::cold, gnu::noinline]] inline void unset_watched(NestLock* lock, const Mutex& mutex) {
  if (trace::is_recording()) trace::mark_release(mutex.id());
  const bool is_last = lock->unlock();
  if (!find_tool()) return;
  if (is_last) watch_released(mutex);
  else watch_nesting(mutex, ompt_scope_end);
}
[[gnu::cold, gnu::noinline]] inline std::int32_t test_watched(NestLock* lock, const Mutex& mutex) {
  if (!find_tool()) return lock->try_lock(current_owner());
  const NestOwner owner = current_owner();
  std::int32_t count;
  {
    const WatchedAcquisition waiting(mutex);
    count = lock->try_lock(owner);
  }
  if (count == 1) watch_acquired(mutex);
  else if (count > 1) watch_nesting(mutex, ompt_scope_begin);
  return count;
}

inline void set_nest_lock(NestLock* lock, Call from) {
  if (may_be_watched()) [[unlikely]]
    return set_watched(lock, {ompt_mutex_nest_lock, lock, from.address});
  lock->lock(current_owner());
}
inline void unset_nest_lock(NestLock* lock, Call from) {
  if (may_be_watched()) [[unlikely]]
    return unset_watched(lock, {ompt_mutex_nest_lock, lock, from.address});
  lock->unlock();
}
inline std::int32_t test_nest_lock(NestLock* lock, Call from) {
  if (may_be_watched()) [[unlikely]]
    return test_watched(lock, {ompt_mutex_test_nest_lock, lock, from.address});
  return lock->try_lock(current_owner());
}

}  // namespace xomp::api
