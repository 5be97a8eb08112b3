// Where the work-stealing queues were before, and the queue with priorities that programs for Taskflow 3.3 to 3.7 use.
#pragma once

#include <array>
#include <utility>

#include "../utility/math.hpp"
#include "wsq.hpp"

namespace tf {

// An unbounded queue for each priority; 0 is the most urgent one. The owner pushes and pops, any thread steals.
template <typename T, unsigned MaxPriority = 3>
class TaskQueue {
  static_assert(MaxPriority > 0, "a queue needs at least one priority");
  static_assert(std::is_pointer_v<T>, "the items are pointers");

 public:
  // `capacity`: for how many items of each priority there is room at first; a power of two.
  explicit TaskQueue(std::int64_t capacity = 512)
      : TaskQueue(static_cast<std::int64_t>(floor_log2(next_pow2(static_cast<std::uint64_t>(capacity)))),
                  std::make_integer_sequence<unsigned, MaxPriority>()) {}

  bool empty() const noexcept { return size() == 0; }
  bool empty(unsigned priority) const noexcept { return queues_[priority].empty(); }
  std::size_t size() const noexcept {
    return sum([](const Queue& q) { return q.size(); });
  }
  std::size_t size(unsigned priority) const noexcept { return queues_[priority].size(); }
  std::int64_t capacity() const noexcept {
    return static_cast<std::int64_t>(sum([](const Queue& q) { return q.capacity(); }));
  }
  std::int64_t capacity(unsigned priority) const noexcept {
    return static_cast<std::int64_t>(queues_[priority].capacity());
  }

  void push(T item, unsigned priority = 0) { queues_[priority].push(item); }
  // Takes one of the most urgent items, or one of the given priority. Returns nullptr if there is none.
  T pop() {
    return first([](Queue& q) { return q.pop(); });
  }
  T pop(unsigned priority) { return queues_[priority].pop(); }
  // Returns nullptr also if another thread was quicker.
  T steal() {
    return first([](Queue& q) { return q.steal(); });
  }
  T steal(unsigned priority) { return queues_[priority].steal(); }

 private:
  using Queue = UnboundedWSQ<T>;

  template <unsigned... priorities>
  TaskQueue(std::int64_t log_size, std::integer_sequence<unsigned, priorities...>)
      : queues_{((void)priorities, Queue(log_size))...} {}

  template <typename Count>
  std::size_t sum(Count&& count) const {
    std::size_t n = 0;
    for (const Queue& q : queues_) n += count(q);
    return n;
  }
  template <typename Take>
  T first(Take&& take_from) {
    for (Queue& q : queues_)
      if (T const item = take_from(q)) return item;
    return nullptr;
  }

  std::array<Queue, MaxPriority> queues_;
};

}  // namespace tf
