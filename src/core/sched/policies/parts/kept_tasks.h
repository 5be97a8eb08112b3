// Tasks that a thread keeps to itself: those it has taken and may not run now, and under some policies those it made.
// It is a bounded deque without synchronisation. The thread that has the OwnerRole of its queues uses it, and no other.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

#include "core/task/task.h"
#include "platform/atomic.h"
#include "platform/memory.h"

namespace xomp::sched {

class KeptTasks {
 public:
  using Task = task::Task;

  explicit KeptTasks(std::uint32_t capacity) : mask_(std::bit_ceil(capacity) - 1) {}

  // Any thread may ask, because the answer is a hint.
  std::uint32_t size() const { return newest_.load(relaxed) - oldest_.load(relaxed); }
  bool empty() const { return size() == 0; }
  bool full() const { return size() > mask_; }

  void add(Task* t) {
    assert(!full());
    if (slots_ == nullptr) [[unlikely]]
      slots_ = static_cast<Task**>(platform::allocate_forever((mask_ + 1) * sizeof(Task*)));
    const std::uint32_t end = newest_.load(relaxed);
    slot(end) = t;
    newest_.store(end + 1, relaxed);
  }
  Task* take_oldest() {
    if (empty()) return nullptr;
    const std::uint32_t begin = oldest_.load(relaxed);
    oldest_.store(begin + 1, relaxed);
    return slot(begin);
  }

  // Takes the newest task that `wanted` accepts, among the `looks` newest; those after it move up.
  template <class Wanted>
  Task* take_newest(Wanted&& wanted, std::uint32_t looks) {
    const std::uint32_t begin = oldest_.load(relaxed), end = newest_.load(relaxed);
    for (std::uint32_t i = end; i != begin && looks-- != 0;) {
      Task* const t = slot(--i);
      if (!wanted(t)) continue;
      for (; i != end - 1; ++i) slot(i) = slot(i + 1);
      newest_.store(end - 1, relaxed);
      return t;
    }
    return nullptr;
  }
  // Takes the oldest task that `wanted` accepts, among the `looks` oldest; those before it move up.
  template <class Wanted>
  Task* take_oldest(Wanted&& wanted, std::uint32_t looks) {
    const std::uint32_t begin = oldest_.load(relaxed), end = newest_.load(relaxed);
    for (std::uint32_t i = begin; i != end && looks-- != 0; ++i) {
      Task* const t = slot(i);
      if (!wanted(t)) continue;
      for (; i != begin; --i) slot(i) = slot(i - 1);
      oldest_.store(begin + 1, relaxed);
      return t;
    }
    return nullptr;
  }

 private:
  Task*& slot(std::uint32_t i) const { return slots_[i & mask_]; }

  Task** slots_ = nullptr;  // made at the first task
  std::uint32_t mask_;
  atomic<std::uint32_t> oldest_{0}, newest_{0};  // modulo 2^32; the tasks are [oldest_, newest_)
};

}  // namespace xomp::sched
