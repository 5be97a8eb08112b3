// Hashes of keys. ttg::overload::hash is for programs to specialise.
#ifndef XOMP_TTG_UTIL_HASH_H
#define XOMP_TTG_UTIL_HASH_H

#include "ttg/util/meta.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

namespace ttg {

namespace detail {

// 64-bit FNV-1a.
class FNVhasher {
 public:
  using value_type = std::uint64_t;
  static constexpr value_type initial_value() { return 0xcbf29ce484222325ull; }

  void update(std::size_t bytes, const std::byte* data) {
    for (std::size_t i = 0; i < bytes; ++i) update(data[i]);
  }
  void update(std::byte b) {
    value_ ^= static_cast<value_type>(b);
    value_ *= 0x100000001b3ull;
  }
  value_type value() const { return value_; }

 private:
  value_type value_ = initial_value();
};

}  // namespace detail

namespace overload {

template <class T, class Enabler = void>
struct hash;

template <class T>
inline constexpr bool has_own_hash_v = requires(const T& t) { t.hash(); };

template <class T>
struct hash<T, std::enable_if_t<has_own_hash_v<T>>> {
  auto operator()(const T& t) const { return t.hash(); }
};
template <class T>
struct hash<T, std::enable_if_t<!has_own_hash_v<T> && (std::is_integral_v<T> || std::is_enum_v<T>) && sizeof(T) <= 8>> {
  std::size_t operator()(const T& t) const { return static_cast<std::size_t>(t); }
};
template <class T>
struct hash<T,
            std::enable_if_t<!has_own_hash_v<T> && !((std::is_integral_v<T> || std::is_enum_v<T>) && sizeof(T) <= 8) &&
                             !meta::is_void_v<T> && std::has_unique_object_representations_v<T>>> {
  std::size_t operator()(const T& t) const {
    detail::FNVhasher hasher;
    hasher.update(sizeof(T), reinterpret_cast<const std::byte*>(&t));
    return hasher.value();
  }
};
template <class T>
struct hash<T, std::enable_if_t<meta::is_void_v<T>>> {
  std::size_t operator()() const { return detail::FNVhasher::initial_value(); }
  template <class V>
  std::size_t operator()(const V&) const {
    return detail::FNVhasher::initial_value();
  }
};

}  // namespace overload

template <class T>
void hash_combine(std::size_t& seed, const T& v);

namespace detail {

template <class T>
std::size_t hash_of(const T& t) {
  if constexpr (requires { overload::hash<T>{}(t); }) {
    return static_cast<std::size_t>(overload::hash<T>{}(t));
  } else if constexpr (requires { std::hash<T>{}(t); }) {
    return std::hash<T>{}(t);
  } else {
    static_assert(
        always_false<T>,
        "ttg: a key needs a hash: give the type a member hash(), or specialise ttg::overload::hash or std::hash");
  }
}

}  // namespace detail

template <class T>
struct hash {
  std::size_t operator()(const T& t) const { return detail::hash_of(t); }
};
template <>
struct hash<void> : overload::hash<void> {};
template <>
struct hash<Void> : overload::hash<Void> {};

template <class T>
void hash_combine(std::size_t& seed, const T& v) {
  seed ^= hash<T>{}(v) + 0x9e3779b9 + (seed << 6) + (seed >> 2);
}

namespace overload {

template <class A, class B>
struct hash<std::pair<A, B>, std::enable_if_t<!std::has_unique_object_representations_v<std::pair<A, B>>>> {
  std::size_t operator()(const std::pair<A, B>& p) const {
    std::size_t seed = 0;
    hash_combine(seed, p.first);
    hash_combine(seed, p.second);
    return seed;
  }
};

}  // namespace overload

}  // namespace ttg

#endif
