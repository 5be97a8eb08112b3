// A lock for what takes a few instructions and is rarely wanted by two threads at once. Nobody sleeps: a thread that
// waits polls, then yields. So the lock also serves for what takes long but happens once.
#pragma once

#include "platform/atomic.h"
#include "platform/cpu.h"
#include "platform/thread.h"

namespace xomp::platform {

class ShortLock {
 public:
  void lock() {
    for (int i = 0; busy_.exchange(true, acquire); ++i) {
      if (i < 64) {
        cpu_relax();
      } else {
        yield_processor();  // the holder may be descheduled
      }
    }
  }
  bool try_lock() { return !busy_.load(relaxed) && !busy_.exchange(true, acquire); }  // the load is a hint
  // Called by the holder; in fork()'s child by its only thread, whoever held it.
  void unlock() { busy_.store(false, release); }

 private:
  atomic<bool> busy_{false};
};

// Holds a lock as long as it lives.
class ShortGuard {
 public:
  explicit ShortGuard(ShortLock& lock) : lock_(lock) { lock_.lock(); }
  ~ShortGuard() { lock_.unlock(); }
  ShortGuard(const ShortGuard&) = delete;
  ShortGuard& operator=(const ShortGuard&) = delete;

 private:
  ShortLock& lock_;
};

}  // namespace xomp::platform
