// What Boost's archives can write.
#ifndef XOMP_TTG_SERIALIZATION_BACKENDS_BOOST_H
#define XOMP_TTG_SERIALIZATION_BACKENDS_BOOST_H

#include <cstddef>
#include <type_traits>

#include "ttg/serialization/forms.h"

#ifdef TTG_SERIALIZATION_SUPPORTS_BOOST
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/access.hpp>
#include <boost/serialization/is_bitwise_serializable.hpp>
#include <boost/serialization/level.hpp>
#include <boost/serialization/serialization.hpp>
#include <boost/serialization/split_member.hpp>
#include <boost/serialization/tracking.hpp>
#endif

namespace ttg::detail {

// For the headers of serialization/std to specialise: a container or tuple whose parts can be written.
template <class Archive, class T>
inline constexpr bool is_stlcontainer_boost_serializable_v = false;

#ifdef TTG_SERIALIZATION_SUPPORTS_BOOST

struct BoostArchiveBase {};  // of our own archives in Boost's form
template <class T>
inline constexpr bool is_boost_input_archive_v =
    std::is_base_of_v<boost::archive::detail::basic_iarchive, T> ||
    requires { requires std::is_base_of_v<BoostArchiveBase, T> && T::is_loading::value; };
template <class T>
inline constexpr bool is_boost_output_archive_v =
    std::is_base_of_v<boost::archive::detail::basic_oarchive, T> ||
    requires { requires std::is_base_of_v<BoostArchiveBase, T> && T::is_saving::value; };
template <class T>
inline constexpr bool is_boost_archive_v = is_boost_input_archive_v<T> || is_boost_output_archive_v<T>;

template <class T>
inline constexpr bool is_archive_v<T, std::enable_if_t<is_boost_archive_v<T>>> = true;
template <class T>
inline constexpr bool is_input_archive_v<T, std::enable_if_t<is_boost_input_archive_v<T>>> = true;
template <class T>
inline constexpr bool is_output_archive_v<T, std::enable_if_t<is_boost_output_archive_v<T>>> = true;

// Says little, because Boost's own templates take any type.
template <class T, class Archive>
inline constexpr bool has_freestanding_boost_serialize_with_version_v =
    requires(Archive& ar, T& t) { serialize(ar, t, boost::serialization::version_type(0u)); };

template <class T, int level>
inline constexpr bool has_boost_level_v = boost::serialization::implementation_level<T>::value == level;

template <class Archive, class T>
struct is_boost_serializable_impl {
  using Plain = std::remove_cvref_t<T>;
  static constexpr bool user =
      has_freestanding_serialize_with_version_v<Plain, Archive> ||
      has_member_serialize_with_version_v<Plain, Archive> ||
      (has_member_load_with_version_v<Plain, Archive> && has_member_save_with_version_v<Plain, Archive>);
  static constexpr bool library = has_boost_level_v<T, boost::serialization::primitive_type> ||
                                  is_stlcontainer_boost_serializable_v<Archive, Plain>;
};
template <class Archive, class T, std::size_t n>
struct is_boost_serializable_impl<Archive, T[n]> : is_boost_serializable_impl<Archive, T> {
  static constexpr bool user = false;
  static constexpr bool library =
      is_boost_serializable_impl<Archive, T>::user || is_boost_serializable_impl<Archive, T>::library;
};

// For programs to specialise, for their type and any archive. A serialize() in namespace boost::serialization is not noticed.
template <class Archive, class T>
inline constexpr bool is_boost_serializable_v = [] {
  if constexpr (!is_boost_archive_v<Archive>) return false;
  else if constexpr (has_boost_level_v<T, boost::serialization::not_serializable>) return false;
  else return is_boost_serializable_impl<Archive, T>::user || is_boost_serializable_impl<Archive, T>::library;
}();
template <class Archive, class T>
inline constexpr bool is_boost_default_serializable_v =
    is_boost_archive_v<Archive> && is_boost_serializable_impl<Archive, T>::library;

template <class T>
inline constexpr bool is_boost_buffer_serializable_v = is_boost_serializable_v<boost::archive::binary_iarchive, T> &&
                                                       is_boost_serializable_v<boost::archive::binary_oarchive, T>;
template <class T>
inline constexpr bool is_boost_default_buffer_serializable_v =
    is_boost_default_serializable_v<boost::archive::binary_iarchive, T> &&
    is_boost_default_serializable_v<boost::archive::binary_oarchive, T>;

#else

template <class T>
inline constexpr bool is_boost_archive_v = false;
template <class T>
inline constexpr bool is_boost_input_archive_v = false;
template <class T>
inline constexpr bool is_boost_output_archive_v = false;
template <class Archive, class T>
inline constexpr bool is_boost_serializable_v = false;
template <class Archive, class T>
inline constexpr bool is_boost_default_serializable_v = false;
template <class T>
inline constexpr bool is_boost_buffer_serializable_v = false;
template <class T>
inline constexpr bool is_boost_default_buffer_serializable_v = false;

#endif

template <class T>
inline constexpr bool is_boost_user_buffer_serializable_v =
    is_boost_buffer_serializable_v<T> && !is_boost_default_buffer_serializable_v<T>;

}  // namespace ttg::detail

#endif
