// How values of a type become bytes and come back.
#ifndef XOMP_TTG_SERIALIZATION_DATA_DESCRIPTOR_H
#define XOMP_TTG_SERIALIZATION_DATA_DESCRIPTOR_H

#include "ttg/serialization/archive.h"
#include "ttg/util/demangle.h"
#include <cstdint>
#include <iostream>
#include <string>

extern "C" struct ttg_data_descriptor {
  const char* name;
  std::uint64_t (*payload_size)(const void* object);
  std::uint64_t (*pack_payload)(const void* object, std::uint64_t max_bytes, std::uint64_t offset, void* buffer);
  std::uint64_t (*unpack_payload)(void* object, std::uint64_t max_bytes, std::uint64_t offset, const void* buffer);
  void (*print)(const void* object);
};

namespace ttg {

// Raw bytes, or what the archives make of the object. pack_payload() and unpack_payload() return where in the buffer the
// object ends.
template <class T, class Enabler = void>
struct default_data_descriptor {
  static constexpr bool serialize_size_is_const = detail::is_memcpyable_v<T>;

  static std::uint64_t payload_size(const void* object) {
    if constexpr (serialize_size_is_const) {
      return sizeof(T);
    } else {
      detail::CountingArchive ar;
      ar << *static_cast<const T*>(object);
      return ar.size();
    }
  }
  static std::uint64_t pack_payload(const void* object, std::uint64_t max_bytes, std::uint64_t offset, void* buffer) {
    detail::OutputArchive ar(static_cast<char*>(buffer) + offset, max_bytes);
    if constexpr (serialize_size_is_const) ar.bytes_of(object, sizeof(T));
    else ar << *static_cast<const T*>(object);
    return offset + payload_size(object);
  }
  static std::uint64_t unpack_payload(void* object, std::uint64_t max_bytes, std::uint64_t offset, const void* buffer) {
    const char* const start = static_cast<const char*>(buffer);
    detail::InputArchive ar(start + offset, max_bytes);
    if constexpr (serialize_size_is_const) ar.bytes_of(object, sizeof(T));
    else ar >> *static_cast<T*>(object);
    return static_cast<std::uint64_t>(ar.position() - start);
  }
  static void print(const void* object) {
    if constexpr (requires { std::cout << *static_cast<const T*>(object); })
      std::cout << *static_cast<const T*>(object);
    else std::cout << "(an object of type " << detail::demangled_type_name<T>() << ")";
  }
};

template <class T>
const ttg_data_descriptor* get_data_descriptor() {
  using D = default_data_descriptor<T>;
  static const std::string name = detail::demangled_type_name<T>();
  static const ttg_data_descriptor descriptor{name.c_str(), &D::payload_size, &D::pack_payload, &D::unpack_payload,
                                              &D::print};
  return &descriptor;
}

}  // namespace ttg

#endif
