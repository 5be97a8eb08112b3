// The forms in which programs say how a type is written.
#ifndef XOMP_TTG_SERIALIZATION_FORMS_H
#define XOMP_TTG_SERIALIZATION_FORMS_H

#include <cassert>
#include <iostream>
#include <type_traits>
#include <utility>

namespace ttg::detail {

// For programs to specialise: a type that may be copied as bytes although the language does not say so.
template <class T>
inline constexpr bool is_memcpyable_override_v = std::is_trivially_copyable_v<T>;
template <class A, class B>
inline constexpr bool is_memcpyable_override_v<std::pair<A, B>> =
    std::is_trivially_copyable_v<A> && std::is_trivially_copyable_v<B>;
template <class T>
struct is_memcpyable : std::bool_constant<std::is_trivially_copyable_v<T> || is_memcpyable_override_v<T>> {};
template <class T>
inline constexpr bool is_memcpyable_v = is_memcpyable<T>::value;

// --- the forms of a program's functions ---

template <class T, class Archive>
inline constexpr bool has_member_serialize_v = requires(T& t, Archive& ar) { t.serialize(ar); };
template <class T, class Archive>
inline constexpr bool has_member_serialize_with_version_v = requires(T& t, Archive& ar) { t.serialize(ar, 0u); };
template <class T, class Archive>
inline constexpr bool has_member_load_with_version_v = requires(T& t, Archive& ar) { t.load(ar, 0u); };
template <class T, class Archive>
inline constexpr bool has_member_save_with_version_v = requires(T& t, Archive& ar) { t.save(ar, 0u); };
template <class T, class Archive>
inline constexpr bool has_freestanding_serialize_v = requires(T& t, Archive& ar) { serialize(ar, t); };
template <class T, class Archive>
inline constexpr bool has_freestanding_serialize_with_version_v = requires(T& t, Archive& ar) { serialize(ar, t, 0u); };

// --- archives; each library's traits specialise these ---

template <class T, class Enabler = void>
inline constexpr bool is_archive_v = false;
template <class T, class Enabler = void>
inline constexpr bool is_input_archive_v = false;
template <class T, class Enabler = void>
inline constexpr bool is_output_archive_v = false;

template <class T>
    struct is_printable : std::bool_constant < requires(std::ostream& os, const T& t) {
  os << t;
}>{};

}  // namespace ttg::detail

#endif
