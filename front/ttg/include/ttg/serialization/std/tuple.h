// Lets std::tuple be written by Boost's archives. Our own archives know it without this header.
#ifndef XOMP_TTG_SERIALIZATION_STD_TUPLE_H
#define XOMP_TTG_SERIALIZATION_STD_TUPLE_H

#include "ttg/serialization/traits.h"
#include <tuple>

#ifdef TTG_SERIALIZATION_SUPPORTS_BOOST

namespace boost::serialization {
template <class Archive, class... Ts>
void serialize(Archive& ar, std::tuple<Ts...>& t, unsigned) {
  std::apply([&ar](auto&... parts) { ((ar & parts), ...); }, t);
}
}  // namespace boost::serialization

namespace ttg::detail {
template <class Archive, class... Ts>
inline constexpr bool is_stlcontainer_boost_serializable_v<Archive, std::tuple<Ts...>> =
    (is_boost_serializable_v<Archive, Ts> && ...);
}  // namespace ttg::detail
#endif

#endif
