// How a callable is called: its argument types, or, for a generic one, which of the offered arguments it takes.
#ifndef XOMP_TTG_UTIL_META_CALLABLE_H
#define XOMP_TTG_UTIL_META_CALLABLE_H

#include <type_traits>
#include <utility>

#if __has_include(<boost/callable_traits.hpp>)
#include <boost/callable_traits.hpp>
#endif

#include "ttg/util/meta.h"

namespace ttg::meta {

namespace callable_detail {

template <class T>
struct Signature {
  static constexpr bool known = false;
};
template <class R, class... Args>
struct Signature<R (*)(Args...)> {
  static constexpr bool known = true;
  using ret = R;
  using args = typelist<Args...>;
};
template <class R, class... Args>
struct Signature<R (*)(Args...) noexcept> : Signature<R (*)(Args...)> {};
template <class R, class... Args>
struct Signature<R(Args...)> : Signature<R (*)(Args...)> {};
template <class R, class... Args>
struct Signature<R(Args...) noexcept> : Signature<R (*)(Args...)> {};

template <class T>
struct Method {
  static constexpr bool known = false;
};
template <class R, class C, class... Args>
struct MethodOf : Signature<R (*)(Args...)> {
  using method_args = typelist<C, Args...>;
};
template <class R, class C, class... A>
struct Method<R (C::*)(A...)> : MethodOf<R, C&, A...> {};
template <class R, class C, class... A>
struct Method<R (C::*)(A...) const> : MethodOf<R, const C&, A...> {};
template <class R, class C, class... A>
struct Method<R (C::*)(A...)&> : MethodOf<R, C&, A...> {};
template <class R, class C, class... A>
struct Method<R (C::*)(A...) const&> : MethodOf<R, const C&, A...> {};
template <class R, class C, class... A>
struct Method<R (C::*)(A...) noexcept> : MethodOf<R, C&, A...> {};
template <class R, class C, class... A>
struct Method<R (C::*)(A...) const noexcept> : MethodOf<R, const C&, A...> {};

template <class F>
constexpr auto signature_of() {
  using D = std::remove_cv_t<std::remove_pointer_t<std::remove_reference_t<F>>>;
  using C = std::remove_cv_t<std::remove_reference_t<F>>;
  if constexpr (std::is_function_v<D>) {
    return Signature<D>{};
  } else if constexpr (std::is_member_function_pointer_v<C>) {
    return Method<C>{};
  } else if constexpr (requires { &C::operator(); }) {
    return Method<decltype(&C::operator())>{};
  } else {
    return Signature<void>{};
  }
}
template <class F>
using signature = decltype(signature_of<F>());

template <class S, bool known = S::known>
struct Listed {
  using type = std::pair<typelist<>, typelist<>>;
};
template <class S>
struct Listed<S, true> {
  using type = std::pair<typelist<typename S::ret>, typelist<typename S::method_args>>;
};
template <class S>
  requires(S::known && !requires { typename S::method_args; })
struct Listed<S, true> {
  using type = std::pair<typelist<typename S::ret>, typename S::args>;
};
// A class with operator() is listed without the object.
template <class F>
constexpr auto listed() {
  using S = signature<F>;
  if constexpr (!S::known) return std::pair<typelist<>, typelist<>>{};
  else if constexpr (std::is_member_function_pointer_v<std::remove_cv_t<std::remove_reference_t<F>>>)
    return std::pair<typelist<typename S::ret>, typename S::method_args>{};
  else return std::pair<typelist<typename S::ret>, typename S::args>{};
}

}  // namespace callable_detail

// Says whether the argument types can only be found by trying, because F is a template or has overloads.
template <class F>
inline constexpr bool is_generic_callable_v = !callable_detail::signature<F>::known;

// {generic, {typelist<return>, typelist<arguments...>}}; the lists are empty when generic.
template <class F>
inline constexpr auto callable_args =
    std::pair<bool, decltype(callable_detail::listed<F>())>{is_generic_callable_v<F>, callable_detail::listed<F>()};

namespace callable_detail {

// Calls with the chosen types, those that are void left out.
template <class F, class Chosen>
struct Try;
template <class F, class... Args>
struct Try<F, typelist<Args...>> {
  using args =
      std::conditional_t<true, typelist_cat_t<std::conditional_t<std::is_void_v<Args>, typelist<>, typelist<Args>>...>,
                         void>;
  template <class L>
  struct result;
  template <class... As>
  struct result<typelist<As...>> : std::invoke_result<F, As...> {};
  static constexpr bool fits = is_invocable_typelist_v<F, args>;
};

// `number` selects one candidate of each list, that of the leftmost list varying fastest.
template <class Chosen, std::size_t number, class... Lists>
struct Choose;
template <class... Chosen, std::size_t number>
struct Choose<typelist<Chosen...>, number> {
  using type = typelist<Chosen...>;
};
template <class... Chosen, std::size_t number, class First, class... Rest>
struct Choose<typelist<Chosen...>, number, First, Rest...>
    : Choose<typelist<Chosen..., typelist_element_t<number % typelist_size_v<First>, First>>,
             number / typelist_size_v<First>, Rest...> {};

template <class F, std::size_t number, std::size_t end, class... Lists>
constexpr auto first_fitting() {
  if constexpr (number == end) {
    return typelist<typelist<>, typelist<>>{};
  } else {
    using chosen = typename Choose<typelist<>, number, Lists...>::type;
    if constexpr (Try<F, chosen>::fits) {
      using ret = typename Try<F, chosen>::template result<typename Try<F, chosen>::args>::type;
      return typelist<typelist<ret>, chosen>{};
    } else {
      return first_fitting<F, number + 1, end, Lists...>();
    }
  }
}

}  // namespace callable_detail

}  // namespace ttg::meta

namespace ttg {

// The first combination of one candidate from each list that `func` can be called with, as typelist<typelist<return>,
// typelist<arguments...>>; two empty lists if there is none.
template <class F, class... Lists>
constexpr auto compute_arg_binding_types(F&, typelist<Lists...>) {
  return meta::callable_detail::first_fitting<F&, 0, (meta::typelist_size_v<Lists> * ... * 1), Lists...>();
}
template <class F, class... Lists>
constexpr auto compute_arg_binding_types_r(F& f, typelist<Lists...> lists) {
  return compute_arg_binding_types(f, lists);
}

}  // namespace ttg

#endif
