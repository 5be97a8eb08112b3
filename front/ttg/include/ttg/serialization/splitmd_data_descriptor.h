// Values of a small part and pieces of memory.
#ifndef XOMP_TTG_SERIALIZATION_SPLITMD_DATA_DESCRIPTOR_H
#define XOMP_TTG_SERIALIZATION_SPLITMD_DATA_DESCRIPTOR_H

#include <type_traits>
#include <utility>

#include "ttg/util/iovec.h"

namespace ttg {

// For programs to specialise. Its functions, static or not:
//   get_metadata(const T&)         the small part, trivially copyable or serializable
//   create_from_metadata(meta)     an object with memory for the rest
//   get_data(T&)                   that memory, a range of ttg::iovec
template <class T>
struct SplitMetadataDescriptor;

template <class T, class Enabler = void>
struct has_split_metadata : std::false_type {};
template <class T>
struct has_split_metadata<
    T, std::void_t<decltype(std::declval<SplitMetadataDescriptor<T>&>().get_metadata(std::declval<const T&>()))>>
    : std::true_type {};

}  // namespace ttg

#endif
