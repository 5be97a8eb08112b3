// MADNESS's names for archives in memory and for questions about them, where its headers are not there.
#ifndef XOMP_TTG_SERIALIZATION_BACKENDS_MADNESS_ARCHIVE_H
#define XOMP_TTG_SERIALIZATION_BACKENDS_MADNESS_ARCHIVE_H

#include "ttg/serialization/archive.h"

#ifdef XOMP_TTG_STANDS_IN_FOR_MADNESS
#include <array>
#include <complex>
#include <list>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace madness {

namespace archive {
using BufferOutputArchive = ttg::detail::OutputArchive;
using BufferInputArchive = ttg::detail::InputArchive;
}  // namespace archive

template <class T>
inline constexpr bool is_archive_v = ttg::detail::is_archive_v<T>;
template <class T>
inline constexpr bool is_output_archive_v = ttg::detail::is_output_archive_v<T>;
template <class T>
inline constexpr bool is_input_archive_v = ttg::detail::is_input_archive_v<T>;

template <class T, class Archive>
inline constexpr bool has_member_serialize_v = ttg::detail::has_member_serialize_v<T, Archive>;

// Says whether the program writes the type: by a member serialize(ar), or by a specialisation of ArchiveStoreImpl and
// its kin.
template <class Archive, class T>
inline constexpr bool is_user_serializable_v =
    is_archive_v<Archive> && (has_member_serialize_v<std::remove_cv_t<T>, Archive> ||
                              ttg::detail::has_madness_function_v<Archive, std::remove_cv_t<T>>);

template <class Archive, class T>
struct is_default_serializable
    : std::bool_constant<std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::is_array_v<T>> {};
template <class Archive, class T>
inline constexpr bool is_serializable_v =
    is_archive_v<Archive> &&
    (is_user_serializable_v<Archive, T> || is_default_serializable<Archive, std::remove_cv_t<T>>::value);

template <class Archive, class... Ts>
struct are_serializable : std::bool_constant<(is_serializable_v<Archive, Ts> && ...)> {};
template <class Archive, class T, std::size_t n>
struct is_default_serializable<Archive, T[n]> : are_serializable<Archive, T> {};
template <class Archive, class T, std::size_t n>
struct is_default_serializable<Archive, std::array<T, n>> : are_serializable<Archive, T> {};
template <class Archive, class T, class A>
struct is_default_serializable<Archive, std::vector<T, A>> : are_serializable<Archive, T> {};
template <class Archive, class T, class A>
struct is_default_serializable<Archive, std::list<T, A>> : are_serializable<Archive, T> {};
template <class Archive, class T, class C, class A>
struct is_default_serializable<Archive, std::set<T, C, A>> : are_serializable<Archive, T> {};
template <class Archive, class K, class V, class C, class A>
struct is_default_serializable<Archive, std::map<K, V, C, A>> : are_serializable<Archive, K, V> {};
template <class Archive, class C, class T, class A>
struct is_default_serializable<Archive, std::basic_string<C, T, A>> : are_serializable<Archive, C> {};
template <class Archive, class T>
struct is_default_serializable<Archive, std::complex<T>> : are_serializable<Archive, T> {};
template <class Archive, class A, class B>
struct is_default_serializable<Archive, std::pair<A, B>> : are_serializable<Archive, A, B> {};
template <class Archive, class... Ts>
struct is_default_serializable<Archive, std::tuple<Ts...>> : are_serializable<Archive, Ts...> {};

}  // namespace madness

#endif

#endif
