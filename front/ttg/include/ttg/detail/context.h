// What the running task is, for the functions that it calls without naming its terminals.
#ifndef XOMP_TTG_DETAIL_CONTEXT_H
#define XOMP_TTG_DETAIL_CONTEXT_H

#include "ttg/detail/own_input.h"
#include "ttg/detail/table.h"
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ttg {

class TTBase;
class TerminalBase;

namespace detail {

// Tasks that wait for more inputs, of which the running task has sent all so far. Nobody else knows of them.
//
// The newest one may get all of its inputs from the running task, and then needs no table. The others are on their way to
// their tables: the memory that they need there is asked for first, and others are sent meanwhile. A task's `run` says
// how it is published.
class Unpublished {
 public:
  graph::Task* newest = nullptr;
  const void* newest_tt = nullptr;  // of `newest`

  bool is_empty() const { return newest == nullptr && first_ == end_; }
  // The newest one goes to its table now.
  void publish_newest(graph::Seat& me) {
    graph::Task* const task = std::exchange(newest, nullptr);
    task->run(me, task);
  }
  // The task goes to its table soon; the oldest one now, if there are many.
  void delay(graph::Seat& me, graph::Task* task, const TableBase& table, std::size_t hash) {
    table.prefetch_bucket(hash);
    delayed_[end_++ % kMost] = {task, &table, hash};
    if (end_ - first_ > kHalf) {
      const Delayed& middle = delayed_[(end_ - 1 - kHalf) % kMost];
      middle.table->prefetch_node(middle.hash);
    }
    if (end_ - first_ == kMost) publish_oldest(me);
  }
  // All go to their tables. It may throw; then some are left.
  void publish_all(graph::Seat& me) {
    while (first_ != end_) publish_oldest(me);
    if (newest != nullptr) publish_newest(me);
  }

 private:
  static constexpr std::uint32_t kMost = 32, kHalf = 16;
  struct Delayed {
    graph::Task* task;
    const TableBase* table;
    std::size_t hash;
  };
  void publish_oldest(graph::Seat& me) {
    graph::Task* const task = delayed_[first_++ % kMost].task;
    task->run(me, task);
  }

  std::uint32_t first_ = 0, end_ = 0;
  Delayed delayed_[kMost];  // [first_, end_), written as far as that
};

// The memory of tasks that there are a million of. It comes back in any order, and lies far from the processor when it is
// wanted again, each piece known only from the one before. So a task that ends is told, in a word that nobody needs any more,
// which one of the same thread's memory ended some tasks earlier: that one's turn comes as many tasks after its own. Hints; the
// calling thread's only.
class Ended {
 public:
  void note(graph::Task* task) {
    Some& some = of_owner_[task->owner % kOwners];
    task->child = std::exchange(some.last[some.count++ % kAhead], task);
  }
  // `fresh`: memory that was taken for a task and not written yet.
  static void prefetch_after(const graph::Task* fresh) {
    if (fresh->child != nullptr) prefetch_to_write(fresh->child);
  }

 private:
  static constexpr std::uint32_t kAhead = 8, kOwners = 4;
  struct Some {
    graph::Task* last[kAhead];
    std::uint32_t count;
  };
  Some of_owner_[kOwners] = {};
};
inline thread_local constinit Ended ended;

struct Context {
  TTBase* tt = nullptr;
  const std::vector<TerminalBase*>* outputs = nullptr;
  OwnInput* inputs = nullptr;
  std::size_t input_count = 0;
  Unpublished unpublished;

  template <class V>
  OwnInput* find(const V& value) {
    for (std::size_t i = 0; i < input_count; ++i)
      if (inputs[i].address == std::addressof(value) && inputs[i].type == &input_type<V>) return &inputs[i];
    return nullptr;
  }
};

inline thread_local constinit Context* context = nullptr;

// What stands for a value that is an object already: Ptr, persistent().
template <class U>
inline constexpr bool is_handle_v = requires { typename std::remove_cvref_t<U>::handle_of; };
template <class U>
struct SentType {
  using type = std::decay_t<U>;
};
template <class U>
  requires is_handle_v<U>
struct SentType<U> {
  using type = typename std::remove_cvref_t<U>::handle_of;
};
template <class U>
using SentTypeOf = typename SentType<U>::type;

// The message for `value`, for `holders` takers.
template <class V, class U>
Parcel<V> parcel_of(graph::Seat& me, U&& value, int holders = 1) {
  if constexpr (is_inline_v<V> && is_handle_v<U>) {
    return value.parcel(me);
  } else if constexpr (is_inline_v<V>) {
    return static_cast<V>(std::forward<U>(value));
  } else if constexpr (is_handle_v<U>) {
    const Parcel<V> parcel = value.parcel(me);
    if (holders > 1) parcel->hold(holders - 1);
    return parcel;
  } else {
    if constexpr (std::is_same_v<std::remove_cvref_t<U>, V>) {
      OwnInput* const own = context == nullptr ? nullptr : context->find<V>(value);
      if (own != nullptr) return object_of_input<V>(me, *own, std::forward<U>(value), holders);
    }
    return new_object<V>(me, std::forward<U>(value), holders);
  }
}

// What one of several holders passes on.
template <class V>
Parcel<V> drop_parcel(graph::Seat& me, Parcel<V> parcel) {
  if constexpr (!std::is_void_v<V> && !is_inline_v<V>) parcel->let_go(me);
  return parcel;
}

// A value for several takers. Where a map of the program's throws, the delivery in which it does has let go of the value, and those that
// were still to come are let go of here.
template <class V>
class Shared {
 public:
  Shared(graph::Seat& me, Parcel<V> parcel, std::size_t takers) : me_(me), parcel_(parcel), left_(takers) {}
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() {
    for (; left_ > 0; --left_) drop_parcel<V>(me_, parcel_);
  }
  const Parcel<V>& parcel() const { return parcel_; }
  // For the next taker.
  Parcel<V> next() {
    --left_;
    return parcel_;
  }

 private:
  graph::Seat& me_;
  const Parcel<V> parcel_;
  std::size_t left_;
};

}  // namespace detail

}  // namespace ttg

#endif
