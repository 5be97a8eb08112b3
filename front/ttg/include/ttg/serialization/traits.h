// Which types can be written into an archive, and how.
#ifndef XOMP_TTG_SERIALIZATION_TRAITS_H
#define XOMP_TTG_SERIALIZATION_TRAITS_H

#include "ttg/serialization/archive.h"
#include "ttg/serialization/backends.h"
#include "ttg/serialization/forms.h"
#include "ttg/serialization/splitmd_data_descriptor.h"
#include "ttg/util/meta.h"

namespace ttg::detail {

// The program says how the type is written: by serialize(), in any form, or by a specialisation for a library.
template <class T, class Enabler = void>
struct is_user_buffer_serializable
    : std::bool_constant<is_own_user_serializable_v<T> || is_madness_user_buffer_serializable_v<T> ||
                         is_boost_user_buffer_serializable_v<T>> {};
template <class T>
inline constexpr bool is_user_buffer_serializable_v = is_user_buffer_serializable<T>::value;

}  // namespace ttg::detail

#endif
