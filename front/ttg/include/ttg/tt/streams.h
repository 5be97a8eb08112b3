// The values of a stream of one terminal of one task, and how they are folded into one.
#ifndef XOMP_TTG_TT_STREAMS_H
#define XOMP_TTG_TT_STREAMS_H

#include "ttg/tt/slot.h"
#include "ttg/util/demangle.h"
#include "ttg/util/text.h"
#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace ttg::detail {

// A stream of one terminal of one task. It is used under the lock of the task's bucket. Only the thread that folds uses
// `accumulator`, without the lock.
struct StreamState {
  static constexpr std::size_t kUnknown = ~std::size_t{0};
  CopyBase* accumulator = nullptr;  // the thread that folds
  graph::Task* waiting = nullptr;   // not yet folded, newest first
  std::size_t received = 0, folded = 0;
  std::size_t goal = kUnknown;
  bool is_folding = false;
  bool is_complete = false;
};

template <class V>
CopyBase* boxed(graph::Seat& me, Parcel<V> parcel) {
  if constexpr (is_inline_v<V>) return Copy<V>::make(me, parcel);
  else return parcel;
}

struct LetGo {
  graph::Seat& me;
  CopyBase* copy;
  ~LetGo() { copy->let_go(me); }
};

// Returns an object that nobody else has, because the values of the stream are folded into it.
template <class V>
Copy<V>* own_object(graph::Seat& me, Copy<V>* copy) {
  if (copy->is_alone()) return copy;
  const LetGo end{me, copy};
  if constexpr (std::is_copy_constructible_v<V>) return Copy<V>::make(me, static_cast<const V&>(copy->value()));
  else
    fail<std::logic_error>("ttg: a value of type ", demangled_type_name<V>(),
                           " in a stream is used elsewhere, but cannot be copied");
}

// Called by the one thread that folds, without the bucket's lock. `values`: `count` of them, linked; V void: none. If the reducer throws,
// the values that are left are let go.
template <class V, class Reducer>
void fold_values(graph::Seat& me, StreamState& s, graph::Task* values, std::size_t count, const Reducer& reducer) {
  if constexpr (std::is_void_v<V>) {
    for (; count != 0; --count) reducer();
  } else {
    struct Rest {
      graph::Seat& me;
      graph::Task*& first;
      CopyBase* take() {
        CopyBase* const copy = static_cast<CopyBase*>(first);
        first = first->next;
        return copy;
      }
      ~Rest() {
        while (first != nullptr) take()->let_go(me);
      }
    } rest{me, values};
    while (values != nullptr) {
      Copy<V>* const copy = static_cast<Copy<V>*>(rest.take());
      if (s.accumulator == nullptr) {
        s.accumulator = own_object<V>(me, copy);
      } else {
        const LetGo end{me, copy};
        reducer(static_cast<Copy<V>*>(s.accumulator)->value(), copy->value());
      }
    }
  }
}

}  // namespace ttg::detail

#endif
