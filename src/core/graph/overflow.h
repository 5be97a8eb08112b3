// Tasks for which a thread's deque has no room, newest first. They lie in blocks of pointers, so that the thread that
// takes one can prefetch the next ones: there may be a million, and each has left the caches. The lock is held for a
// few instructions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>

#include "core/graph/blocks.h"
#include "core/graph/layout.h"
#include "platform/atomic.h"
#include "platform/cpu.h"
#include "platform/short_lock.h"

namespace xomp::graph {

class Overflow {
 public:
  std::uint64_t size() const { return count_.load(relaxed); }  // a hint, rechecked under the lock
  bool looks_empty() const { return size() == 0; }

  void put(Task* task) {
    const platform::ShortGuard guard(lock_);
    if (top_ == nullptr || used_ == Tasks::kTasks) add_block();
    top_->tasks[used_++] = task;
    count_.store(count_.load(relaxed) + 1, relaxed);  // under the lock
  }
  Task* take() {
    if (looks_empty()) return nullptr;
    const platform::ShortGuard guard(lock_);
    if (count_.load(relaxed) == 0) return nullptr;  // under the lock, as below
    count_.store(count_.load(relaxed) - 1, relaxed);
    Task* const task = top_->tasks[--used_];
    if (used_ >= kAhead) platform::prefetch(top_->tasks[used_ - kAhead]);
    if (used_ == 0) leave_block();
    return task;
  }
  // Takes half of the tasks, but at most so many. Returns how many.
  std::uint32_t take_some(Task** some, std::uint32_t most) {
    if (looks_empty()) return 0;
    const platform::ShortGuard guard(lock_);
    const std::uint64_t there = count_.load(relaxed);  // under the lock, as below
    const auto n = static_cast<std::uint32_t>(std::min<std::uint64_t>(most, (there + 1) / 2));
    count_.store(there - n, relaxed);
    for (std::uint32_t i = 0; i < n; ++i) {
      some[i] = top_->tasks[--used_];
      platform::prefetch(some[i]);
      if (used_ == 0) leave_block();
    }
    return n;
  }
  void forget() { new (this) Overflow; }  // in fork()'s child: as made

 private:
  static constexpr std::uint32_t kAhead = 6;
  using Tasks = Block<511>;  // linked from the newest to the oldest

  [[gnu::noinline, gnu::cold]] void add_block() {
    Tasks* const block = blocks_.take("the queue of a graph's tasks");
    block->link = top_;
    top_ = block;
    used_ = 0;
  }
  [[gnu::noinline, gnu::cold]] void leave_block() {
    Tasks* const block = top_;
    top_ = block->link;
    used_ = top_ == nullptr ? 0 : Tasks::kTasks;
    blocks_.leave(block);
  }

  platform::ShortLock lock_;
  atomic<std::uint64_t> count_{0};  // written under the lock
  // Used under the lock.
  Tasks* top_ = nullptr;
  Blocks<Tasks> blocks_;
  std::uint32_t used_ = 0;  // tasks of the top block
};

}  // namespace xomp::graph
