// A team's queue for tasks that have no place in a thread's deque: prioritised tasks, tasks taken by a thread that may
// not run them, tasks made ready by a thread outside the team. Highest priority first, then first in first out.
// Guarded by a lock; only its users pay.
#pragma once

#include <climits>
#include <cstdint>

#include "core/task/task.h"
#include "platform/atomic.h"

namespace xomp::sched {

class SharedQueue {
 public:
  void put(task::Task* task, std::int32_t priority);  // any thread

  // The first task that `allowed(task)` accepts, or nullptr; gives up after `looks` that it did not. Any thread.
  template <class Allowed>
  task::Task* take(Allowed&& allowed, int looks = INT_MAX) {
    if (looks_empty()) return nullptr;
    Guard guard(*this);
    task::Task* rejected = nullptr;
    task::Task* found = nullptr;
    while (root_ != nullptr && looks-- > 0) {
      task::Task* t = pop_root();
      if (allowed(t)) {
        found = t;
        break;
      }
      t->next = rejected;
      rejected = t;
    }
    while (rejected != nullptr) {
      task::Task* t = rejected;
      rejected = t->next;
      insert(t);
    }
    if (found != nullptr) count_.store(count_.load(relaxed) - 1, relaxed);  // under the lock
    return found;
  }

  // Hint, exact for the thread that put last. Any thread.
  bool looks_empty() const { return count_.load(acquire) == 0; }

  void unlock_after_fork() { busy_.store(false, relaxed); }

 private:
  struct Guard {
    explicit Guard(SharedQueue& q) : queue(q) { queue.lock(); }
    ~Guard() { queue.busy_.store(false, release); }
    SharedQueue& queue;
  };
  void lock();
  void insert(task::Task* task);
  task::Task* pop_root();

  // A skew heap by (priority, order of arrival); all under busy_.
  atomic<bool> busy_{false};
  atomic<std::uint32_t> count_{0};
  std::uint32_t arrivals_ = 0;
  task::Task* root_ = nullptr;
};

}  // namespace xomp::sched
