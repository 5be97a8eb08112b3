// The standard headers that programs rely on, and small type traits.
#pragma once

#if __has_include(<version>)
#include <version>
#endif
#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>
#if defined(__cpp_concepts)
#include <concepts>
#endif
#if defined(__cpp_lib_latch)
#include <latch>
#endif

#include "macros.hpp"
#include "os.hpp"

namespace tf {

// A copyable box for a value that can only be moved: copying it moves.
template <typename T>
struct MoC {
  explicit MoC(T&& value) : object(std::move(value)) {}
  MoC(const MoC& other) : object(std::move(other.object)) {}
  T& get() { return object; }
  mutable T object;
};
template <typename T>
auto make_moc(T&& value) {
  return MoC<std::remove_cv_t<std::remove_reference_t<T>>>(std::forward<T>(value));
}

template <typename...>
inline constexpr bool dependent_false_v = false;

// T, or what a std::reference_wrapper refers to.
template <typename T>
struct unwrap_reference {
  using type = T;
};
template <typename U>
struct unwrap_reference<std::reference_wrapper<U>> {
  using type = U&;
};
template <typename T>
using unwrap_reference_t = typename unwrap_reference<T>::type;
template <typename T>
struct unwrap_ref_decay : unwrap_reference<std::decay_t<T>> {};
template <typename T>
using unwrap_ref_decay_t = typename unwrap_ref_decay<T>::type;

// What an iterator or a bound given by value or by std::ref is, when the task runs.
template <typename B, typename E = B>
struct stateful_iterator {
  using type = std::decay_t<unwrap_ref_decay_t<B>>;
};
template <typename B, typename E = B>
using stateful_iterator_t = typename stateful_iterator<B, E>::type;
template <typename B, typename E = B, typename S = B>
struct stateful_index {
  using type = std::decay_t<unwrap_ref_decay_t<B>>;
};
template <typename B, typename E = B, typename S = B>
using stateful_index_t = typename stateful_index<B, E, S>::type;

template <typename T, typename... Ts>
inline constexpr bool all_same_v = (std::is_same_v<T, Ts> && ...);
template <bool...>
struct bool_pack;
template <bool... bs>
using all_true = std::is_same<bool_pack<bs..., true>, bool_pack<true, bs...>>;

template <typename T>
struct is_std_reference_wrapper : std::false_type {};
template <typename U>
struct is_std_reference_wrapper<std::reference_wrapper<U>> : std::true_type {};

// Calls f(i) for beg, beg + step, ... below end.
template <auto beg, auto end, auto step, typename F>
constexpr void unroll(F&& f) {
  for (auto i = beg; i < end; i += step) f(i);
}
// Calls f(i) for beg, beg + step, ... below end, until a call returns true. Returns whether one did.
template <auto beg, auto end, auto step, typename F>
constexpr bool unroll_until(F&& f) {
  for (auto i = beg; i < end; i += step)
    if (f(i)) return true;
  return false;
}
// Calls f(i) for beg, beg + step, ... below end, as long as the calls return true. Returns whether all did.
template <auto beg, auto end, auto step, typename F>
constexpr bool unroll_while(F&& f) {
  for (auto i = beg; i < end; i += step)
    if (!f(i)) return false;
  return true;
}

// Which alternative of the variant T is; their number if none.
template <typename T, typename Variant>
struct get_index;
template <typename T, typename... Ts>
struct get_index<T, std::variant<Ts...>> {
  static constexpr std::size_t find() {
    std::size_t index = 0;
    (void)((std::is_same_v<T, Ts> ? false : (++index, true)) && ...);
    return index;
  }
  static constexpr std::size_t value = find();
};
template <typename T, typename... Ts>
inline constexpr std::size_t get_index_v = get_index<T, Ts...>::value;

// The variant of the same alternatives, each once.
namespace detail {
template <typename Kept, typename... Rest>
struct Unique {
  using type = Kept;
};
template <typename... Kept, typename T, typename... Rest>
struct Unique<std::variant<Kept...>, T, Rest...>
    : Unique<std::conditional_t<(std::is_same_v<T, Kept> || ...), std::variant<Kept...>, std::variant<Kept..., T>>,
             Rest...> {};
}  // namespace detail
template <typename Variant>
struct unique_variant;
template <typename... Ts>
struct unique_variant<std::variant<Ts...>> : detail::Unique<std::variant<>, Ts...> {};
template <typename T>
using unique_variant_t = typename unique_variant<T>::type;

// Calls f with the element of the tuple that has this index, if there is one.
template <typename F, typename Tuple>
void visit_tuple(F&& f, Tuple& tuple, std::size_t index) {
  std::apply(
      [&](auto&... elements) {
        std::size_t at = 0;
        (void)((at++ == index ? (static_cast<void>(std::invoke(f, elements)), true) : false) || ...);
      },
      tuple);
}

template <typename T>
inline constexpr bool is_std_compare_v = false;
template <typename T>
inline constexpr bool is_std_compare_v<std::less<T>> = true;
template <typename T>
inline constexpr bool is_std_compare_v<std::greater<T>> = true;

// What an iterator points to, without const.
template <typename It>
using deref_t = std::remove_cv_t<std::remove_reference_t<decltype(*std::declval<It&>())>>;
template <typename It>
inline constexpr bool is_random_access_iterator =
    std::is_base_of_v<std::random_access_iterator_tag, typename std::iterator_traits<It>::iterator_category>;

// Says whether F can be called with N arguments of whatever type.
namespace detail {
struct AnyArgument {
  template <typename T>
  operator T&() const;
  template <typename T>
  operator T&&() const;
};
template <std::size_t>
using any_argument = AnyArgument;
template <typename F, typename Indexes>
struct NaryInvocable;
template <typename F, std::size_t... I>
struct NaryInvocable<F, std::index_sequence<I...>> : std::is_invocable<F, any_argument<I>...> {};
template <typename F, std::size_t N>
inline constexpr bool is_nary_invocable = NaryInvocable<F, std::make_index_sequence<N>>::value;
}  // namespace detail

#if defined(__cpp_concepts)
template <typename F, std::size_t N>
concept NaryOperatorLike = detail::is_nary_invocable<F, N>;
template <typename F>
concept UnaryOperatorLike = NaryOperatorLike<F, 1>;
template <typename F>
concept BinaryOperatorLike = NaryOperatorLike<F, 2>;
template <typename F>
concept TernaryOperatorLike = NaryOperatorLike<F, 3>;
#endif

}  // namespace tf
