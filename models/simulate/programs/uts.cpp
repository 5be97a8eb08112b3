// uts: a tree whose shape only shows while it is walked (Olivier et al., unbalanced tree search, binomial kind): the
// root has 2000 children; any other node has 8 with such a probability that there are about `size` nodes, else none. A
// task for each node, which waits for its children.
#include "models/simulate/program.h"
#include "models/simulate/tasks.h"

namespace xomp::simulate {

namespace {

constexpr int kRootChildren = 2000, kChildren = 8;

std::uint64_t mixed(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

struct Tree {
  double grain_ns;
  std::uint64_t has_children_below;  // of 2^64
};

void visit(const Tree& tree, std::uint64_t node, int children) {
  work(tree.grain_ns);
  for (int i = 0; i < children; ++i) {
    const std::uint64_t child = mixed(node + static_cast<std::uint64_t>(i));
    const int grandchildren = mixed(child) < tree.has_children_below ? kChildren : 0;
    spawn([tree, child, grandchildren] { visit(tree, child, grandchildren); });
  }
  if (children != 0) taskwait();
}

void run(const Settings& settings) {
  if (thread_number() != 0) return;
  const double probability = (1 - kRootChildren / static_cast<double>(settings.size)) / kChildren;
  visit({settings.grain_ns, static_cast<std::uint64_t>(probability * 18446744073709551616.0)}, mixed(settings.seed),
        kRootChildren);
}

}  // namespace

extern const Program uts_program;
constinit const Program uts_program{"uts", "nodes of the tree, about", 100'000, 2001, 100'000'000, 1000, run};

}  // namespace xomp::simulate
