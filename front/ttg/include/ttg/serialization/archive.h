// The library's own archives: objects as bytes in memory. `ar & x`, `ar << x`, `ar >> x`.
#ifndef XOMP_TTG_SERIALIZATION_ARCHIVE_H
#define XOMP_TTG_SERIALIZATION_ARCHIVE_H

#include "ttg/serialization/backends/madness/functions.h"
#include "ttg/serialization/forms.h"
#include "ttg/util/meta.h"
#include <array>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace ttg::detail {

template <class T>
inline constexpr bool is_std_array_v = false;
template <class T, std::size_t n>
inline constexpr bool is_std_array_v<std::array<T, n>> = true;
template <class T>
inline constexpr bool is_std_pair_v = false;
template <class A, class B>
inline constexpr bool is_std_pair_v<std::pair<A, B>> = true;
template <class T>
inline constexpr bool is_std_variant_v = false;
template <class... Ts>
inline constexpr bool is_std_variant_v<std::variant<Ts...>> = true;
template <class T>
inline constexpr bool is_std_optional_v = false;
template <class T>
inline constexpr bool is_std_optional_v<std::optional<T>> = true;
template <class T>
inline constexpr bool is_growing_v = requires(T& t) {
  typename T::value_type;
  t.clear();
  t.insert(t.end(), std::declval<typename T::value_type>());
  t.size();
};

struct OwnArchiveBase {};

// Derived has bytes_of(memory, count). The operators are const because some programs' functions take a const archive.
template <class Derived, bool output>
class OwnArchive : public OwnArchiveBase {
 public:
  static constexpr bool is_output = output, is_input = !output;
  static constexpr bool is_saving = output, is_loading = !output;

  template <class T>
  Derived& operator&(T&& t) const {
    return visit(const_cast<std::remove_cvref_t<T>&>(t)), self();
  }
  template <class T>
    requires(output)
  Derived& operator<<(const T& t) const {
    return visit(const_cast<T&>(t)), self();
  }
  template <class T>
    requires(!output)
  Derived& operator>>(T&& t) const {
    return visit(const_cast<std::remove_cvref_t<T>&>(t)), self();
  }

 private:
  Derived& self() const { return const_cast<Derived&>(static_cast<const Derived&>(*this)); }
  void bytes(void* data, std::size_t count) const { self().bytes_of(data, count); }

  template <class T>
  void visit(T& t) const {
    if constexpr (std::is_array_v<T>) {
      for (auto& x : t) visit(x);
    } else if constexpr (requires { self().split(t); }) {  // an archive that knows SplitMetadataDescriptor
      self().split(t);
    } else if constexpr (requires { t.serialize(self()); }) {
      t.serialize(self());
    } else if constexpr (has_madness_function_v<Derived, T>) {
      call_madness_function(self(), t);
    } else if constexpr (requires { t.serialize(self(), 0u); }) {
      t.serialize(self(), 0u);
    } else if constexpr (requires { serialize(self(), t); }) {
      serialize(self(), t);
    } else if constexpr (requires { serialize(self(), t, 0u); }) {
      serialize(self(), t, 0u);
    } else if constexpr (std::is_empty_v<T> && is_memcpyable_v<T>) {
      // Nothing is read or written: an empty object may have the address of its neighbour, as a base or as a part of a
      // tuple.
    } else if constexpr (std::is_same_v<T, bool> && !output) {
      t = read_bool();
    } else if constexpr (is_memcpyable_v<T> && !std::is_pointer_v<T>) {
      bytes(&t, sizeof(T));
    } else if constexpr (is_std_pair_v<T>) {
      visit(const_cast<std::remove_const_t<typename T::first_type>&>(t.first));
      visit(t.second);
    } else if constexpr (is_std_array_v<T>) {
      for (auto& x : t) visit(x);
    } else if constexpr (meta::is_tuple_v<T>) {
      std::apply([&](auto&... x) { (visit(x), ...); }, t);
    } else if constexpr (is_std_variant_v<T>) {
      visit_variant(t, std::make_index_sequence<std::variant_size_v<T>>{});
    } else if constexpr (is_std_optional_v<T>) {
      bool has = t.has_value();
      visit(has);
      if constexpr (!output) {
        if (has) t.emplace();
        else t.reset();
      }
      if (has) visit(*t);
    } else if constexpr (is_growing_v<T>) {
      visit_container(t);
    } else {
      static_assert(always_false<T>,
                    "ttg: a value of this type cannot be written into an archive: give it a serialize() member");
    }
  }
  template <class T, std::size_t... i>
  void visit_variant(T& t, std::index_sequence<i...>) const {
    std::size_t index = t.index();
    bytes(&index, sizeof index);
    if (index >= sizeof...(i) && !output) throw std::length_error("ttg: a variant of another process has no such type");
    if constexpr (!output) ((index == i ? (t.template emplace<i>(), 0) : 0), ...);
    ((index == i ? (visit(std::get<i>(t)), 0) : 0), ...);
  }
  bool read_bool() const {
    unsigned char value;
    bytes(&value, sizeof value);
    return value != 0;  // any other value in a bool would be undefined
  }
  // Gives t so many elements. Returns true if they have been copied from the archive's own memory, because resize()
  // would first write zeros.
  template <class T>
  bool take_elements(T& t, std::size_t count) const {
    using V = typename T::value_type;
    if constexpr (std::is_trivially_copyable_v<V> && requires(const V* p) {
                    t.assign(p, p);
                    self().lend(count);
                  }) {
      if (reinterpret_cast<std::uintptr_t>(self().position()) % alignof(V) == 0) {
        const V* const first = reinterpret_cast<const V*>(self().lend(count * sizeof(V)));
        t.assign(first, first + count);
        return true;
      }
    }
    t.resize(count);
    return false;
  }
  template <class V, class Element>
  void visit_element(Element& x) const {
    if constexpr (std::is_same_v<std::remove_const_t<Element>, V>) {
      visit(const_cast<std::remove_const_t<Element>&>(x));
    } else {  // a stand-in, such as std::vector<bool>'s
      V value = x;
      visit(value);
    }
  }
  template <class T>
  void visit_container(T& t) const {
    using V = typename T::value_type;
    std::size_t count = t.size();
    bytes(&count, sizeof count);
    if constexpr (requires {
                    t.data();
                    t.resize(count);
                  } && is_memcpyable_v<V>) {
      if constexpr (output && requires { self().lend_elements(t); }) {
        if (self().lend_elements(t)) return;
      }
      if constexpr (!output && requires { self().borrow_elements(t, count); }) {
        if (self().borrow_elements(t, count)) return;
      }
      if constexpr (!output) {
        if (self().nbyte_avail() / sizeof(V) < count)
          throw std::length_error("ttg: the bytes of an object end too early");
        if (take_elements(t, count)) return;
      }
      bytes(const_cast<std::remove_const_t<V>*>(t.data()), count * sizeof(V));
    } else if constexpr (output) {
      for (auto&& x : t) visit_element<V>(x);
    } else {
      t.clear();
      for (std::size_t i = 0; i < count; ++i) {
        if constexpr (is_std_pair_v<V>) {
          std::pair<std::remove_const_t<typename V::first_type>, typename V::second_type> x;
          visit(x);
          t.insert(t.end(), std::move(x));
        } else {
          V x{};
          visit(x);
          t.insert(t.end(), std::move(x));
        }
      }
    }
  }
};

// Without memory the archive only counts.
class OutputArchive : public OwnArchive<OutputArchive, true> {
 public:
  OutputArchive() = default;
  OutputArchive(void* memory, std::size_t bytes) : memory_(static_cast<char*>(memory)), most_(bytes) {}
  void bytes_of(const void* data, std::size_t count) {
    if (memory_ != nullptr) {
      if (most_ - size_ < count) throw std::length_error("ttg: an object is larger than the memory for it");
      if (count != 0) std::memcpy(memory_ + size_, data, count);
    }
    size_ += count;
  }
  std::size_t size() const { return size_; }

 private:
  char* memory_ = nullptr;
  std::size_t most_ = 0, size_ = 0;
};
class InputArchive : public OwnArchive<InputArchive, false> {
 public:
  InputArchive(const void* memory, std::size_t bytes) : at_(static_cast<const char*>(memory)), end_(at_ + bytes) {}
  void bytes_of(void* data, std::size_t count) {
    if (nbyte_avail() < count) throw std::length_error("ttg: the bytes of an object end too early");
    if (count != 0) std::memcpy(data, at_, count);
    at_ += count;
  }
  const char* position() const { return at_; }
  std::size_t nbyte_avail() const { return static_cast<std::size_t>(end_ - at_); }

 private:
  const char *at_, *end_;
};

template <class T>
inline constexpr bool is_archive_v<T, std::enable_if_t<std::is_base_of_v<OwnArchiveBase, T>>> = true;
template <class T>
inline constexpr bool is_output_archive_v<T, std::enable_if_t<std::is_base_of_v<OwnArchiveBase, T>>> = T::is_output;
template <class T>
inline constexpr bool is_input_archive_v<T, std::enable_if_t<std::is_base_of_v<OwnArchiveBase, T>>> = T::is_input;

// Says whether the type has a serialize() that our archives can call.
template <class T, class Archive>
inline constexpr bool has_some_serialize_v =
    has_member_serialize_v<T, Archive> || has_member_serialize_with_version_v<T, Archive> ||
    has_freestanding_serialize_v<T, Archive> || has_freestanding_serialize_with_version_v<T, Archive>;
template <class T>
inline constexpr bool is_own_user_serializable_v =
    has_some_serialize_v<std::remove_cv_t<T>, OutputArchive> && has_some_serialize_v<std::remove_cv_t<T>, InputArchive>;

}  // namespace ttg::detail

#endif
