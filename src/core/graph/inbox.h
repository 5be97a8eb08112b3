// Tasks that other threads submit to a view, first in, first out. They lie in blocks of pointers, so that a thread
// takes many at once and need not look at each task, whose line lies in another processor's cache. A lock is held for a
// few instructions.
//
// VIEW-5: a task from outside wakes no thread while one that is awake looks here again and again, the looker. All of it
//   is under the lock: put() says whether there is a looker once the task is here, and stop_looking() says whether
//   tasks are here once there is no looker. The looker calls stop_looking() when it has found a task, here or
//   elsewhere, before it runs the task, and before it gets up. If tasks are here then, it calls a thread for them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>

#include "core/graph/blocks.h"
#include "core/graph/layout.h"
#include "platform/atomic.h"
#include "platform/short_lock.h"

namespace xomp::graph {

class Inbox {
 public:
  static constexpr std::uint32_t kMost = 64;  // that one thread takes at once

  bool looks_empty() const { return count_.load(relaxed) == 0; }  // a hint, rechecked under the lock

  // Puts the task here. Returns true if there is a looker, who must find it.
  bool put(Task* task) {
    const platform::ShortGuard guard(lock_);
    if (last_ == nullptr || end_ == Tasks::kTasks) add_block();
    last_->tasks[end_++] = task;
    count_.store(count_.load(relaxed) + 1, relaxed);  // under the lock, as below
    return has_looker_.load(relaxed);                 // [VIEW-5]
  }
  // Takes the oldest tasks: a fair part of them, because `sharers` threads want some. Returns how many.
  std::uint32_t take_some(Task* (&some)[kMost], std::uint32_t sharers) {
    if (looks_empty()) return 0;
    const platform::ShortGuard guard(lock_);
    const std::uint64_t there = count_.load(relaxed);
    if (there == 0) return 0;
    const std::uint64_t part = sharers == 1 ? there : there / (std::uint64_t{2} * sharers) + 1;
    const auto n = static_cast<std::uint32_t>(std::min<std::uint64_t>(kMost, part));
    count_.store(there - n, relaxed);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (begin_ == Tasks::kTasks) leave_block();
      some[i] = first_->tasks[begin_++];
    }
    if (there == n) begin_ = end_ = 0;  // one block is left, and it is empty
    return n;
  }
  bool has_looker() const { return has_looker_.load(relaxed); }  // a hint
  // Returns false if another thread is the looker.
  bool start_looking() {
    if (has_looker()) return false;
    const platform::ShortGuard guard(lock_);
    if (has_looker()) return false;  // under the lock
    has_looker_.store(true, relaxed);
    return true;
  }
  // [VIEW-5] Says whether tasks are here. Called by the looker.
  bool stop_looking() {
    const platform::ShortGuard guard(lock_);
    has_looker_.store(false, relaxed);
    return count_.load(relaxed) != 0;
  }
  void forget() { new (this) Inbox; }  // in fork()'s child: as made

 private:
  using Tasks = Block<255>;  // linked from the oldest to the newest

  [[gnu::noinline, gnu::cold]] void add_block() {
    Tasks* const block = blocks_.take("the inbox of an executor");
    block->link = nullptr;
    if (last_ == nullptr) first_ = block;
    else last_->link = block;
    last_ = block;
    end_ = 0;
  }
  [[gnu::noinline, gnu::cold]] void leave_block() {
    Tasks* const block = first_;
    first_ = block->link;
    begin_ = 0;
    blocks_.leave(block);
  }

  platform::ShortLock lock_;
  atomic<bool> has_looker_{false};     // [VIEW-5] written under the lock
  std::uint32_t begin_ = 0, end_ = 0;  // in the first block and in the last one; under the lock
  atomic<std::uint64_t> count_{0};     // written under the lock
  // Used under the lock.
  Tasks* first_ = nullptr;
  Tasks* last_ = nullptr;
  Blocks<Tasks> blocks_;
};

}  // namespace xomp::graph
