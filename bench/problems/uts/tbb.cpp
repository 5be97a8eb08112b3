// Unbalanced tree search by oneTBB: a task a node, a task_group a node with children.
#include <alloca.h>
#include <oneapi/tbb.h>

#include "trees.h"

static long search(TreeNode node) {
  const int children = child_count(&node);
  if (children == 0) return 1;
  long* const below = static_cast<long*>(alloca(sizeof(long) * static_cast<size_t>(children)));
  tbb::task_group group;
  for (int i = 0; i < children; ++i) group.run([=] { below[i] = search(child_node(node, i)); });
  group.wait();
  long nodes = 1;
  for (int i = 0; i < children; ++i) nodes += below[i];
  return nodes;
}

static void run_tbb(const Run* run) {
  tbb::global_control threads(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(run->threads));
  tbb::task_arena arena(run->threads);
  arena.execute([] { found = search(root_node()); });
}

const Problem problem = uts_by({"tbb", run_tbb});
