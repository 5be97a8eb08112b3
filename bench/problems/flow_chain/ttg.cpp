// The chain by ttg.h: two template tasks, as in the TTG paper (Schuchart et al. 2022).
#include "../with_ttg.h"

#include <array>
#include <tuple>
#include <utility>

#include "chain.h"

namespace {

template <std::size_t>
using Value = int;

template <std::size_t... i>
struct Chain {
  using Outs = std::tuple<ttg::Out<int, Value<i>>...>;
  std::array<ttg::Edge<int, int>, sizeof...(i)> begin, loop;

  static void first_op(Outs& outs) { (ttg::send<i>(0, 0, outs), ...); }
  static void move(const int& key, Value<i>&&... v, Outs& outs) {
    if (key < hops) (ttg::send<i>(key + 1, std::move(++v), outs), ...);
    else end(key, v...);
  }
  static void copy(const int& key, const Value<i>&... v, Outs& outs) {
    if (key < hops) (ttg::send<i>(key + 1, v + 1, outs), ...);
    else end(key, v...);
  }
  static void share(const int& key, const Value<i>&... v, Outs& outs) {
    if (key < hops) (ttg::send<i>(key + 1, v, outs), ...);
    else end(key, v...);
  }
  template <class... More>
  static void end(int key, int value, More...) {
    last_key = key;
    carried = value;
  }
};

// What a run begins with; the rest follows.
ttg::TTBase* first;

template <std::size_t... i>
void build(std::index_sequence<i...>) {
  using C = Chain<i...>;
  static C c;
  static auto* const begin =
      new auto(ttg::make_tt<void>(&C::first_op, ttg::edges(), ttg::edges(c.begin[i]...), "first"));
  const auto ins = ttg::edges(ttg::fuse(c.begin[i], c.loop[i])...);
  const auto outs = ttg::edges(c.loop[i]...);
  if (way == way_move) new auto(ttg::make_tt(&C::move, ins, outs, "next"));
  else if (way == way_copy) new auto(ttg::make_tt(&C::copy, ins, outs, "next"));
  else new auto(ttg::make_tt(&C::share, ins, outs, "next"));
  ttg::make_graph_executable(*begin);
  first = begin->get();
}
void build_control() {
  using Outs = std::tuple<ttg::Out<int, void>>;
  static ttg::Edge<int, void> begin, loop;
  static auto* const start = new auto(
      ttg::make_tt<void>([](Outs& outs) { ttg::sendk<0>(0, outs); }, ttg::edges(), ttg::edges(begin), "first"));
  new auto(ttg::make_tt(
      [](const int& key, Outs& outs) {
        if (key < hops) ttg::sendk<0>(key + 1, outs);
        else last_key = key;
      },
      ttg::edges(ttg::fuse(begin, loop)), ttg::edges(loop), "next"));
  ttg::make_graph_executable(*start);
  first = start->get();
}

void prepare(const Run* run) {
  prepare_chain(run);
  begin_ttg(run);
  switch (flows) {
    case 0: return build_control();
    case 1: return build(std::make_index_sequence<1>{});
    case 2: return build(std::make_index_sequence<2>{});
    case 3: return build(std::make_index_sequence<3>{});
    case 4: return build(std::make_index_sequence<4>{});
    case 5: return build(std::make_index_sequence<5>{});
    default: return build(std::make_index_sequence<6>{});
  }
}
void run_chain(const Run*) {
  first->invoke();
  ttg::fence();
}

}  // namespace

const Problem problem = chain_by({ttg_version, run_chain}, prepare);
