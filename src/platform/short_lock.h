// A lock for what takes a few instructions and is rarely wanted by two threads at once. Nobody sleeps: a thread that
// waits polls, then yields. So the lock also serves for what takes long but happens once.
// fork()'s child finds every lock free, whoever held it, because it has another number than its parent. What a lock guards may be half
// changed there. So the child makes that anew, or the thread that forks holds the lock across fork(): docs/waits.md says which.
#pragma once

#include <cstdint>

#include "platform/atomic.h"
#include "platform/cpu.h"
#include "platform/thread.h"

namespace xomp::platform {

class ShortLock {
 public:
  void lock() {
    for (int i = 0; !try_take(); ++i) {
      if (i < 64) {
        cpu_relax();
      } else {
        yield_processor();  // the holder may be descheduled
      }
    }
  }
  bool try_lock() { return holder_.load(relaxed) != process_ && try_take(); }  // the load is a hint
  void unlock() { holder_.store(0, release); }

  // In fork()'s child, before all else.
  static void free_all() { ++process_; }

 private:
  bool try_take() { return holder_.exchange(process_, acquire) != process_; }

  inline static constinit std::uint32_t process_ =
      1;                             // how many forks led here, plus 1; written while there is one thread
  atomic<std::uint32_t> holder_{0};  // the process_ of the holder
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
