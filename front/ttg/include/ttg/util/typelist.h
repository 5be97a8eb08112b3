// A list of types.
#ifndef XOMP_TTG_UTIL_TYPELIST_H
#define XOMP_TTG_UTIL_TYPELIST_H

#include <cstddef>
#include <tuple>
#include <type_traits>

namespace ttg {

template <class... Ts>
struct typelist {
  constexpr std::size_t size() const { return sizeof...(Ts); }
  template <std::size_t i>
  static constexpr auto get() {
    return std::tuple_element_t<i, std::tuple<std::type_identity<Ts>...>>{};
  }
};

namespace meta {

template <class T>
struct is_typelist : std::false_type {};
template <class... Ts>
struct is_typelist<typelist<Ts...>> : std::true_type {};
template <class T>
inline constexpr bool is_typelist_v = is_typelist<T>::value;

template <class T>
struct typelist_size;
template <class... Ts>
struct typelist_size<typelist<Ts...>> : std::integral_constant<std::size_t, sizeof...(Ts)> {};
template <class T>
inline constexpr std::size_t typelist_size_v = typelist_size<T>::value;
template <class T>
inline constexpr bool typelist_is_empty_v = typelist_size_v<T> == 0;

template <class T>
struct typelist_to_tuple;
template <class... Ts>
struct typelist_to_tuple<typelist<Ts...>> {
  using type = std::tuple<Ts...>;
};
template <class T>
using typelist_to_tuple_t = typename typelist_to_tuple<T>::type;

template <class... Lists>
struct typelist_cat;
template <>
struct typelist_cat<> {
  using type = typelist<>;
};
template <class... As>
struct typelist_cat<typelist<As...>> {
  using type = typelist<As...>;
};
template <class... As, class... Bs, class... Rest>
struct typelist_cat<typelist<As...>, typelist<Bs...>, Rest...> : typelist_cat<typelist<As..., Bs...>, Rest...> {};
template <class... Lists>
using typelist_cat_t = typename typelist_cat<Lists...>::type;

template <std::size_t i, class T>
struct typelist_element;
template <class T, class... Ts>
struct typelist_element<0, typelist<T, Ts...>> {
  using type = T;
};
template <std::size_t i, class T, class... Ts>
struct typelist_element<i, typelist<T, Ts...>> : typelist_element<i - 1, typelist<Ts...>> {};
template <std::size_t i, class T>
using typelist_element_t = typename typelist_element<i, T>::type;

// Each type without references and const, as a tuple stores its values.
template <class T>
struct decayed_typelist;
template <class... Ts>
struct decayed_typelist<typelist<Ts...>> {
  using type = typelist<std::decay_t<Ts>...>;
};
template <class... Ts>
struct decayed_typelist<std::tuple<Ts...>> {
  using type = std::tuple<std::decay_t<Ts>...>;
};
template <class T>
using decayed_typelist_t = typename decayed_typelist<T>::type;

}  // namespace meta

}  // namespace ttg

#endif
