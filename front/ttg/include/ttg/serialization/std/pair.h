// Lets std::pair be written by Boost's archives. Our own archives know it without this header.
#ifndef XOMP_TTG_SERIALIZATION_STD_PAIR_H
#define XOMP_TTG_SERIALIZATION_STD_PAIR_H

#include "ttg/serialization/traits.h"
#include <utility>

#ifdef TTG_SERIALIZATION_SUPPORTS_BOOST
#include <boost/serialization/utility.hpp>

namespace ttg::detail {
template <class Archive, class A, class B>
inline constexpr bool is_stlcontainer_boost_serializable_v<Archive, std::pair<A, B>> =
    is_boost_serializable_v<Archive, A> && is_boost_serializable_v<Archive, B>;
}  // namespace ttg::detail
#endif

#endif
