// The tree by ttg.h: one template task that sends to its children's keys.
#include "../with_ttg.h"

#include <bit>

#include "tree.h"

namespace {

ttg::TTBase* root;

void prepare(const Run* run) {
  using Outs = std::tuple<ttg::Out<int, void>>;
  prepare_tree(run);
  begin_ttg(run);
  static ttg::Edge<int, void> begin, down;
  static auto* const node = new auto(ttg::make_tt(
      [](const int& key, Outs& outs) {
        visit(key);
        if (2L * key + 2 >= nodes) return;
        ttg::sendk<0>(2 * key + 1, outs);
        ttg::sendk<0>(2 * key + 2, outs);
      },
      ttg::edges(ttg::fuse(begin, down)), ttg::edges(down), "node"));
  if (priority == by_depth)
    (*node)->set_priomap(
        [](const int& key) { return static_cast<int>(std::bit_width(static_cast<unsigned>(key) + 1)); });
  else if (priority == by_lot)
    (*node)->set_priomap(
        [](const int& key) { return static_cast<int>(static_cast<unsigned>(key) * 2654435761u >> 20); });
  static auto* const first = new auto(
      ttg::make_tt<void>([](Outs& outs) { ttg::sendk<0>(0, outs); }, ttg::edges(), ttg::edges(begin), "first"));
  ttg::make_graph_executable(*first);
  root = first->get();
}
void run_tree(const Run*) {
  root->invoke();
  ttg::fence();
}

}  // namespace

const Problem problem = tree_by({ttg_version, run_tree}, prepare);
