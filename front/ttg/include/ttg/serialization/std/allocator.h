// Lets std::allocator be written by Boost's archives. Our own archives know it without this header.
#ifndef XOMP_TTG_SERIALIZATION_STD_ALLOCATOR_H
#define XOMP_TTG_SERIALIZATION_STD_ALLOCATOR_H

#include "ttg/serialization/traits.h"
#include <memory>

#ifdef TTG_SERIALIZATION_SUPPORTS_BOOST

namespace ttg::detail {
template <class Archive, class T>
inline constexpr bool is_stlcontainer_boost_serializable_v<Archive, std::allocator<T>> = true;
}  // namespace ttg::detail
#endif

#endif
