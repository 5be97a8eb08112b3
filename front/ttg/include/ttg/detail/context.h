// What the running task is, for the functions that it calls without naming its terminals.
#ifndef XOMP_TTG_DETAIL_CONTEXT_H
#define XOMP_TTG_DETAIL_CONTEXT_H

#include "ttg/detail/copy.h"
#include "ttg/util/demangle.h"
#include <memory>
#include <stdexcept>
#include <vector>

namespace ttg {

class TTBase;
class TerminalBase;

namespace detail {

// An input of the running task that is an object of its own.
struct OwnInput {
  const void* address;
  CopyBase* copy;  // nullptr: the task has sent it on
  bool writes;
};

struct Context {
  TTBase* tt = nullptr;
  const std::vector<TerminalBase*>* outputs = nullptr;
  OwnInput* inputs = nullptr;
  std::size_t input_count = 0;
  // A task that waits for more inputs, of which this one has sent all so far. Nobody else knows of it.
  const void* pending_tt = nullptr;
  void* pending = nullptr;
  void (*publish)(graph::Worker&, Context&) = nullptr;
  // How many tasks in a row have not got all their inputs from this one: then it is not worth while.
  int unsuccessful = 0;

  OwnInput* find(const void* address) {
    for (std::size_t i = 0; i < input_count; ++i)
      if (inputs[i].address == address && inputs[i].copy != nullptr) return &inputs[i];
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

// The message for `value`, for `holders` takers. Some of them write: `writes`.
template <class V, class U>
Parcel<V> parcel_of(graph::Worker& me, U&& value, bool writes, int holders = 1) {
  if constexpr (is_inline_v<V> && is_handle_v<U>) {
    return value.parcel(me);
  } else if constexpr (is_inline_v<V>) {
    return static_cast<V>(std::forward<U>(value));
  } else if constexpr (is_handle_v<U>) {
    const Parcel<V> parcel = value.parcel(me);
    if (holders > 1) parcel->hold(holders - 1);
    return parcel;
  } else if constexpr (!std::is_same_v<std::remove_cvref_t<U>, V>) {
    Copy<V>* const copy = Copy<V>::make(me, std::forward<U>(value));
    if (holders > 1) copy->word.store(2 * holders, std::memory_order_relaxed);  // nobody else has it yet
    return copy;
  } else {
    constexpr bool moves = std::is_rvalue_reference_v<U&&> && !std::is_const_v<std::remove_reference_t<U>>;
    Context* const running = context;
    OwnInput* const own = running == nullptr ? nullptr : running->find(std::addressof(value));
    Copy<V>* copy = own == nullptr ? nullptr : static_cast<Copy<V>*>(own->copy);
    if (own != nullptr && moves) {
      own->copy = nullptr;  // it goes with the message
      if (holders > 1) copy->hold(holders - 1);
      return copy;
    }
    if (own != nullptr && (!(writes && own->writes) || !std::is_copy_constructible_v<V>)) {
      copy->hold(holders);
      return copy;
    }
    if constexpr (moves || std::is_copy_constructible_v<V>) {
      copy = Copy<V>::make(me, std::forward<U>(value));
    } else {
      throw std::logic_error("ttg: a value of type " + demangled_type_name<V>() +
                             " was sent as an lvalue, but cannot be copied: send it with std::move");
    }
    if (holders > 1) copy->word.store(2 * holders, std::memory_order_relaxed);  // nobody else has it yet
    return copy;
  }
}

// What one of several holders passes on.
template <class V>
Parcel<V> drop_parcel(graph::Worker& me, Parcel<V> parcel) {
  if constexpr (!std::is_void_v<V> && !is_inline_v<V>) parcel->let_go(me);
  return parcel;
}

}  // namespace detail

}  // namespace ttg

#endif
