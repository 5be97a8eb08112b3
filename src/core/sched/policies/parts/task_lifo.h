// The queue of the policies ll and llp: a list through the tasks themselves, newest first or by priority. FLOOR-1
// (core/sched/engine.h) holds: a task that may not run goes back before its equals.
#pragma once

#include "core/queue/priority_lifo.h"
#include "core/sched/policies/parts/own_queues.h"
#include "core/sched/policies/parts/task_access.h"

namespace xomp::sched {

inline constexpr Parameter kTaskLifoParameters[] = {
    {"queue", "tasks that a thread may have deferred; more run at once", Unit::count, 1, 1'000'000, 2048},
};

template <queue::Arrange arrange>
class TaskLifo {
 public:
  static constexpr Victims kVictims = Victims::nearest_first;
  static constexpr bool kByPriority = arrange == queue::Arrange::by_priority;

  bool push(Task* t) {
    if (size() >= most_) return false;
    if (!lifo_.push(t)) return false;
    ++put_;
    return true;
  }
  Task* pop() {
    Task* const t = lifo_.pop();
    if (t != nullptr) ++taken_;
    return t;
  }
  template <class Accept>
  Task* steal(Accept&& accept) {
    Task* const t = lifo_.steal(accept);
    if (t != nullptr) stolen_.fetch_add(1, relaxed);  // see size
    return t;
  }
  // An upper bound: a theft that is not seen yet makes it too large.
  int size() const { return static_cast<int>(put_ - taken_ - stolen_.load(relaxed)); }
  bool looks_empty() const { return lifo_.looks_empty(); }
  void forget_others() { lifo_.forget_others(); }

 private:
  queue::PriorityLifo<Task, TaskAccess, arrange> lifo_;
  // The owner's.
  const int most_ = count_parameter(0);
  std::uint32_t put_ = 0, taken_ = 0;  // modulo 2^32
  // Written by thieves, read by the owner.
  alignas(platform::cache_line) atomic<std::uint32_t> stolen_{0};
};

}  // namespace xomp::sched
