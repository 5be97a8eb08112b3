// Lets std::array be written by Boost's archives. Our own archives know it without this header.
#ifndef XOMP_TTG_SERIALIZATION_STD_ARRAY_H
#define XOMP_TTG_SERIALIZATION_STD_ARRAY_H

#include "ttg/serialization/traits.h"
#include <array>

#ifdef TTG_SERIALIZATION_SUPPORTS_BOOST
#include <boost/serialization/array.hpp>

namespace ttg::detail {
template <class Archive, class T, std::size_t n>
inline constexpr bool is_stlcontainer_boost_serializable_v<Archive, std::array<T, n>> =
    is_boost_serializable_v<Archive, T>;
}  // namespace ttg::detail
#endif

#endif
