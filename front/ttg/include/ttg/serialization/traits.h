// Which types can be written into an archive, and how.
#ifndef XOMP_TTG_SERIALIZATION_TRAITS_H
#define XOMP_TTG_SERIALIZATION_TRAITS_H

#include <type_traits>
#include <utility>

namespace ttg {

// For programs to specialise: a small part that is sent at once, and pieces of memory that follow.
template <class T, class Enabler = void>
struct SplitMetadataDescriptor;

template <class T, class = void>
struct has_split_metadata : std::false_type {};
template <class T>
struct has_split_metadata<
    T, std::void_t<decltype(std::declval<SplitMetadataDescriptor<T>&>().get_metadata(std::declval<T&>()))>>
    : std::true_type {};

namespace detail {

template <class T>
inline constexpr bool is_memcpyable_override_v = false;
template <class T>
inline constexpr bool is_memcpyable_v = std::is_trivially_copyable_v<T> || is_memcpyable_override_v<T>;
template <class A, class B>
inline constexpr bool is_memcpyable_v<std::pair<A, B>> = is_memcpyable_v<A> && is_memcpyable_v<B>;

// What serialize() members see: both forms of them are called with it.
class AnyArchive;

template <class T, class Archive>
inline constexpr bool has_member_serialize_v = requires(T& t, Archive& ar) { t.serialize(ar); };
template <class T, class Archive>
inline constexpr bool has_member_serialize_with_version_v = requires(T& t, Archive& ar) { t.serialize(ar, 0u); };
template <class T, class Archive>
inline constexpr bool has_freestanding_serialize_v = requires(T& t, Archive& ar) { serialize(ar, t); };
template <class T, class Archive>
inline constexpr bool has_freestanding_serialize_with_version_v = requires(T& t, Archive& ar) { serialize(ar, t, 0u); };

template <class Archive>
inline constexpr bool is_output_archive_v = requires { requires Archive::is_output; };
template <class Archive>
inline constexpr bool is_input_archive_v = requires { requires Archive::is_input; };
template <class Archive>
inline constexpr bool is_archive_v = is_output_archive_v<Archive> || is_input_archive_v<Archive>;

template <class T>
inline constexpr bool is_user_buffer_serializable_v = has_split_metadata<T>::value;

}  // namespace detail

}  // namespace ttg

#endif
