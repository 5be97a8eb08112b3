// The grid and the random order by ttg.h: template tasks of three inputs.
#include "../with_ttg.h"

#include <utility>

#include "table.h"

namespace {

void (*run_once)();

using Key = std::pair<int, int>;
using CellOut = ttg::Out<Key, int>;
using CellOuts = std::tuple<CellOut, CellOut, CellOut>;

void send_on(const Key& key, int value, CellOuts& outs) {
  const auto [row, column] = key;
  if (column + 1 < side) ttg::send<0>(Key{row, column + 1}, value, outs);
  if (row + 1 < side) ttg::send<1>(Key{row + 1, column}, value, outs);
  if (column + 1 < side && row + 1 < side) ttg::send<2>(Key{row + 1, column + 1}, value, outs);
}
// What comes from outside of the grid.
void send_borders(CellOuts& outs) {
  for (int i = 0; i < side; ++i) {
    ttg::send<0>(Key{i, 0}, 0, outs);
    ttg::send<1>(Key{0, i}, 0, outs);
    ttg::send<2>(Key{0, i}, 0, outs);
    if (i > 0) ttg::send<2>(Key{i, 0}, 0, outs);
  }
}
void build_grid() {
  static ttg::Edge<Key, int> left, upper, both;
  static auto* const cell = new auto(ttg::make_tt(
      [](const Key& key, const int& l, const int& u, const int& b, CellOuts& outs) {
        const int value = combine(l, u, b);
        results[static_cast<long>(key.first) * side + key.second] = value;
        send_on(key, value, outs);
      },
      ttg::edges(left, upper, both), ttg::edges(left, upper, both), "cell"));
  static auto* const borders =
      new auto(ttg::make_tt<void>(&send_borders, ttg::edges(), ttg::edges(left, upper, both), "borders"));
  (void)cell;
  ttg::make_graph_executable(*borders);
  run_once = [] { (*borders)->invoke(); };
}

using KeyOut = ttg::Out<int, int>;
using KeyOuts = std::tuple<KeyOut, KeyOut, KeyOut>;

template <std::size_t which>
void send_all(KeyOuts& outs) {
  for (long i = 0; i < keys; ++i) ttg::send<which>(key_of(which, i), 1 << which, outs);
}
void build_random() {
  static ttg::Edge<int, int> a, b, c;
  static auto* const collect = new auto(
      ttg::make_tt([](const int& key, const int& x, const int& y, const int& z) { results[key] = combine(x, y, z); },
                   ttg::edges(a, b, c), ttg::edges(), "collect"));
  static auto* const senders = new auto(ttg::make_tt<int>(
      [](const int& which, KeyOuts& outs) {
        if (which == 0) send_all<0>(outs);
        else if (which == 1) send_all<1>(outs);
        else send_all<2>(outs);
      },
      ttg::edges(), ttg::edges(a, b, c), "send"));
  (void)collect;
  ttg::make_graph_executable(*senders);
  run_once = [] {
    for (int which = 0; which < inputs_each; ++which) (*senders)->invoke(which);
  };
}

void prepare(const Run* run) {
  prepare_table(run);
  begin_ttg(run);
  if (order == in_a_grid) build_grid();
  else build_random();
}
void run_table(const Run*) {
  run_once();
  ttg::fence();
}

}  // namespace

const Problem problem = table_by({ttg_version, run_table}, prepare);
