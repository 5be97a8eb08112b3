// Graphs of ttg.h and fork(): each computation in a world of its own, in the parent, the children and theirs.
#include <atomic>
#include <functional>
#include <memory>

#include <ttg.h>

#include "forks.h"

// Each task sends to two more, as long as its key is small enough.
struct Tree : ttg::TT<int, std::tuple<ttg::Out<int, int>>, Tree, ttg::typelist<int>> {
  static constexpr int kTasks = 255;
  std::function<void(int)> at;
  Tree(ttg::Edge<int, int>& edge, ttg::World world, std::function<void(int)> f)
      : Tree::ttT(ttg::edges(edge), ttg::edges(edge), "tree", {"in"}, {"out"}, world, [](const int&) { return 0; }), at(std::move(f)) {}
  void op(const int& key, typename ttT::input_refs_tuple_type&& inputs, std::tuple<ttg::Out<int, int>>& outs) {
    at(key + ttT::template get<0>(inputs));
    for (int next : {2 * key, 2 * key + 1})
      if (next <= kTasks) ttg::send<0>(next, 0, outs);
  }
};

static void run_tree(const std::function<void(int)>& at) {
  ttg::World world(std::make_shared<ttg::base::WorldImplBase>());
  ttg::Edge<int, int> edge("edge");
  auto tree = std::make_unique<Tree>(edge, world, at);
  CHECK(ttg::make_graph_executable(tree.get()));
  tree->invoke(1, 0);
  ttg::execute(world);
  ttg::fence(world);
  if (is_child) return void(tree.release());  // what it waits for may be the parent's
  world.impl().destroy();
}

static void work() {
  std::atomic<int> sum{0};
  const int was_child = std::exchange(is_child, 0);
  run_tree([&](int key) { sum += key; });
  is_child = was_child;
  CHECK_EQUAL(sum, Tree::kTasks * (Tree::kTasks + 1) / 2);
}

static void within_a_task(void (*body)()) {
  std::atomic<int> others{0};
  run_tree([&](int key) {
    if (key == 50) body();
    else ++others;
  });
  if (!is_child) CHECK_EQUAL(others, Tree::kTasks - 1);
}

int main(int argc, char** argv) {
  ttg::initialize(argc, argv, 3);
  ttg::diagnose_off();
  ttg::execute();
  const int wrong = run_forks(1);
  ttg::finalize();
  return wrong;
}
