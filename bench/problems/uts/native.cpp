// Unbalanced tree search by xomp.h: a task a node.
#include <alloca.h>
#include <xomp.h>

#include "trees.h"

static long search(TreeNode node) {
  const int children = child_count(&node);
  if (children == 0) return 1;
  long* const below = static_cast<long*>(alloca(sizeof(long) * static_cast<size_t>(children)));
  xomp::Group group;
  for (int i = 0; i < children; ++i) group.spawn([=] { below[i] = search(child_node(node, i)); });
  group.sync();
  long nodes = 1;
  for (int i = 0; i < children; ++i) nodes += below[i];
  return nodes;
}

static void run_native(const Run* run) {
  xomp::run(run->threads, [] { found = search(root_node()); });
}

const Problem problem = uts_by({"native", run_native});
