// A task of a TT: its key and inputs. One that waits for several messages has more (PartialTask).
#ifndef XOMP_TTG_TT_TASK_H
#define XOMP_TTG_TT_TASK_H

#include "ttg/detail/table.h"
#include "ttg/tt/streams.h"
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

// In the table, under the lock of its bucket; or known to one thread only, while that one sends it inputs. Its further
// fields lie in words of the header that are free until the task is ready. So a small one fits into a cache line, and
// there may be millions.
template <class T, class Key, class Inputs>
struct PartialTask : TaskOf<T, Key, Inputs> {
  PartialTask(T* owner, const Key& k, std::uint32_t inputs) : TaskOf<T, Key, Inputs>(owner, k) {
    this->child = nullptr;
    this->run = nullptr;
    this->priority = static_cast<std::int32_t>(inputs);
  }

  std::size_t hash() const { return reinterpret_cast<std::size_t>(this->next); }
  void set_hash(std::size_t hash) { this->next = reinterpret_cast<graph::Task*>(hash); }
  // Bit i: input i is complete.
  std::uint64_t present() const { return reinterpret_cast<std::uintptr_t>(this->child); }
  bool is_present(std::size_t i) const { return (present() >> i & 1) != 0; }
  bool is_complete() const { return this->priority == 0; }
  void note_present(std::size_t i) {
    this->child = reinterpret_cast<graph::Task*>(present() | std::uint64_t{1} << i);
    --this->priority;  // how many inputs are missing
  }
  // Set while the task is in the table: one state for each input, if one of them is a stream.
  StreamState* streams() const { return reinterpret_cast<StreamState*>(this->run); }
  void set_streams(StreamState* streams) {
    this->run = reinterpret_cast<void (*)(graph::Seat&, graph::Task*)>(streams);
  }
};

// Constructs a task in memory of its own. graph::Task's fields stay as the memory has them.
template <class Task, class... Args>
Task* make_task(graph::Seat& me, Args&&... args) {
  static_assert(alignof(Task) <= 64);
  graph::Task* const memory = graph::allocate(me, sizeof(Task));
  const auto owner = memory->owner;
  const auto size_class = memory->size_class;
  Task* const task = ::new (static_cast<void*>(memory)) Task(std::forward<Args>(args)...);
  task->owner = owner;
  task->size_class = size_class;
  return task;
}

}  // namespace ttg::detail

#endif
