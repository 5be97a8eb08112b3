// What MADNESS's archives can write.
#ifndef XOMP_TTG_SERIALIZATION_BACKENDS_MADNESS_H
#define XOMP_TTG_SERIALIZATION_BACKENDS_MADNESS_H

#include <type_traits>

#include "ttg/serialization/backends/madness/archive.h"
#include "ttg/serialization/forms.h"

#if defined(TTG_SERIALIZATION_SUPPORTS_MADNESS) && !defined(XOMP_TTG_STANDS_IN_FOR_MADNESS)
#include <madness/world/archive.h>
#include <madness/world/buffer_archive.h>
#include <madness/world/type_traits.h>

namespace ttg::detail {
template <class T>
inline constexpr bool is_archive_v<T, std::enable_if_t<madness::is_archive_v<T>>> = true;
template <class T>
inline constexpr bool is_input_archive_v<T, std::enable_if_t<madness::is_input_archive_v<T>>> = true;
template <class T>
inline constexpr bool is_output_archive_v<T, std::enable_if_t<madness::is_output_archive_v<T>>> = true;
}  // namespace ttg::detail
#endif

namespace ttg::detail {

#ifdef TTG_SERIALIZATION_SUPPORTS_MADNESS

template <class Archive, class T>
inline constexpr bool is_madness_output_serializable_v =
    madness::is_output_archive_v<Archive> && madness::is_serializable_v<Archive, T>;
template <class Archive, class T>
inline constexpr bool is_madness_input_serializable_v =
    madness::is_input_archive_v<Archive> && madness::is_serializable_v<Archive, T>;
template <class T>
inline constexpr bool is_madness_buffer_serializable_v =
    is_madness_input_serializable_v<madness::archive::BufferInputArchive, T> &&
    is_madness_output_serializable_v<madness::archive::BufferOutputArchive, T>;
template <class T>
inline constexpr bool is_madness_user_buffer_serializable_v =
    madness::is_user_serializable_v<madness::archive::BufferInputArchive, T> &&
    madness::is_user_serializable_v<madness::archive::BufferOutputArchive, T>;

#else

template <class Archive, class T>
inline constexpr bool is_madness_output_serializable_v = false;
template <class Archive, class T>
inline constexpr bool is_madness_input_serializable_v = false;
template <class T>
inline constexpr bool is_madness_buffer_serializable_v = false;
template <class T>
inline constexpr bool is_madness_user_buffer_serializable_v = false;

#endif

template <class Archive, class T>
inline constexpr bool is_madness_serializable_v =
    is_madness_input_serializable_v<Archive, T> || is_madness_output_serializable_v<Archive, T>;

}  // namespace ttg::detail

#endif
