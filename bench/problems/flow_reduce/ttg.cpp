// The sums by ttg.h: a task for each item number sends one item to each key's stream, which is folded by a reducer.
#include "../with_ttg.h"

#include <array>

#include "reduce.h"

namespace {

ttg::TTBase* first;

using Array = std::array<int, words_of_array>;

void add(int& sum, const int& item) { sum += item; }
void add(Array& sum, const Array& item) {
  for (std::size_t w = 0; w < item.size(); ++w) sum[w] += item[w];
}
void make_item(int& item, int key, int number) { item = item_of(key, number, 0); }
void make_item(Array& value, int key, int number) {
  for (int w = 0; w < words_of_array; ++w) value[static_cast<std::size_t>(w)] = item_of(key, number, w);
}
void keep(int key, const int& sum) { sums[key][0] = sum; }
void keep(int key, const Array& sum) { std::copy(sum.begin(), sum.end(), sums[key]); }

template <class V>
void build() {
  using ItemOuts = std::tuple<ttg::Out<int, V>>;
  using ControlOuts = std::tuple<ttg::Out<int, void>>;
  static ttg::Edge<int, void> begin;
  static ttg::Edge<int, V> item;
  static auto* const sum = new auto(
      ttg::make_tt([](const int& key, const V& value) { keep(key, value); }, ttg::edges(item), ttg::edges(), "sum"));
  (*sum)->template set_input_reducer<0>([](V& a, const V& b) { add(a, b); }, static_cast<std::size_t>(items));
  static auto* const source = new auto(ttg::make_tt(
      [](const int& number, ItemOuts& outs) {
        for (int key = 0; key < keys; ++key) {
          V value;
          make_item(value, key, number);
          ttg::send<0>(key, std::move(value), outs);
        }
      },
      ttg::edges(begin), ttg::edges(item), "source"));
  static auto* const start = new auto(ttg::make_tt<void>(
      [](ControlOuts& outs) {
        for (int i = 0; i < items; ++i) ttg::sendk<0>(i, outs);
      },
      ttg::edges(), ttg::edges(begin), "start"));
  (void)source;
  ttg::make_graph_executable(*start);
  first = start->get();
}
void prepare(const Run* run) {
  prepare_reduce(run);
  begin_ttg(run);
  if (is_array) build<Array>();
  else build<int>();
}
void run_reduce(const Run*) {
  first->invoke();
  ttg::fence();
}

}  // namespace

const Problem problem = reduce_by({ttg_version, run_reduce}, prepare);
