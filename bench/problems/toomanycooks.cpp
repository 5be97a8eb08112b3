// A tree of nodes by TooManyCooks: the children of a node are spawned together. Of two, one is forked and the other runs at
// once, which its authors call the faster way.
#define TMC_IMPL
#define TMC_PRIORITY_COUNT 1
#define TMC_TRIVIAL_TASK  // a task makes no check that it was awaited
#if __has_include(<hwloc.h>)
#define TMC_USE_HWLOC
#endif
#include <tmc/all_headers.hpp>

#include <cstddef>
#include <ranges>
#include <utility>

#include "nodes.h"

// A template for `if constexpr`: gcc 12 cannot compile fork().
template <class N>
static tmc::task<long> value_of(N node) {
  if (node.is_leaf()) co_return node.leaf();
  long sum = 0;
  for (int round = 0; round < N::rounds; ++round) {
    const auto children = node.children(round);
    if constexpr (N::most_children == 2) {
      auto forked = tmc::spawn(value_of(children[0])).fork();
      sum += co_await value_of(children[1]);
      sum += co_await std::move(forked);
    } else {
      auto tasks = std::views::iota(0, static_cast<int>(children.count)) |
                   std::views::transform([&children](int i) { return value_of(children[i]); });
      // Room for all is in the coroutine itself: no allocation.
      const auto values = co_await tmc::spawn_many<N::most_children>(tasks.begin(), tasks.end());
      for (int i = 0; i < children.count; ++i) sum += values[static_cast<std::size_t>(i)];
    }
  }
  co_return sum;
}

// Its authors steal by lattice where a node has many children, as in skynet.
static void begin(int threads) {
  tmc::ex_cpu& executor = tmc::cpu_executor();
#ifdef TMC_USE_HWLOC
  executor.set_thread_pinning_level(tmc::topology::thread_pinning_level::CORE);
#endif
  if (Node::most_children == 10) executor.set_work_stealing_strategy(tmc::work_stealing_strategy::LATTICE_MATRIX);
  executor.set_thread_count(static_cast<std::size_t>(threads)).init();
}

// The first call decides how many threads there are.
static void run_tree(const Run* run) {
  static bool has_begun;
  if (!std::exchange(has_begun, true)) begin(run->threads);
  Node::keep(tmc::post_waitable(tmc::cpu_executor(), value_of(Node::root(run))).get());
}

const Problem problem = problem_by("toomanycooks", run_tree);
