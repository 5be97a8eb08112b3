// A task of a TT: its key and inputs. One that waits for several messages has more (PartialTask).
#ifndef XOMP_TTG_DETAIL_TASK_H
#define XOMP_TTG_DETAIL_TASK_H

#include "ttg/detail/slot.h"
#include "ttg/detail/table.h"
#include <cstdint>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ttg::detail {

template <class Inputs>
struct SlotsOf;
template <class... Inputs>
struct SlotsOf<typelist<Inputs...>> {
  using type = std::tuple<Slot<Inputs>...>;
};

template <class T, class Key, class Inputs>
struct TaskOf : graph::Task {
  T* tt;
  [[no_unique_address]] Key task_key;
  typename SlotsOf<Inputs>::type slots;

  TaskOf(T* owner, const Key& k) : tt(owner), task_key(k) {}
};

// In the table, under the lock of its bucket; or known to one thread only, while that one sends it inputs.
template <class T, class Key, class Inputs>
struct PartialTask : TaskOf<T, Key, Inputs> {
  std::size_t hash;
  std::uint64_t present = 0;       // bit i: input i is complete
  std::uint32_t missing;           // how many inputs are not
  StreamState* streams = nullptr;  // one for each input, if one of them is a stream

  PartialTask(T* owner, const Key& k, std::size_t h, std::uint32_t inputs)
      : TaskOf<T, Key, Inputs>(owner, k), hash(h), missing(inputs) {}
};

// Constructs a task in memory of its own. graph::Task's fields stay as the memory has them.
template <class Task, class... Args>
Task* make_task(graph::Worker& me, Args&&... args) {
  static_assert(alignof(Task) <= 64);
  graph::Task* const memory = graph::allocate(me, sizeof(Task));
  const auto owner = memory->owner;
  const auto size_class = memory->size_class;
  Task* const task = ::new (static_cast<void*>(memory)) Task(std::forward<Args>(args)...);
  task->owner = owner;
  task->size_class = size_class;
  return task;
}

template <class K>
inline constexpr bool is_trivial_key_v = std::is_trivially_destructible_v<K>;

}  // namespace ttg::detail

#endif
