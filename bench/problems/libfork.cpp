// A tree of nodes by libfork: every child of a node is forked but the last, which runs at once. On libfork's pool whose idle
// threads sleep.
#if __has_include(<hwloc.h>)
#define LF_USE_HWLOC
#endif
#include <libfork.hpp>

#include <cstddef>

#include "nodes.h"

namespace {
constexpr auto value_of = [](auto self, Node node) -> lf::task<long> {
  if (node.is_leaf()) co_return node.leaf();
  long sum = 0;
  for (int round = 0; round < Node::rounds; ++round) {
    const auto children = node.children(round);
    const int last = children.count - 1;
    if (last < 0) continue;
    long values[Node::most_children];
    for (int i = 0; i < last; ++i) co_await lf::fork(&values[i], self)(children[i]);
    co_await lf::call(&values[last], self)(children[last]);
    co_await lf::join;
    for (int i = 0; i <= last; ++i) sum += values[i];
  }
  co_return sum;
};
}  // namespace

// The first call decides how many threads there are.
static void run_tree(const Run* run) {
  static lf::lazy_pool pool(static_cast<std::size_t>(run->threads));
  Node::keep(lf::sync_wait(pool, value_of, Node::root(run)));
}

const Problem problem = problem_by("libfork", run_tree);
