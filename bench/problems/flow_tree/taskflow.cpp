// The tree by Taskflow's tasks without a graph.
#include <taskflow/taskflow.hpp>

#include "tree.h"

namespace {

void grow(tf::Executor& executor, long node) {
  visit(node);
  if (2 * node + 2 >= nodes) return;
  executor.silent_async([&executor, node] { grow(executor, 2 * node + 1); });
  executor.silent_async([&executor, node] { grow(executor, 2 * node + 2); });
}
void run_taskflow(const Run* run) {
  static tf::Executor executor(static_cast<std::size_t>(run->threads));
  executor.silent_async([] { grow(executor, 0); });
  executor.wait_for_all();
}

}  // namespace

const Problem problem = tree_by({"taskflow", run_taskflow}, prepare_tree);
