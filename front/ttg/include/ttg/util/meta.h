// Type traits of parameter lists and callables.
#ifndef XOMP_TTG_UTIL_META_H
#define XOMP_TTG_UTIL_META_H

#include <functional>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ttg/fwd.h"
#include "ttg/util/typelist.h"
#include "ttg/util/void.h"

namespace ttg::meta {

template <class T>
inline constexpr bool is_void_v = std::is_void_v<T> || std::is_same_v<std::remove_cv_t<T>, Void>;
template <class... Ts>
inline constexpr bool is_all_void_v = (is_void_v<Ts> && ...);
template <class... Ts>
inline constexpr bool is_any_void_v = (is_void_v<Ts> || ...);
template <class... Ts>
inline constexpr bool is_none_void_v = !is_any_void_v<Ts...>;
template <class... Ts>
inline constexpr bool is_any_nonvoid_v = !is_all_void_v<Ts...>;

template <class T>
inline constexpr bool is_empty_tuple_v = std::is_same_v<T, std::tuple<>>;

template <class T>
struct is_tuple : std::false_type {};
template <class... Ts>
struct is_tuple<std::tuple<Ts...>> : std::true_type {};
template <class T>
inline constexpr bool is_tuple_v = is_tuple<T>::value;

template <class T>
struct void_to_Void {
  using type = T;
};
template <>
struct void_to_Void<void> {
  using type = Void;
};
template <class T>
using void_to_Void_t = typename void_to_Void<T>::type;

template <class T>
using remove_cvr_t = std::remove_cv_t<std::remove_reference_t<T>>;
template <class T>
inline constexpr bool is_const_v = std::is_const_v<std::remove_reference_t<T>>;

// Leaves out the types that stand for no value.
template <class T>
struct drop_void;
template <template <class...> class List, class... Ts>
struct drop_void<List<Ts...>> {
  template <class T>
  using kept = std::conditional_t<is_void_v<T>, typelist<>, typelist<T>>;
  template <class L>
  struct as;
  template <class... Us>
  struct as<typelist<Us...>> {
    using type = List<Us...>;
  };
  using type = typename as<typelist_cat_t<kept<Ts>...>>::type;
};
template <class T>
using drop_void_t = typename drop_void<T>::type;

template <class T>
inline constexpr bool is_input_terminal_v = false;
template <class K, class V>
inline constexpr bool is_input_terminal_v<In<K, V>> = true;
template <class T>
inline constexpr bool is_output_terminal_v = false;
template <class K, class V>
inline constexpr bool is_output_terminal_v<Out<K, V>> = true;
template <class T>
inline constexpr bool is_input_terminal_tuple_v = false;
template <class... Ts>
inline constexpr bool is_input_terminal_tuple_v<std::tuple<Ts...>> = (is_input_terminal_v<Ts> && ...);
template <class T>
inline constexpr bool is_output_terminal_tuple_v = false;
template <class... Ts>
inline constexpr bool is_output_terminal_tuple_v<std::tuple<Ts...>> = (is_output_terminal_v<Ts> && ...);
template <class T>
inline constexpr bool is_edge_v = false;
template <class K, class V>
inline constexpr bool is_edge_v<Edge<K, V>> = true;
template <class T>
inline constexpr bool is_edge_tuple_v = false;
template <class... Ts>
inline constexpr bool is_edge_tuple_v<std::tuple<Ts...>> = (is_edge_v<Ts> && ...);

template <class T, class = void>
inline constexpr bool is_iterable_v = false;
template <class T>
inline constexpr bool
    is_iterable_v<T, std::void_t<decltype(std::begin(std::declval<T&>())), decltype(std::end(std::declval<T&>()))>> =
        true;

template <class Key>
using keymap = std::conditional_t<is_void_v<Key>, std::function<int()>,
                                  std::function<int(const std::conditional_t<std::is_void_v<Key>, Void, Key>&)>>;
template <class Key>
using keymap_t = keymap<Key>;

template <class F, class Args>
inline constexpr bool is_invocable_typelist_v = false;
template <class F, class... Args>
inline constexpr bool is_invocable_typelist_v<F, typelist<Args...>> = std::is_invocable_v<F, Args...>;
template <class F, class R, class Args>
inline constexpr bool is_invocable_typelist_r_v = false;
template <class F, class R, class... Args>
inline constexpr bool is_invocable_typelist_r_v<F, R, typelist<Args...>> = std::is_invocable_r_v<R, F, Args...>;

template <class T>
inline constexpr bool is_ptr_v = false;
template <class T>
inline constexpr bool is_ptr_v<Ptr<T>> = true;

}  // namespace ttg::meta

namespace ttg::detail {
template <class T>
inline constexpr bool always_false = false;
}  // namespace ttg::detail

#endif
