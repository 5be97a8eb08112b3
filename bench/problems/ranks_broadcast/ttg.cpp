// By ttg.h: one call of broadcast() to a key of each other process, for one terminal or for three.
#include "../with_ttg_ranks.h"

#include <ttg/serialization/std/vector.h>

#include <tuple>
#include <utility>
#include <vector>

#include "broadcast.h"

namespace {

using Value = std::vector<char>;
ttg::TTBase* first;

std::vector<int> others() {
  std::vector<int> keys;
  for (int rank = 1; rank < rank_count(); ++rank) keys.push_back(rank);
  return keys;
}
ttg::Ptr<Value> value;  // of all rounds, as in plain MPI's program: a fence lies between two
const ttg::Ptr<Value>& value_of_round() {
  fill_value(value->data(), round_now);
  return value;
}
void end(const int&, const Value& value, std::tuple<>&) { take_value(value.data()); }

template <std::size_t>
using Out = ttg::Out<int, Value>;

template <std::size_t... i>
void build(std::index_sequence<i...>) {
  using Outs = std::tuple<Out<i>...>;
  static ttg::Edge<int, Value> edges[sizeof...(i)];
  static auto* const begin = new auto(ttg::make_tt<void>(
      [](Outs& outs) {
        if constexpr (sizeof...(i) == 1) ttg::broadcast<0>(others(), value_of_round(), outs);
        else ttg::broadcast<i...>(std::make_tuple((static_cast<void>(i), others())...), value_of_round(), outs);
      },
      ttg::edges(), ttg::edges(edges[i]...), "begin"));
  const auto add = [](auto& edge) {
    auto* const tt = new auto(ttg::make_tt(&end, ttg::edges(edge), ttg::edges(), "end"));
    (*tt)->set_keymap([](const int& key) { return key; });
  };
  (add(edges[i]), ...);
  ttg::make_graph_executable(*begin);
  first = begin->get();
}
void prepare(const Run* run) {
  begin_ttg(run);
  prepare_broadcast(run);
  value = ttg::make_ptr<Value>(value_bytes);
  if (terminals == 1) build(std::make_index_sequence<1>{});
  else build(std::make_index_sequence<3>{});
}
void run_ttg(const Run*) {
  for (round_now = 0; round_now < rounds; ++round_now) {
    run_on_ranks([] { first->invoke(); });
    end_round(round_now, terminals);
  }
}
double check(const Run*) { return check_broadcast(terminals); }

}  // namespace

const Problem problem = broadcast_by({ttg_version, run_ttg}, prepare, check, &ranks_of_ttg);
