// How values of a type become bytes and come back.
#ifndef XOMP_TTG_SERIALIZATION_DATA_DESCRIPTOR_H
#define XOMP_TTG_SERIALIZATION_DATA_DESCRIPTOR_H

#include "ttg/serialization/archive.h"
#include "ttg/serialization/backends/boost/archive.h"
#include "ttg/serialization/traits.h"
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

namespace detail {

// How a type is written: what the program says of it first, then bytes, then what the libraries know of it.
enum class WrittenBy { split, madness, boost, own, bytes };
template <class T>
inline constexpr WrittenBy written_by = [] {
  if (has_split_metadata<T>::value) return WrittenBy::split;
  if (is_madness_user_buffer_serializable_v<T>) return WrittenBy::madness;
  if (is_boost_user_buffer_serializable_v<T>) return WrittenBy::boost;
  if (is_own_user_serializable_v<T>) return WrittenBy::own;
  if (is_memcpyable_v<T>) return WrittenBy::bytes;
  if (is_madness_buffer_serializable_v<T>) return WrittenBy::madness;
  if (is_boost_buffer_serializable_v<T>) return WrittenBy::boost;
  return WrittenBy::own;
}();

template <WrittenBy by>
struct Writer;

// Each write() returns how many bytes the object takes, without memory also; read() how many it has taken.
template <>
struct Writer<WrittenBy::own> {
  template <class T>
  static std::size_t write(const T& t, void* memory, std::size_t most) {
    OutputArchive ar(memory, most);
    ar << t;
    return ar.size();
  }
  template <class T>
  static std::size_t read(T& t, const void* memory, std::size_t most) {
    InputArchive ar(memory, most);
    ar >> t;
    return most - ar.nbyte_avail();
  }
};
template <>
struct Writer<WrittenBy::bytes> {
  template <class T>
  static std::size_t write(const T& t, void* memory, std::size_t most) {
    if (memory != nullptr) OutputArchive(memory, most).bytes_of(&t, sizeof(T));
    return sizeof(T);
  }
  template <class T>
  static std::size_t read(T& t, const void* memory, std::size_t most) {
    InputArchive(memory, most).bytes_of(&t, sizeof(T));
    return sizeof(T);
  }
};
#ifdef TTG_SERIALIZATION_SUPPORTS_MADNESS
template <>
struct Writer<WrittenBy::madness> {
  template <class T>
  static std::size_t write(const T& t, void* memory, std::size_t most) {
    if (memory == nullptr) return write_to(madness::archive::BufferOutputArchive(), t);
    return write_to(madness::archive::BufferOutputArchive(memory, most), t);
  }
  template <class T>
  static std::size_t read(T& t, const void* memory, std::size_t most) {
    madness::archive::BufferInputArchive ar(memory, most);
    ar & t;
    return most - ar.nbyte_avail();
  }

 private:
  template <class Archive, class T>
  static std::size_t write_to(Archive&& ar, const T& t) {
    ar & t;
    return ar.size();
  }
};
#endif
#ifdef TTG_SERIALIZATION_SUPPORTS_BOOST
template <>
struct Writer<WrittenBy::boost> {
  template <class T>
  static std::size_t write(const T& t, void* memory, std::size_t most) {
    if (memory == nullptr) return write_to(boost_counting_oarchive(), t);
    return write_to(make_boost_buffer_oarchive(memory, most), t);
  }
  template <class T>
  static std::size_t read(T& t, const void* memory, std::size_t most) {
    auto ar = make_boost_buffer_iarchive(memory, most);
    ar >> t;
    return static_cast<std::size_t>(ar.streambuf().size());
  }

 private:
  template <class Archive, class T>
  static std::size_t write_to(Archive&& ar, const T& t) {
    ar << t;
    return static_cast<std::size_t>(ar.streambuf().size());
  }
};
#endif
// The small part, then the pieces of memory.
template <>
struct Writer<WrittenBy::split> {
  template <class T>
  static std::size_t write(const T& t, void* memory, std::size_t most) {
    SplitMetadataDescriptor<T> descriptor;
    OutputArchive ar(memory, most);
    const auto metadata = descriptor.get_metadata(t);
    ar << metadata;
    for (auto&& piece : descriptor.get_data(const_cast<T&>(t))) ar.bytes_of(piece.data, piece.num_bytes);
    return ar.size();
  }
  template <class T>
  static std::size_t read(T& t, const void* memory, std::size_t most) {
    SplitMetadataDescriptor<T> descriptor;
    InputArchive ar(memory, most);
    std::decay_t<decltype(descriptor.get_metadata(t))> metadata;
    ar >> metadata;
    t = descriptor.create_from_metadata(metadata);
    for (auto&& piece : descriptor.get_data(t)) ar.bytes_of(piece.data, piece.num_bytes);
    return most - ar.nbyte_avail();
  }
};

}  // namespace detail

// pack_payload() and unpack_payload() return where in the buffer the object ends.
template <class T, class Enabler = void>
struct default_data_descriptor {
  using Writer = detail::Writer<detail::written_by<T>>;
  static constexpr bool serialize_size_is_const = detail::written_by<T> == detail::WrittenBy::bytes;

  static std::uint64_t payload_size(const void* object) {
    return Writer::write(*static_cast<const T*>(object), nullptr, 0);
  }
  static std::uint64_t pack_payload(const void* object, std::uint64_t max_bytes, std::uint64_t offset, void* buffer) {
    return offset + Writer::write(*static_cast<const T*>(object), static_cast<char*>(buffer) + offset, max_bytes);
  }
  static std::uint64_t unpack_payload(void* object, std::uint64_t max_bytes, std::uint64_t offset, const void* buffer) {
    return offset + Writer::read(*static_cast<T*>(object), static_cast<const char*>(buffer) + offset, max_bytes);
  }
  static void print(const void* object) {
    if constexpr (detail::is_printable<T>::value) std::cout << *static_cast<const T*>(object);
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
