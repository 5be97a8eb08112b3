// The running task of the calling thread, for functions that a task calls without naming its terminals.
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

// Tasks that wait for more inputs, of which the running task has sent all so far. So no other thread knows them.
//
// The newest one may get all of its inputs from the running task, and then needs no table. The others are on their way
// to their tables. Each is delayed, so that the memory which it needs there can be fetched while others are sent. A
// task's `run` says how it is published.
class Unpublished {
 public:
  graph::Task* newest = nullptr;
  const void* newest_tt = nullptr;  // of `newest`

  bool is_empty() const { return newest == nullptr && first_ == end_; }
  // Puts the newest task into its table now.
  void publish_newest(graph::Seat& me) {
    graph::Task* const task = std::exchange(newest, nullptr);
    task->run(me, task);
  }
  // The task goes to its table soon. If there are many, the oldest one goes now.
  void delay(graph::Seat& me, graph::Task* task, const TableBase& table, std::size_t hash) {
    table.prefetch_bucket(hash);
    delayed_[end_++ % kMost] = {task, &table, hash};
    if (end_ - first_ > kHalf) {
      const Delayed& middle = delayed_[(end_ - 1 - kHalf) % kMost];
      middle.table->prefetch_node(middle.hash);
    }
    if (end_ - first_ == kMost) publish_oldest(me);
  }
  // Puts all of them into their tables. If it throws, some are left.
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

// Prefetches the memory of tasks where there are a million. Such memory comes back in any order and lies far from the
// processor when it is wanted again, and each piece is known only from the one before. So a task that ends gets a hint,
// in a word that is no longer needed: which task of the same thread's memory ended some tasks earlier. That one's turn
// comes as many tasks after its own. Used by the calling thread only.
class Ended {
 public:
  void note(graph::Task* task) {
    Some& some = of_owner_[task->owner % kOwners];
    task->child = std::exchange(some.last[some.count++ % kAhead], task);
  }
  // `fresh` is memory that was taken for a task and not written yet.
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

// Types that stand for a value which is an object already: Ptr, persistent().
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

// Makes the message for `value`, which `holders` takers hold.
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

// Lets go of a value for one of several holders.
template <class V>
Parcel<V> drop_parcel(graph::Seat& me, Parcel<V> parcel) {
  if constexpr (!std::is_void_v<V> && !is_inline_v<V>) parcel->let_go(me);
  return parcel;
}

// A value for several takers. If a map of the program throws, the delivery in which it throws has let go of the value
// already. The destructor lets go of it for the takers that were still to come.
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
  // Returns the value for the next taker.
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
