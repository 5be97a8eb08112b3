// TTValue: the base of a class whose objects enter a graph without being copied, by ttg::persistent().
#ifndef XOMP_TTG_TTVALUE_H
#define XOMP_TTG_TTVALUE_H

#include "ttg/detail/context.h"
#include <utility>

namespace ttg {

template <class Derived>
struct TTValue {};

namespace detail {
template <class V>
struct Persistent {
  using handle_of = V;
  V* object;
  Parcel<V> parcel(graph::Seat& me) const { return Copy<V>::refer_to(me, *object); }
};
}  // namespace detail

// The program must keep the object alive until the next fence. For types that are no TTValues it returns the value
// itself.
template <class T>
decltype(auto) persistent(T&& value) {
  using V = std::decay_t<T>;
  if constexpr (std::is_lvalue_reference_v<T> && std::is_base_of_v<TTValue<V>, V> && !detail::is_inline_v<V>)
    return detail::Persistent<V>{const_cast<V*>(std::addressof(value))};
  else return std::forward<T>(value);
}

}  // namespace ttg

#endif
