// make_tt(): a TT from a function.
#ifndef XOMP_TTG_MAKE_TT_H
#define XOMP_TTG_MAKE_TT_H

#include "ttg/tt.h"
#include "ttg/util/meta/callable.h"
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace ttg {

namespace detail {

// What a function takes for an input: `const T&` reads it, `T&&` and `T` consume it.
template <class Arg>
struct InputOfArg {
  static_assert(
      !std::is_lvalue_reference_v<Arg> || std::is_const_v<std::remove_reference_t<Arg>>,
      "ttg: a function of make_tt takes an input as const T& (reads it) or as T&& or T (consumes it), not as T&");
  using type =
      std::conditional_t<std::is_lvalue_reference_v<Arg>, const std::remove_cvref_t<Arg>, std::remove_cvref_t<Arg>>;
};

// The inputs by edge: what the function takes, in order, and void where the edge carries nothing.
template <class Args, class... Values>
struct MergeVoids {
  using type = typelist<>;
};
template <class... Args, class Value, class... Values>
struct MergeVoids<typelist<Args...>, Value, Values...> {
  template <class L>
  struct Next;
  template <class First, class... Rest>
  struct Next<typelist<First, Rest...>> {
    using type = meta::typelist_cat_t<typelist<typename InputOfArg<First>::type>,
                                      typename MergeVoids<typelist<Rest...>, Values...>::type>;
  };
  static constexpr auto merge() {
    if constexpr (std::is_void_v<Value>)
      return std::type_identity<
          meta::typelist_cat_t<typelist<void>, typename MergeVoids<typelist<Args...>, Values...>::type>>{};
    else return std::type_identity<typename Next<typelist<Args...>>::type>{};
  }
  using type = typename decltype(merge())::type;
};

template <class List>
struct DropFirst;
template <class First, class... Rest>
struct DropFirst<typelist<First, Rest...>> {
  using type = typelist<Rest...>;
};
template <std::size_t n, class List>
struct TakeFirst {
  using type = typelist<>;
};
template <std::size_t n, class First, class... Rest>
  requires(n > 0)
struct TakeFirst<n, typelist<First, Rest...>> {
  using type = meta::typelist_cat_t<typelist<First>, typename TakeFirst<n - 1, typelist<Rest...>>::type>;
};

template <class Value>
struct IsInputOf {
  // Says whether an argument written `Arg` can take the edge's value.
  template <class Arg>
  static constexpr bool from =
      std::is_same_v<std::remove_cvref_t<Arg>, Value> || std::is_constructible_v<std::remove_cvref_t<Arg>, Value>;
};

// How a function of make_tt is called.
template <class F, class K, class Outs, class... Values>
struct CallOf {
  using Generic = std::bool_constant<meta::is_generic_callable_v<F>>;
  static constexpr bool kHasKey = !std::is_void_v<K>;
  static constexpr std::size_t kData = ((std::is_void_v<Values> ? 0 : 1) + ... + 0);

  static constexpr auto data_lists() {
    return meta::typelist_cat_t<
        std::conditional_t<std::is_void_v<Values>, typelist<>, typelist<typelist<Values&&, const Values&>>>...>{};
  }
  template <class Value>
  struct Candidates {
    using type = std::conditional_t<is_aggregator_v<Value>, typelist<const Value&>, typelist<Value&&, const Value&>>;
  };

  // {return, arguments without the key and the outputs, takes the outputs}
  template <class Ret, class Args, bool outs>
  struct Found {
    static constexpr bool found = true;
    using ret = Ret;
    using args = Args;
    static constexpr bool takes_outs = outs;
  };
  struct NotFound {
    static constexpr bool found = false;
  };

  template <bool outs, class L>
  struct WithLists;
  template <bool outs, class... Ls>
  struct WithLists<outs, typelist<Ls...>> {
    using all = meta::typelist_cat_t<std::conditional_t<kHasKey, typelist<typelist<const KeyOr<K>&>>, typelist<>>,
                                     typelist<Ls...>, std::conditional_t<outs, typelist<typelist<Outs&>>, typelist<>>>;
    template <class A>
    struct Fit;
    template <class... As>
    struct Fit<typelist<As...>> {
      using type =
          decltype(meta::callable_detail::first_fitting<F&, 0, (meta::typelist_size_v<As> * ... * 1), As...>());
    };
    using type = typename Fit<all>::type;
  };
  template <class V>
  using CandidatesOrNone =
      std::conditional_t<std::is_void_v<V>, typelist<>, typelist<typename Candidates<meta::void_to_Void_t<V>>::type>>;
  using DataCandidates = meta::typelist_cat_t<CandidatesOrNone<Values>...>;

  template <bool outs>
  static constexpr auto try_generic() {
    using fit = typename WithLists<outs, DataCandidates>::type;
    if constexpr (meta::typelist_size_v<meta::typelist_element_t<1, fit>> == 0 &&
                  meta::typelist_size_v<meta::typelist_element_t<0, fit>> == 0) {
      return NotFound{};
    } else {
      using args = meta::typelist_element_t<1, fit>;
      using ret = meta::typelist_element_t<0, meta::typelist_element_t<0, fit>>;
      if constexpr (kHasKey) return Found<ret, typename TakeFirst<kData, typename DropFirst<args>::type>::type, outs>{};
      else return Found<ret, typename TakeFirst<kData, args>::type, outs>{};
    }
  }
  static constexpr auto find_generic() {
    if constexpr (decltype(try_generic<false>())::found) return try_generic<false>();
    else return try_generic<true>();
  }

  using DataValues = meta::typelist_cat_t<std::conditional_t<std::is_void_v<Values>, typelist<>, typelist<Values>>...>;
  template <class Args, std::size_t... i, class... Vs>
  static constexpr bool data_fit(std::index_sequence<i...>, typelist<Vs...>) {
    return (IsInputOf<Vs>::template from<meta::typelist_element_t<i, Args>> && ...);
  }
  static constexpr auto find_plain() {
    using Signature = meta::callable_detail::signature<F>;
    using args = typename Signature::args;
    constexpr std::size_t base = kData + (kHasKey ? 1 : 0);
    constexpr std::size_t count = meta::typelist_size_v<args>;
    static_assert(
        count == base || count == base + 1,
        "ttg: make_tt: wrong number of arguments: a function takes its key, one argument for each input edge that "
        "carries data, and, if it likes, the tuple of its output terminals");
    if constexpr (count == base || count == base + 1) {
      if constexpr (kHasKey) {
        using key_arg = meta::typelist_element_t<0, args>;
        static_assert(!std::is_reference_v<key_arg> ||
                          (std::is_lvalue_reference_v<key_arg> && std::is_const_v<std::remove_reference_t<key_arg>>),
                      "ttg: make_tt: a function takes its key by const reference or by value");
        static_assert(std::is_convertible_v<const KeyOr<K>&, std::remove_cvref_t<key_arg>>,
                      "ttg: make_tt: the first argument of the function is not the key type of the edges");
      }
      static_assert(data_fit<data_args<args>>(std::make_index_sequence<kData>{}, DataValues{}),
                    "ttg: make_tt: an argument of the function is not the value type of its input edge");
      if constexpr (count == base + 1) {
        using outs_arg = meta::typelist_element_t<count - 1, args>;
        static_assert(std::is_lvalue_reference_v<outs_arg> && !std::is_const_v<std::remove_reference_t<outs_arg>>,
                      "ttg: make_tt: a function takes its output terminals by non-const reference, "
                      "std::tuple<ttg::Out<...>...>&");
        static_assert(std::is_same_v<std::remove_cvref_t<outs_arg>, Outs>,
                      "ttg: make_tt: the last argument of the function is not the tuple of output terminals that the "
                      "output edges give");
      }
      return std::type_identity<Found<typename Signature::ret, data_args<args>, (count == base + 1)>>{};
    } else {
      return std::type_identity<NotFound>{};
    }
  }
  template <class Args>
  static constexpr auto drop_key() {
    if constexpr (kHasKey) return typename DropFirst<Args>::type{};
    else return Args{};
  }
  template <class Args>
  struct DataArgs {
    using without_key = typename std::conditional_t<kHasKey, DropFirst<Args>, std::type_identity<Args>>::type;
    using type = typename TakeFirst<kData, without_key>::type;
  };
  template <class Args>
  using data_args = typename DataArgs<Args>::type;

  static constexpr auto find() {
    if constexpr (Generic::value) {
      using found = decltype(find_generic());
      static_assert(
          found::found,
          "ttg: make_tt: cannot find how to call the generic function with the key and the values of the input edges");
      return std::type_identity<found>{};
    } else {
      return find_plain();
    }
  }
  using type = typename decltype(find())::type;
};

}  // namespace detail

// The TT of a function. `takes_tuple`: all inputs come in one tuple.
template <class F, class Ret, bool takes_tuple, bool takes_outs, ExecutionSpace space, class K, class Outs,
          class... Ins>
class CallableWrapTT : public TT<K, Outs, CallableWrapTT<F, Ret, takes_tuple, takes_outs, space, K, Outs, Ins...>,
                                 typelist<Ins...>, space> {
 public:
  using baseT = typename CallableWrapTT::ttT;
  using noref_funcT = std::remove_reference_t<F>;
  static constexpr ExecutionSpace execution_space = space;

  template <class Function, class InEdges>
  CallableWrapTT(Function&& f, const InEdges& inedges, const typename baseT::output_edges_type& outedges,
                 const std::string& name, const std::vector<std::string>& innames,
                 const std::vector<std::string>& outnames)
      : baseT(inedges, outedges, name, innames, outnames), f_(std::forward<Function>(f)) {}
  template <class Function>
  CallableWrapTT(Function&& f, const std::string& name, const std::vector<std::string>& innames,
                 const std::vector<std::string>& outnames)
      : baseT(name, innames, outnames), f_(std::forward<Function>(f)) {}

  // The key and the data are left out where there are none.
  template <class... Args>
  auto op(Args&&... args) {
    if constexpr (std::is_void_v<K>) return with_key(std::forward<Args>(args)...);
    else return with_given_key(std::forward<Args>(args)...);
  }

 private:
  template <class Key, class... Args>
  auto with_given_key(const Key& key, Args&&... args) {
    return split(std::tie(key), std::forward<Args>(args)...);
  }
  template <class... Args>
  auto with_key(Args&&... args) {
    return split(std::tuple<>(), std::forward<Args>(args)...);
  }
  template <class Key>
  auto split(Key key, Outs& outs) {
    return call(key, std::tuple<>(), outs);
  }
  template <class Key, class Data>
  auto split(Key key, Data&& data, Outs& outs) {
    return call(key, std::forward<Data>(data), outs);
  }
  template <class Key, class Data>
  auto call(Key key, Data&& data, Outs& outs) {
    const auto with_outs = [&]() -> decltype(auto) {
      if constexpr (takes_outs) return std::tuple<Outs&>(outs);
      else return std::tuple<>();
    };
    const auto go = [&]() -> decltype(auto) {
      if constexpr (takes_tuple && takes_data_tuple<Key, Data>())
        return std::apply(f_, std::tuple_cat(key, std::tuple<Data&&>(std::move(data)), with_outs()));
      else return std::apply(f_, std::tuple_cat(key, std::move(data), with_outs()));
    };
    using Result = decltype(go());
    if constexpr (std::is_void_v<Result>) {
      go();
#ifdef TTG_HAVE_COROUTINE
    } else if constexpr (std::is_same_v<std::decay_t<Result>, resumable_task>) {
      return go();
#endif
    } else if constexpr (meta::is_tuple_v<std::decay_t<Result>> ||
                         requires { std::tuple_size<std::decay_t<Result>>::value; }) {
      send_result(go(), outs);
    } else {
      go();
    }
  }
  // If there is no data, only a function that asks for a tuple gets one.
  template <class Key, class Data>
  static constexpr bool takes_data_tuple() {
    if constexpr (std::tuple_size_v<std::decay_t<Data>> != 0) {
      return true;
    } else {
      constexpr auto fits = []<class... Args>(std::type_identity<std::tuple<Args...>>) {
        return std::is_invocable_v<noref_funcT&, Args...>;
      };
      using Outputs = std::conditional_t<takes_outs, std::tuple<Outs&>, std::tuple<>>;
      return fits(std::type_identity<decltype(std::tuple_cat(std::declval<Key>(), std::declval<std::tuple<Data&&>>(),
                                                             std::declval<Outputs>()))>{});
    }
  }
  template <class Result>
  static void send_result(Result&& result, Outs& outs) {
    constexpr std::size_t n = std::tuple_size_v<std::decay_t<Result>>;
    static_assert(
        std::tuple_size_v<Outs> == 1 && n <= 2,
        "ttg: make_tt: a function that returns what it sends returns a tuple of at most 2, and has exactly one output");
    auto& out = std::get<0>(outs);
    using Out = std::decay_t<decltype(out)>;
    if constexpr (n == 2) out.send(std::get<0>(result), std::get<1>(std::forward<Result>(result)));
    else if constexpr (n == 0) out.send();
    else if constexpr (std::is_void_v<typename Out::key_type>) out.sendv(std::get<0>(std::forward<Result>(result)));
    else out.sendk(std::get<0>(result));
  }

  std::conditional_t<std::is_function_v<std::remove_reference_t<F>>, std::add_pointer_t<std::remove_reference_t<F>>,
                     std::decay_t<F>>
      f_;
};

namespace detail {

struct FromEdges;

template <class K, class InEdges>
struct KeyOfEdges {
  using type = K;
};
template <class First, class... Rest>
struct KeyOfEdges<FromEdges, std::tuple<First, Rest...>> {
  using type = typename First::key_type;
  static_assert((std::is_same_v<typename Rest::key_type, type> && ...),
                "ttg: make_tt: the input edges have different key types");
};
template <>
struct KeyOfEdges<FromEdges, std::tuple<>> {
  using type = void;
};

inline std::vector<std::string> some_names(std::size_t n, const char* name) {
  return std::vector<std::string>(n, name);
}

template <ExecutionSpace space, bool takes_tuple, class F, class K, class Outs, class Ret, bool takes_outs,
          class Inputs>
struct WrapOf;
template <ExecutionSpace space, bool takes_tuple, class F, class K, class Outs, class Ret, bool takes_outs,
          class... Ins>
struct WrapOf<space, takes_tuple, F, K, Outs, Ret, takes_outs, typelist<Ins...>> {
  using type = CallableWrapTT<std::remove_reference_t<F>, Ret, takes_tuple, takes_outs, space, K, Outs, Ins...>;
};

template <ExecutionSpace space, class K, class F, class InEdges, class... OutEdges>
struct MakeTT;
template <ExecutionSpace space, class K, class F, class... InEdges, class... OutEdges>
struct MakeTT<space, K, F, std::tuple<InEdges...>, std::tuple<OutEdges...>> {
  static_assert(space == ExecutionSpace::Host, "ttg: there are no devices here: only ExecutionSpace::Host");
  using Outs = std::tuple<typename OutEdges::output_terminal_type...>;
  using Call = typename CallOf<F, K, Outs, typename InEdges::value_type...>::type;
  using Inputs = typename MergeVoids<typename Call::args, typename InEdges::value_type...>::type;
  using type = typename WrapOf<space, false, F, K, Outs, typename Call::ret, Call::takes_outs, Inputs>::type;
};

// make_tt_tpl: one argument of the function is a tuple of all data.
template <class Tuple>
struct InputsOfTuple;
template <class... Args>
struct InputsOfTuple<std::tuple<Args...>> {
  template <class Arg>
  using one = std::conditional_t<std::is_lvalue_reference_v<Arg> && std::is_const_v<std::remove_reference_t<Arg>>,
                                 const std::remove_cvref_t<Arg>, std::remove_cvref_t<Arg>>;
  using type = typelist<one<Args>...>;
};
template <class Inputs, class... Values>
struct MergeVoidInputs {
  using type = typelist<>;
};
template <class First, class... Rest, class Value, class... Values>
  requires(!std::is_void_v<Value>)
struct MergeVoidInputs<typelist<First, Rest...>, Value, Values...> {
  using type = meta::typelist_cat_t<typelist<First>, typename MergeVoidInputs<typelist<Rest...>, Values...>::type>;
};
template <class... Ins, class Value, class... Values>
  requires(std::is_void_v<Value>)
struct MergeVoidInputs<typelist<Ins...>, Value, Values...> {
  using type = meta::typelist_cat_t<typelist<void>, typename MergeVoidInputs<typelist<Ins...>, Values...>::type>;
};

template <ExecutionSpace space, class K, class F, class InEdges, class... OutEdges>
struct MakeTupleTT;
template <ExecutionSpace space, class K, class F, class... InEdges, class... OutEdges>
struct MakeTupleTT<space, K, F, std::tuple<InEdges...>, std::tuple<OutEdges...>> {
  using Outs = std::tuple<typename OutEdges::output_terminal_type...>;
  static constexpr bool kHasKey = !std::is_void_v<K>;
  static constexpr bool kHasData = (!std::is_void_v<typename InEdges::value_type> || ...);
  static constexpr auto look() {
    if constexpr (meta::is_generic_callable_v<F>) {
      using Data = meta::drop_void_t<
          std::tuple<std::conditional_t<std::is_void_v<typename InEdges::value_type>, void,
                                        std::add_lvalue_reference_t<const typename InEdges::value_type>>...>>;
      using KeyArg = std::conditional_t<kHasKey, std::tuple<const KeyOr<K>&>, std::tuple<>>;
      (void)sizeof(KeyArg);
      constexpr bool with =
          kHasKey ? std::is_invocable_v<F&, const KeyOr<K>&, Data&&, Outs&> : std::is_invocable_v<F&, Data&&, Outs&>;
      return std::type_identity<std::pair<typename InputsOfTuple<Data>::type, std::bool_constant<with>>>{};
    } else {
      using args = typename meta::callable_detail::signature<F>::args;
      constexpr std::size_t count = meta::typelist_size_v<args>;
      constexpr std::size_t base = (kHasKey ? 1 : 0) + (kHasData ? 1 : 0);
      static_assert(count == base || count == base + 1 || (!kHasData && count == base + 2),
                    "ttg: make_tt_tpl: a function takes its key, one tuple of its inputs, and, if it likes, the tuple "
                    "of its outputs");
      if constexpr (kHasData) {
        using data = std::remove_cvref_t<meta::typelist_element_t<kHasKey ? 1 : 0, args>>;
        return std::type_identity<
            std::pair<typename InputsOfTuple<data>::type, std::bool_constant<count == base + 1>>>{};
      } else {
        // Even without data there may be an empty tuple of inputs. It is const, so the outputs can be told from it.
        constexpr bool ends_with_outs = [] {
          if constexpr (count == base) return false;
          else return !std::is_const_v<std::remove_reference_t<meta::typelist_element_t<count - 1, args>>>;
        }();
        return std::type_identity<std::pair<typelist<>, std::bool_constant<ends_with_outs>>>{};
      }
    }
  }
  using Looked = typename decltype(look())::type;
  using Inputs = typename MergeVoidInputs<typename Looked::first_type, typename InEdges::value_type...>::type;
  using type = typename WrapOf<space, true, F, K, Outs, void, Looked::second_type::value, Inputs>::type;
};

}  // namespace detail

template <ExecutionSpace space, class Key = detail::FromEdges, class F, class... InEdges, class... OutEdges>
auto make_tt(F&& f, const std::tuple<InEdges...>& in = std::tuple<>(),
             const std::tuple<OutEdges...>& out = std::tuple<>(), const std::string& name = "wrapper",
             const std::vector<std::string>& innames = detail::some_names(sizeof...(InEdges), "input"),
             const std::vector<std::string>& outnames = detail::some_names(sizeof...(OutEdges), "output")) {
  using K = typename detail::KeyOfEdges<Key, std::tuple<InEdges...>>::type;
  using Made = typename detail::MakeTT<space, K, F, std::tuple<InEdges...>, std::tuple<OutEdges...>>::type;
  return std::make_unique<Made>(std::forward<F>(f), in, out, name, innames, outnames);
}
template <class Key = detail::FromEdges, class F, class... InEdges, class... OutEdges>
auto make_tt(F&& f, const std::tuple<InEdges...>& in = std::tuple<>(),
             const std::tuple<OutEdges...>& out = std::tuple<>(), const std::string& name = "wrapper",
             const std::vector<std::string>& innames = detail::some_names(sizeof...(InEdges), "input"),
             const std::vector<std::string>& outnames = detail::some_names(sizeof...(OutEdges), "output")) {
  return make_tt<ExecutionSpace::Host, Key>(std::forward<F>(f), in, out, name, innames, outnames);
}

template <class Key = detail::FromEdges, class F, class... InEdges, class... OutEdges>
auto make_tt_tpl(F&& f, const std::tuple<InEdges...>& in, const std::tuple<OutEdges...>& out,
                 const std::string& name = "wrapper",
                 const std::vector<std::string>& innames = detail::some_names(sizeof...(InEdges), "input"),
                 const std::vector<std::string>& outnames = detail::some_names(sizeof...(OutEdges), "output")) {
  using K = typename detail::KeyOfEdges<Key, std::tuple<InEdges...>>::type;
  using Made =
      typename detail::MakeTupleTT<ExecutionSpace::Host, K, F, std::tuple<InEdges...>, std::tuple<OutEdges...>>::type;
  return std::make_unique<Made>(std::forward<F>(f), in, out, name, innames, outnames);
}

template <class Key = detail::FromEdges, class... Args>
[[deprecated("use make_tt_tpl")]] auto wrapt(Args&&... args) {
  return make_tt_tpl<Key>(std::forward<Args>(args)...);
}
template <class Key = detail::FromEdges, class... Args>
[[deprecated("use make_tt")]] auto wrap(Args&&... args) {
  return make_tt<Key>(std::forward<Args>(args)...);
}

}  // namespace ttg

#endif
