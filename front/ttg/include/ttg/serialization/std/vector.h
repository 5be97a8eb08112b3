// Lets std::vector be written by Boost's archives. Our own archives know it without this header.
#ifndef XOMP_TTG_SERIALIZATION_STD_VECTOR_H
#define XOMP_TTG_SERIALIZATION_STD_VECTOR_H

#include "ttg/serialization/std/allocator.h"
#include "ttg/serialization/traits.h"
#include <vector>

#ifdef TTG_SERIALIZATION_SUPPORTS_BOOST
#include <boost/serialization/vector.hpp>

namespace ttg::detail {
template <class Archive, class T, class A>
inline constexpr bool is_stlcontainer_boost_serializable_v<Archive, std::vector<T, A>> =
    is_boost_serializable_v<Archive, T> && is_boost_serializable_v<Archive, A>;
}  // namespace ttg::detail
#endif

#endif
