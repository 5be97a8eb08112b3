// Lets std::variant be written by Boost's archives. Our own archives know it without this header.
#ifndef XOMP_TTG_SERIALIZATION_STD_VARIANT_H
#define XOMP_TTG_SERIALIZATION_STD_VARIANT_H

#include "ttg/serialization/traits.h"
#include <cstddef>
#include <utility>
#include <variant>

#ifdef TTG_SERIALIZATION_SUPPORTS_BOOST

// The number of the alternative, then its value.
namespace boost::serialization {
template <class Archive, class... Ts, std::size_t... i>
void serialize_alternatives(Archive& ar, std::variant<Ts...>& v, std::size_t index, std::index_sequence<i...>) {
  const auto one = [&]<std::size_t n>(std::integral_constant<std::size_t, n>) {
    using T = std::variant_alternative_t<n, std::variant<Ts...>>;
    if constexpr (Archive::is_loading::value) v.template emplace<n>();
    if constexpr (!std::is_same_v<T, std::monostate>) ar& std::get<n>(v);
  };
  ((index == i ? one(std::integral_constant<std::size_t, i>{}) : void()), ...);
}
template <class Archive, class... Ts>
void serialize(Archive& ar, std::variant<Ts...>& v, unsigned) {
  std::size_t index = v.index();
  ar & index;
  serialize_alternatives(ar, v, index, std::index_sequence_for<Ts...>{});
}
}  // namespace boost::serialization

namespace ttg::detail {
template <class Archive>
inline constexpr bool is_stlcontainer_boost_serializable_v<Archive, std::monostate> = true;
}  // namespace ttg::detail

namespace ttg::detail {
template <class Archive, class... Ts>
inline constexpr bool is_stlcontainer_boost_serializable_v<Archive, std::variant<Ts...>> =
    (is_boost_serializable_v<Archive, Ts> && ...);
}  // namespace ttg::detail
#endif

#endif
