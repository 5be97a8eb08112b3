// The types that follow from a TT's key, outputs and inputs.
#ifndef XOMP_TTG_TT_TYPES_H
#define XOMP_TTG_TT_TYPES_H

#include "ttg/edge.h"
#include "ttg/tt/slot.h"
#include <array>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ttg::detail {

template <class K, class OutTuple, class... Ins>
struct TTTypes {
  static_assert(meta::is_output_terminal_tuple_v<OutTuple>,
                "ttg: the outputs of a TT must be a std::tuple of ttg::Out<...>");
  static_assert((!std::is_reference_v<Ins> && ...),
                "ttg: the inputs of a TT must not be references: write const T or T");
  static_assert(
      requires(const KeyOr<K>& a, const KeyOr<K>& b) { static_cast<bool>(a == b); }, "ttg: a key needs operator==");
  static_assert(sizeof...(Ins) <= 64, "ttg: a TT has at most 64 inputs");

  using key_type = K;
  using KeyValue = KeyOr<K>;
  static constexpr std::size_t numinedges = sizeof...(Ins);
  // A TT without inputs has one that carries nothing.
  static constexpr std::size_t numins = numinedges == 0 ? 1 : numinedges;
  static constexpr std::size_t numouts = std::tuple_size_v<OutTuple>;

  using Inputs = std::conditional_t<numinedges == 0, typelist<void>, typelist<Ins...>>;
  template <std::size_t i>
  using InputAt = meta::typelist_element_t<i, Inputs>;
  template <std::size_t i>
  using ValueAt = std::remove_const_t<TerminalValueOf<InputAt<i>>>;
  template <std::size_t i>
  using ParcelAt = Parcel<ValueAt<i>>;

  template <class L>
  struct Lists;
  template <class... Is>
  struct Lists<typelist<Is...>> {
    using terminals = std::tuple<In<K, TerminalValueOf<Is>>...>;
    using edges = std::tuple<Edge<K, std::remove_const_t<TerminalValueOf<Is>>>...>;
    using reducers = std::tuple<std::function<ReducerOf<std::remove_const_t<TerminalValueOf<Is>>>>...>;
    static constexpr std::array<bool, sizeof...(Is)> is_data{!std::is_void_v<Is>...};
  };
  template <class L>
  struct DataLists;
  template <class... Is>
  struct DataLists<typelist<Is...>> {
    using refs = std::tuple<typename InputRef<Is>::type...>;
    using values = std::tuple<std::remove_const_t<Is>...>;
  };
  using DataInputs = meta::drop_void_t<typelist<Ins...>>;
  static constexpr std::size_t kDataInputs = meta::typelist_size_v<DataInputs>;
  static constexpr bool kHasData = kDataInputs != 0;
  static constexpr bool kHasAggregators = (is_aggregator_v<Ins> || ...);

  using input_terminals_type = typename Lists<Inputs>::terminals;
  using Reducers = typename Lists<Inputs>::reducers;
  using input_args_type = std::tuple<Ins...>;
  using input_edges_type = typename Lists<typelist<Ins...>>::edges;
  using input_values_tuple_type = typename DataLists<DataInputs>::values;
  using input_refs_tuple_type = typename DataLists<DataInputs>::refs;
  using output_terminals_type = OutTuple;
  using output_edges_type = terminals_to_edges_t<OutTuple>;

  // The number of the n-th input that carries data.
  static constexpr std::size_t data_index(std::size_t n) {
    std::size_t i = 0;
    while (!Lists<Inputs>::is_data[i] || n-- != 0) ++i;
    return i;
  }
  using AllInputs = std::make_index_sequence<numins>;
};

}  // namespace ttg::detail

#endif
