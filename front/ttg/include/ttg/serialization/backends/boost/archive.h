// Archives in memory for types that are written as Boost has it. They keep no versions, class names or addresses of
// objects, so an object that is pointed to twice is written twice.
#ifndef XOMP_TTG_SERIALIZATION_BACKENDS_BOOST_ARCHIVE_H
#define XOMP_TTG_SERIALIZATION_BACKENDS_BOOST_ARCHIVE_H

#include "ttg/serialization/backends/boost.h"
#include "ttg/serialization/stream.h"

#ifdef TTG_SERIALIZATION_SUPPORTS_BOOST
#include <boost/archive/basic_archive.hpp>
#include <boost/serialization/array_wrapper.hpp>
#include <boost/serialization/collection_size_type.hpp>
#include <boost/serialization/item_version_type.hpp>
#include <boost/serialization/nvp.hpp>
#include <boost/serialization/version.hpp>
#include <cassert>
#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace ttg::detail {

// A string's level is "primitive", too. But its bytes are not its characters, so it must be told apart.
template <class T>
inline constexpr bool is_string_v = false;
template <class C, class Traits, class A>
inline constexpr bool is_string_v<std::basic_string<C, Traits, A>> = true;

// What both directions share. Derived has transfer(pointer, bytes).
template <class Derived, class Streambuf, bool output>
class BoostArchive : public BoostArchiveBase {
 public:
  using is_saving = boost::mpl::bool_<output>;
  using is_loading = boost::mpl::bool_<!output>;

  BoostArchive() = default;
  template <class... Args>
    requires(sizeof...(Args) > 0)
  explicit BoostArchive(Args&&... args) : streambuf_(std::forward<Args>(args)...) {}

  const Streambuf& streambuf() const { return streambuf_; }
  const Streambuf& stream() const { return streambuf_; }
  // A version that is later than all that Boost's functions ask for, and the same in both directions.
  boost::archive::library_version_type get_library_version() const { return boost::archive::library_version_type(18); }
  unsigned get_flags() const { return boost::archive::no_header; }
  void reset_object_address(const void*, const void*) {}
  template <class T>
  const void* register_type(const T* = nullptr) {
    return nullptr;
  }
  void delete_created_pointers() {}

 protected:
  Streambuf& buffer() { return streambuf_; }

  template <class T>
  void visit(T& t) {
    using Plain = std::remove_cv_t<T>;
    Derived& self = static_cast<Derived&>(*this);
    if constexpr (std::is_array_v<T>) {
      for (auto& x : t) visit(x);
    } else if constexpr (is_string_v<Plain>) {
      visit_string(const_cast<Plain&>(t));
    } else if constexpr (std::is_enum_v<T> || has_boost_level_v<Plain, boost::serialization::primitive_type>) {
      static_assert(
          std::is_trivially_copyable_v<Plain> || is_memcpyable_v<Plain> ||
              boost::serialization::is_bitwise_serializable<Plain>::value,
          "ttg: a type whose level is boost::serialization::primitive_type is written as its bytes, and must be "
          "trivially copyable");
      self.transfer(&t, sizeof(T));
    } else {
      boost::serialization::serialize_adl(self, const_cast<Plain&>(t), boost::serialization::version<Plain>::value);
    }
  }
  template <class T>
  void visit(boost::serialization::array_wrapper<T>& a) {
    if constexpr (std::is_arithmetic_v<T> || boost::serialization::is_bitwise_serializable<T>::value) {
      static_cast<Derived&>(*this).transfer(const_cast<std::remove_cv_t<T>*>(a.address()), a.count() * sizeof(T));
    } else {
      for (std::size_t i = 0; i < a.count(); ++i) visit(a.address()[i]);
    }
  }

 private:
  template <class String>
  void visit_string(String& s) {
    Derived& self = static_cast<Derived&>(*this);
    std::size_t count = s.size();
    self.transfer(&count, sizeof count);
    if constexpr (!output) s.resize(count);
    if (count != 0) self.transfer(s.data(), count * sizeof(typename String::value_type));
  }

  Streambuf streambuf_;
};

template <class Streambuf>
class boost_optimized_oarchive : public BoostArchive<boost_optimized_oarchive<Streambuf>, Streambuf, true> {
 public:
  using BoostArchive<boost_optimized_oarchive, Streambuf, true>::BoostArchive;

  template <class T>
  boost_optimized_oarchive& operator<<(const T& t) {
    if constexpr (std::is_pointer_v<T>) this->visit(*t);
    else this->visit(const_cast<T&>(t));
    return *this;
  }
  template <class T>
  boost_optimized_oarchive& operator&(const T& t) {
    return *this << t;
  }
  void save_binary(const void* address, std::size_t count) { transfer(address, count); }
  void transfer(const void* address, std::size_t count) {
    const auto n = static_cast<std::streamsize>(count);
    if (this->buffer().sputn(static_cast<const char*>(address), n) != n)
      throw std::length_error("ttg: an object is larger than the memory for it");
  }
};

template <class Streambuf>
class boost_optimized_iarchive : public BoostArchive<boost_optimized_iarchive<Streambuf>, Streambuf, false> {
 public:
  using BoostArchive<boost_optimized_iarchive, Streambuf, false>::BoostArchive;

  template <class T>
  boost_optimized_iarchive& operator>>(T&& t) {
    using Plain = std::remove_cvref_t<T>;
    if constexpr (std::is_pointer_v<Plain>) {
      t = new std::remove_pointer_t<Plain>();
      this->visit(*t);
    } else {
      this->visit(t);
    }
    return *this;
  }
  template <class T>
  boost_optimized_iarchive& operator&(T&& t) {
    return *this >> std::forward<T>(t);
  }
  void load_binary(void* address, std::size_t count) { transfer(address, count); }
  void transfer(const void* address, std::size_t count) {
    const auto n = static_cast<std::streamsize>(count);
    if (this->buffer().sgetn(static_cast<char*>(const_cast<void*>(address)), n) != n)
      throw std::length_error("ttg: the bytes of an object end too early");
  }
};

using boost_counting_oarchive = boost_optimized_oarchive<counting_streambuf>;
using boost_iovec_oarchive = boost_optimized_oarchive<iovec_ostreambuf>;
using boost_byte_oarchive = boost_optimized_oarchive<byte_ostreambuf>;
using boost_buffer_oarchive = boost_byte_oarchive;
using boost_iovec_iarchive = boost_optimized_iarchive<iovec_istreambuf>;
using boost_byte_iarchive = boost_optimized_iarchive<byte_istreambuf>;
using boost_buffer_iarchive = boost_byte_iarchive;

// Makes an archive over `size` bytes of memory, from `offset` on.
inline auto make_boost_buffer_oarchive(void* buffer, std::size_t size, std::size_t offset = 0) {
  assert(offset <= size);
  return boost_byte_oarchive(static_cast<char*>(buffer) + offset, static_cast<std::streamsize>(size - offset));
}
template <std::size_t n>
auto make_boost_buffer_oarchive(char (&buffer)[n], std::size_t offset = 0) {
  return make_boost_buffer_oarchive(static_cast<void*>(buffer), n, offset);
}
inline auto make_boost_buffer_iarchive(const void* buffer, std::size_t size, std::size_t offset = 0) {
  assert(offset <= size);
  return boost_byte_iarchive(static_cast<const char*>(buffer) + offset, static_cast<std::streamsize>(size - offset));
}
template <std::size_t n>
auto make_boost_buffer_iarchive(const char (&buffer)[n], std::size_t offset = 0) {
  return make_boost_buffer_iarchive(static_cast<const void*>(buffer), n, offset);
}

}  // namespace ttg::detail

#endif

#endif
