// What threads without tasks do for front ends that get something from outside of the process, such as messages: they
// look for it.
//
// OUTSIDE-1: one thread at a time calls looks, and none calls a look after remove() has returned.
//   `lock_` is held around the calls and around each change of the list. A thread that would look only tries the lock,
//   because its holder looks. While all threads sleep or are at work, the watchdog calls the looks that are watched now and then.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>

#include "core/graph/layout.h"
#include "platform/atomic.h"
#include "platform/short_lock.h"

namespace xomp::graph {

class Outside {
 public:
  static constexpr std::uint32_t kLooks = kGroups;  // at a time

  // `is_watched` says that the watchdog calls this look, too. Returns false if there are kLooks looks already.
  bool add(Step step, void* argument, bool is_watched) {
    const platform::ShortGuard guard(lock_);
    const std::uint32_t n = count_.load(relaxed);  // under the lock
    if (n == kLooks) return false;
    looks_[n] = {step, argument, is_watched};
    count_watched(is_watched ? 1 : 0);
    count_.store(n + 1, relaxed);  // read as a hint without the lock
    return true;
  }
  // Must not be called from inside of a look, because it takes the lock that is held then.
  void remove(Step step, void* argument) {
    const platform::ShortGuard guard(lock_);       // [OUTSIDE-1]
    const std::uint32_t n = count_.load(relaxed);  // under the lock
    for (std::uint32_t i = 0; i < n; ++i)
      if (looks_[i].step == step && looks_[i].argument == argument) {
        count_watched(looks_[i].is_watched ? -1 : 0);
        looks_[i] = looks_[n - 1];
        return count_.store(n - 1, relaxed);  // as in add()
      }
  }
  // Hints; look() sees the list under the lock.
  bool is_empty() const { return count_.load(relaxed) == 0; }
  bool has_watched() const { return watched_.load(relaxed) != 0; }

  // Returns what the looks have found. It is nothing, too, if another thread looks now.
  StepResult look(bool by_watchdog = false) {
    if (is_empty() || !lock_.try_lock()) return StepResult::nothing;  // [OUTSIDE-1]
    StepResult found = StepResult::nothing;
    for (std::uint32_t i = 0; i < count_.load(relaxed); ++i) {  // under the lock
      if (by_watchdog && !looks_[i].is_watched) continue;
      const StepResult one = looks_[i].step(looks_[i].argument);
      if (one == StepResult::progress || (one == StepResult::under_way && found == StepResult::nothing)) found = one;
    }
    lock_.unlock();
    return found;
  }

  // In fork()'s child: the other ends of what its parent looks at are the parent's.
  void forget() { new (this) Outside; }

 private:
  struct Look {
    Step step;
    void* argument;
    bool is_watched;
  };

  void count_watched(int by) { watched_.store(watched_.load(relaxed) + by, relaxed); }  // under the lock

  platform::ShortLock lock_;
  atomic<std::uint32_t> count_{0};  // [OUTSIDE-1] written under the lock
  atomic<int> watched_{0};          // so many of them are watched; written under the lock
  Look looks_[kLooks] = {};         // [OUTSIDE-1] under the lock
};

// Says how long a thread sleeps between two looks. It has a limit, because what comes from outside wakes nobody.
class OutsideTimedWait {
 public:
  std::uint64_t next_ns() {
    const std::uint64_t ns = ns_;
    ns_ = std::min(2 * ns_, kLongest_ns);
    return ns;
  }
  void restart() { ns_ = kFirst_ns; }

 private:
  static constexpr std::uint64_t kFirst_ns = 20'000, kLongest_ns = 500'000;
  std::uint64_t ns_ = kFirst_ns;
};

}  // namespace xomp::graph
