// The recursion by ttg.h: a template task for each step. A box's address is its key. Up goes a stream of eight messages without
// data, since coefficients lie in the boxes, as in the other versions.
#include "../with_ttg.h"

#include <cstdint>

#include "functions.h"

namespace {

using Key = std::uintptr_t;
struct Origin {
  int function;
  Key parent;  // 0: a root
};
using Control = ttg::Out<Key, void>;
using ProjectOuts = std::tuple<ttg::Out<Key, Origin>, ttg::Out<Key, Key>, Control, Control>;
using RootOuts = std::tuple<ttg::Out<Key, Origin>>;
using CompressOuts = std::tuple<Control, Control>;
using ReconstructOuts = std::tuple<Control>;

Box* box_of(Key key) { return reinterpret_cast<Box*>(key); }
Key key_of(Box* box) { return reinterpret_cast<Key>(box); }

template <std::size_t up, std::size_t down, class Outs>
void pass_up(Key key, Key parent, Outs& outs) {
  compress_box(box_of(key));
  if (parent != 0) ttg::sendk<up>(parent, outs);
  else ttg::sendk<down>(key, outs);
}
void project(const Key& key, const Origin& origin, ProjectOuts& outs) {
  if (!refine(&functions[origin.function], box_of(key))) return pass_up<2, 3>(key, origin.parent, outs);
  ttg::send<1>(key, origin.parent, outs);
  for (Box* child : box_of(key)->children) ttg::send<0>(key_of(child), Origin{origin.function, key}, outs);
}
void compress(const Key& key, const Key& parent, CompressOuts& outs) { pass_up<0, 1>(key, parent, outs); }
void reconstruct(const Key& key, ReconstructOuts& outs) {
  reconstruct_box(box_of(key));
  if (box_of(key)->children[0] == nullptr) return;
  for (Box* child : box_of(key)->children) ttg::sendk<0>(key_of(child), outs);
}

int roots_wanted;
ttg::TTBase* first;

void prepare_ttg(const Run* run) {
  prepare(run);
  begin_ttg(run);
  roots_wanted = function_count(run);
  static ttg::Edge<Key, Origin> begin, refined;
  static ttg::Edge<Key, Key> parents;
  static ttg::Edge<Key, void> leaves_up, up, leaves_down, top, down;
  static auto* const projecting =
      new auto(ttg::make_tt(&project, ttg::edges(ttg::fuse(begin, refined)),
                            ttg::edges(refined, parents, leaves_up, leaves_down), "project"));
  static auto* const compressing =
      new auto(ttg::make_tt(&compress, ttg::edges(parents, ttg::fuse(leaves_up, up)), ttg::edges(up, top), "compress"));
  (*compressing)->set_input_reducer<1>([] {}, static_cast<std::size_t>(children_count));
  static auto* const reconstructing = new auto(
      ttg::make_tt(&reconstruct, ttg::edges(ttg::fuse(leaves_down, top, down)), ttg::edges(down), "reconstruct"));
  static auto* const beginning = new auto(ttg::make_tt<void>(
      [](RootOuts& outs) {
        for (int f = 0; f < roots_wanted; ++f) ttg::send<0>(key_of(roots[f]), Origin{f, 0}, outs);
      },
      ttg::edges(), ttg::edges(begin), "begin"));
  (void)projecting, (void)reconstructing;
  ttg::make_graph_executable(*beginning);
  first = beginning->get();
}
void run_graph(const Run*) {
  first->invoke();
  ttg::fence();
}

}  // namespace

const Problem problem = {
    .name = "mra",
    .summary =
        "multi-resolution analysis of 3-D Gaussians in multiwavelets of order 10, a task for each box of the tree",
    .operation = "boxes",
    .parameters = parameters,
    .versions = {{ttg_version, run_graph}},
    .prepare = prepare_ttg,
    .reset = reset,
    .check = check,
};
