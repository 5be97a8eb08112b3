// Serializer and Deserializer: values to a stream and back, in the machine's own form.
//
// Arithmetic values, enumerations, strings, the standard containers, std::array, tuple, pair, optional, variant, durations and points
// in time. A type of a program's own has save(archive) const and load(archive), which give their members to the archive
// and return what it returns: the number of bytes.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "../core/error.hpp"

namespace tf {
namespace detail {

template <typename T>
inline constexpr bool is_plain_value = std::is_arithmetic_v<T> || std::is_enum_v<T>;

template <typename T, typename = void>
inline constexpr bool is_container = false;
template <typename T>
inline constexpr bool is_container<T, std::void_t<typename T::value_type, decltype(std::begin(std::declval<T&>())),
                                                  decltype(std::declval<T&>().clear())>> = true;
template <typename T, typename = void>
inline constexpr bool is_associative = false;
template <typename T>
inline constexpr bool is_associative<T, std::void_t<typename T::key_type>> = true;

template <typename T>
inline constexpr bool is_forward_list = false;
template <typename T, typename A>
inline constexpr bool is_forward_list<std::forward_list<T, A>> = true;
template <typename T>
inline constexpr bool is_array = false;
template <typename T, std::size_t N>
inline constexpr bool is_array<std::array<T, N>> = true;
template <typename T>
inline constexpr bool is_tuple = false;
template <typename... Ts>
inline constexpr bool is_tuple<std::tuple<Ts...>> = true;
template <typename A, typename B>
inline constexpr bool is_tuple<std::pair<A, B>> = true;
template <typename T>
inline constexpr bool is_optional = false;
template <typename T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <typename T>
inline constexpr bool is_variant = false;
template <typename... Ts>
inline constexpr bool is_variant<std::variant<Ts...>> = true;
template <typename T>
inline constexpr bool is_duration = false;
template <typename R, typename P>
inline constexpr bool is_duration<std::chrono::duration<R, P>> = true;
template <typename T>
inline constexpr bool is_time_point = false;
template <typename C, typename D>
inline constexpr bool is_time_point<std::chrono::time_point<C, D>> = true;

// An element of a container of T that can be assigned: keys are const inside of a map.
template <typename T>
struct Mutable {
  using type = T;
};
template <typename K, typename V>
struct Mutable<std::pair<const K, V>> {
  using type = std::pair<K, V>;
};

}  // namespace detail

template <typename Stream, typename SizeType = std::streamsize>
class Serializer {
 public:
  explicit Serializer(Stream& stream) : stream_(stream) {}

  // Writes the values; returns how many bytes that were.
  template <typename... Ts>
  SizeType operator()(Ts&&... values) {
    return (SizeType{0} + ... + save(values));
  }

 private:
  SizeType write(const void* data, std::size_t bytes) {
    stream_.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
    return static_cast<SizeType>(bytes);
  }
  SizeType save_size(std::size_t size) { return save(static_cast<std::uint64_t>(size)); }

  template <typename T>
  SizeType save(const T& value) {
    if constexpr (detail::is_plain_value<T>) {
      return write(&value, sizeof value);
    } else if constexpr (detail::is_array<T>) {
      return save_elements(value);
    } else if constexpr (detail::is_container<T>) {
      const SizeType bytes = save_size(static_cast<std::size_t>(std::distance(value.begin(), value.end())));
      return bytes + save_elements(value);
    } else if constexpr (detail::is_tuple<T>) {
      return std::apply([this](const auto&... parts) { return (SizeType{0} + ... + this->save(parts)); }, value);
    } else if constexpr (detail::is_optional<T>) {
      const SizeType bytes = save(value.has_value());
      return value.has_value() ? bytes + save(*value) : bytes;
    } else if constexpr (detail::is_variant<T>) {
      const SizeType bytes = save_size(value.index());
      return bytes + std::visit([this](const auto& v) { return this->save(v); }, value);
    } else if constexpr (detail::is_duration<T>) {
      return save(value.count());
    } else if constexpr (detail::is_time_point<T>) {
      return save(value.time_since_epoch());
    } else {
      return static_cast<SizeType>(value.save(*this));
    }
  }
  template <typename T>
  SizeType save_elements(const T& elements) {
    SizeType bytes = 0;
    for (const auto& element : elements) bytes += save(element);
    return bytes;
  }

  Stream& stream_;
};

template <typename Stream, typename SizeType = std::streamsize>
class Deserializer {
 public:
  explicit Deserializer(Stream& stream) : stream_(stream) {}

  // Reads the values; returns how many bytes that were.
  template <typename... Ts>
  SizeType operator()(Ts&&... values) {
    return (SizeType{0} + ... + load(values));
  }

 private:
  SizeType load_size(std::size_t& size) {
    std::uint64_t n = 0;
    const SizeType bytes = load(n);
    size = static_cast<std::size_t>(n);
    return bytes;
  }

  template <typename T>
  SizeType load(T& value) {
    if constexpr (detail::is_plain_value<T>) {
      stream_.read(reinterpret_cast<char*>(&value), sizeof value);
      return static_cast<SizeType>(sizeof value);
    } else if constexpr (detail::is_array<T>) {
      SizeType bytes = 0;
      for (auto& element : value) bytes += load(element);
      return bytes;
    } else if constexpr (detail::is_container<T>) {
      return load_container(value);
    } else if constexpr (detail::is_tuple<T>) {
      return std::apply([this](auto&... parts) { return (SizeType{0} + ... + this->load(parts)); }, value);
    } else if constexpr (detail::is_optional<T>) {
      bool has_value = false;
      const SizeType bytes = load(has_value);
      if (!has_value) {
        value.reset();
        return bytes;
      }
      return bytes + load(value.emplace());
    } else if constexpr (detail::is_variant<T>) {
      std::size_t index;
      const SizeType bytes = load_size(index);
      return bytes + load_alternative(value, index, std::make_index_sequence<std::variant_size_v<T>>());
    } else if constexpr (detail::is_duration<T>) {
      typename T::rep count{};
      const SizeType bytes = load(count);
      value = T(count);
      return bytes;
    } else if constexpr (detail::is_time_point<T>) {
      typename T::duration since{};
      const SizeType bytes = load(since);
      value = T(since);
      return bytes;
    } else {
      return static_cast<SizeType>(value.load(*this));
    }
  }

  // Element by element, so that a wrong number in the stream takes no memory beyond what the stream has elements for.
  template <typename T>
  SizeType load_container(T& container) {
    container.clear();
    std::size_t n;
    SizeType bytes = load_size(n);
    for (std::size_t i = 0; i < n && stream_; ++i) {
      typename detail::Mutable<typename T::value_type>::type element{};
      bytes += load(element);
      if constexpr (detail::is_forward_list<T>) container.push_front(std::move(element));
      else if constexpr (detail::is_associative<T>) container.insert(container.end(), std::move(element));
      else container.push_back(std::move(element));
    }
    if constexpr (detail::is_forward_list<T>) container.reverse();
    return bytes;
  }
  template <typename T, std::size_t... I>
  SizeType load_alternative(T& value, std::size_t index, std::index_sequence<I...>) {
    SizeType bytes = 0;
    if (!((I == index && ((bytes = load(value.template emplace<I>())), true)) || ...))
      TF_THROW("a variant has no alternative of this number");
    return bytes;
  }

  Stream& stream_;
};

}  // namespace tf
