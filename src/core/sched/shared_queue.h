// A team's queue for tasks that have no place in a thread's queue: prioritised tasks, tasks taken by a thread that may
// not run them, tasks made ready by a thread outside the team, and tasks for which a queue has no room. The highest
// priority comes first; among equals it is first in, first out. A lock guards it, and only its users pay.
#pragma once

#include <climits>
#include <cstdint>

#include "core/task/task.h"
#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::sched {

class alignas(platform::cache_line) SharedQueue {
 public:
  using Task = task::Task;

  void put(Task* task, std::int32_t priority);  // any thread

  // Takes the first task that `allowed(task)` accepts, or returns nullptr; gives up after `looks` tasks that it does
  // not accept. Any thread.
  template <class Allowed>
  Task* take(Allowed&& allowed, int looks = INT_MAX) {
    if (looks_empty()) return nullptr;
    Guard guard(*this);
    return take_locked(allowed, looks);
  }
  // As take(), but it does not wait for another thread that has the lock: then `looked` is false. Any thread.
  struct Look {
    Task* task;
    bool looked;
  };
  template <class Allowed>
  Look try_take(Allowed&& allowed, int looks) {
    if (looks_empty() || busy_.load(relaxed) || busy_.exchange(true, acquire)) return {nullptr, false};  // hints
    Task* const found = take_locked(allowed, looks);
    busy_.store(false, release);
    return {found, true};
  }

  // A hint, which is exact for the thread that put last. Any thread.
  bool looks_empty() const { return count_.load(acquire) == 0; }
  // How many tasks have been put so far, modulo 2^32; a hint. Any thread.
  std::uint32_t puts() const { return puts_.load(relaxed); }

  void unlock_after_fork() { busy_.store(false, relaxed); }

 private:
  struct Guard {
    explicit Guard(SharedQueue& q) : queue(q) { queue.lock(); }
    ~Guard() { queue.busy_.store(false, release); }
    SharedQueue& queue;
  };
  void lock();
  void insert(Task* task);
  Task* pop_root();

  template <class Allowed>
  Task* take_locked(Allowed& allowed, int looks) {
    Task* found = take_prioritised(allowed, looks);
    if (found == nullptr) found = take_plain(allowed, looks);
    if (found == nullptr) return nullptr;
    count_.store(count_.load(relaxed) - 1, relaxed);  // under the lock
    found->saved_floor = task::kNoFloor;
    return found;
  }

  template <class Allowed>
  Task* take_prioritised(Allowed& allowed, int& looks) {
    Task* rejected = nullptr;
    Task* found = nullptr;
    while (root_ != nullptr && looks-- > 0) {
      Task* t = pop_root();
      if (allowed(t)) {
        found = t;
        break;
      }
      t->next = rejected;
      rejected = t;
    }
    while (rejected != nullptr) {
      Task* t = rejected;
      rejected = t->next;
      insert(t);
    }
    return found;
  }

  template <class Allowed>
  Task* take_plain(Allowed& allowed, int& looks) {
    Task* before = nullptr;
    for (Task* t = first_; t != nullptr && looks-- > 0; before = t, t = t->next) {
      if (!allowed(t)) continue;
      Task* const rest = t->next;
      if (before != nullptr) before->next = rest;
      else first_ = rest;
      if (last_ == t) last_ = before;
      return t;
    }
    return nullptr;
  }

  // All threads read these two at each look. They are apart from what only its users touch. All is written under busy_.
  atomic<std::uint32_t> count_{0};
  atomic<std::uint32_t> puts_{0};

  alignas(platform::cache_line) atomic<bool> busy_{false};
  Task* root_ = nullptr;   // prioritised tasks: a skew heap by (priority, order of arrival)
  Task* first_ = nullptr;  // tasks without a priority: a list, as millions may become ready at once
  Task* last_ = nullptr;
};

}  // namespace xomp::sched
