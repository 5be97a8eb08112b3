// Where a task keeps an input, and what its function gets of it.
#ifndef XOMP_TTG_TT_SLOT_H
#define XOMP_TTG_TT_SLOT_H

#include "ttg/aggregator.h"
#include "ttg/detail/context.h"
#include "ttg/util/text.h"
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace ttg::detail {

// The value that comes through the terminal of an input that is written `Input` in a TT's list.
template <class Input>
struct TerminalValue {
  using type = Input;
};
template <class T>
struct TerminalValue<const Aggregator<T>> {
  using type = const T;
};
template <class T>
struct TerminalValue<Aggregator<T>> {
  using type = const T;
};
template <class Input>
using TerminalValueOf = typename TerminalValue<Input>::type;

template <class Input, class = void>
struct Slot {  // tracked
  using V = std::remove_const_t<Input>;
  static constexpr bool is_tracked = true;
  Copy<V>* copy = nullptr;

  void put(Copy<V>* c) { copy = c; }
  // Puts the object into a task that only this thread knows.
  void put(Copy<V>* c, graph::Task* task) {
    copy = c;
    c->taker.store(task, std::memory_order_relaxed);  // copy.h says what depends on it
  }
  V& value() { return copy->value(); }
  // Called before the task runs, so that a writer gets an object that nobody else sees.
  void prepare(graph::Seat& me) {
    if constexpr (!std::is_const_v<Input>) {
      if (copy->is_alone()) return;
      if constexpr (std::is_copy_constructible_v<V>) {
        Copy<V>* const own = Copy<V>::make(me, static_cast<const V&>(copy->value()));
        drop(me);
        copy = own;
      } else {
        fail<std::logic_error>("ttg: a value of type ", demangled_type_name<V>(),
                               " is wanted by a task that changes it and by another task, but cannot be copied");
      }
    }
  }
  void drop(graph::Seat& me) {
    if (copy == nullptr) return;
    copy->taker.store(nullptr, std::memory_order_relaxed);
    std::exchange(copy, nullptr)->let_go(me);
  }
};

template <class Input>
struct Slot<Input, std::enable_if_t<std::is_void_v<Input>>> {
  static constexpr bool is_tracked = false;
  void put(Void, graph::Task* = nullptr) {}
  void prepare(graph::Seat&) {}
  void drop(graph::Seat&) {}
};

template <class Input>
struct Slot<Input, std::enable_if_t<is_inline_v<std::remove_const_t<Input>> && !is_aggregator_v<Input>>> {
  using V = std::remove_const_t<Input>;
  static constexpr bool is_tracked = false;
  Slot() {}
  alignas(V) unsigned char storage[sizeof(V)];

  void put(const V& v, graph::Task* = nullptr) { ::new (static_cast<void*>(storage)) V(v); }
  V& value() { return *std::launder(reinterpret_cast<V*>(storage)); }
  void prepare(graph::Seat&) {}
  void drop(graph::Seat&) {}
};

template <class Input>
struct Slot<Input, std::enable_if_t<is_aggregator_v<Input>>> {
  using A = std::remove_const_t<Input>;
  using T = typename A::value_type;
  static constexpr bool is_tracked = false;
  A aggregator;

  void put(Parcel<T> parcel, graph::Task* = nullptr) { aggregator.parcels().push_back(parcel); }
  A& value() { return aggregator; }
  void prepare(graph::Seat&) {}
  void drop(graph::Seat& me) {
    if constexpr (!is_inline_v<T>)
      for (Copy<T>* copy : aggregator.parcels())
        if (copy != nullptr) copy->let_go(me);
    aggregator.parcels().clear();
  }
};

// What the op's function sees of an input.
template <class Input>
struct InputRef {
  using type =
      std::conditional_t<std::is_const_v<Input> || is_aggregator_v<Input>, const std::remove_const_t<Input>&, Input&&>;
};
template <>
struct InputRef<void> {
  using type = void;
};
template <>
struct InputRef<const void> {
  using type = void;
};

template <class V>
struct ReducerSignature {
  using type = void(V&, const V&);
};
template <>
struct ReducerSignature<void> {
  using type = void();
};
template <class V>
using ReducerOf = typename ReducerSignature<V>::type;

}  // namespace ttg::detail

#endif
