// Programs written for MADNESS specialise madness::archive::ArchiveStoreImpl and its kin. Without MADNESS's headers the
// templates are declared here, and our archives call the specialisations.
#ifndef XOMP_TTG_SERIALIZATION_BACKENDS_MADNESS_FUNCTIONS_H
#define XOMP_TTG_SERIALIZATION_BACKENDS_MADNESS_FUNCTIONS_H

#include "ttg/config.h"

#if defined(TTG_SERIALIZATION_SUPPORTS_MADNESS) && !__has_include(<madness/world/buffer_archive.h>)
#define XOMP_TTG_STANDS_IN_FOR_MADNESS 1
#endif

#ifdef XOMP_TTG_STANDS_IN_FOR_MADNESS
#include <cstddef>

namespace madness::archive {

template <class Archive, class T, class Enabler = void>
struct ArchiveStoreImpl;
template <class Archive, class T, class Enabler = void>
struct ArchiveLoadImpl;
template <class Archive, class T, class Enabler = void>
struct ArchiveSerializeImpl;

// `ar & wrap(pointer, count)`: the elements.
template <class T>
struct Wrapped {
  T* data;
  std::size_t count;
  template <class Archive>
  void serialize(Archive& ar) {
    for (std::size_t i = 0; i < count; ++i) ar& data[i];
  }
};
template <class T>
Wrapped<T> wrap(T* data, std::size_t count) {
  return {data, count};
}

}  // namespace madness::archive

namespace ttg::detail {

template <class Archive, class T>
inline constexpr bool has_madness_function_v = [] {
  if constexpr (requires(Archive& ar, T& t) { madness::archive::ArchiveSerializeImpl<Archive, T>::serialize(ar, t); })
    return true;
  else if constexpr (Archive::is_output)
    return requires(Archive& ar, T& t) { madness::archive::ArchiveStoreImpl<Archive, T>::store(ar, t); };
  else return requires(Archive& ar, T& t) { madness::archive::ArchiveLoadImpl<Archive, T>::load(ar, t); };
}();
template <class Archive, class T>
void call_madness_function(Archive& ar, T& t) {
  if constexpr (requires { madness::archive::ArchiveSerializeImpl<Archive, T>::serialize(ar, t); })
    madness::archive::ArchiveSerializeImpl<Archive, T>::serialize(ar, t);
  else if constexpr (Archive::is_output) madness::archive::ArchiveStoreImpl<Archive, T>::store(ar, t);
  else madness::archive::ArchiveLoadImpl<Archive, T>::load(ar, t);
}

}  // namespace ttg::detail

#else

namespace ttg::detail {

template <class Archive, class T>
inline constexpr bool has_madness_function_v = false;
template <class Archive, class T>
void call_madness_function(Archive&, T&) {}

}  // namespace ttg::detail

#endif

#endif
