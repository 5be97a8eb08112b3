// Graphs of ttg.h and fork(): each computation in a world of its own, in the parent, the children and theirs.
#include <atomic>
#include <functional>
#include <memory>
#include <thread>

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

// False: this is a child that was forked meanwhile, and the parent has the other tasks.
static bool run_tree(const std::function<void(int)>& at) {
  const pid_t process = getpid();
  ttg::World world(std::make_shared<ttg::base::WorldImplBase>());
  ttg::Edge<int, int> edge("edge");
  auto tree = std::make_unique<Tree>(edge, world, at);
  CHECK(ttg::make_graph_executable(tree.get()));
  tree->invoke(1, 0);
  ttg::execute(world);
  ttg::fence(world);
  if (getpid() != process) return tree.release(), false;
  world.impl().destroy();
  return true;
}

// No task may wait in fence().
static thread_local bool is_in_task = false;

static void work() {
  if (is_in_task) return std::thread(work).join();
  std::atomic<int> sum{0};
  CHECK(run_tree([&](int key) { sum += key; }));
  CHECK_EQUAL(sum, Tree::kTasks * (Tree::kTasks + 1) / 2);
}

static void within_a_task(void (*body)()) {
  std::atomic<int> others{0};
  const bool is_parent = run_tree([&](int key) {
    if (key != 50) return void(++others);
    is_in_task = true;
    body();
    is_in_task = false;
  });
  if (is_parent) CHECK_EQUAL(others, Tree::kTasks - 1);
}

int main(int argc, char** argv) {
  ttg::initialize(argc, argv, 3);
  ttg::diagnose_off();
  ttg::execute();
  const int wrong = run_forks(1);
  ttg::finalize();
  return wrong;
}
