// The graph by Taskflow: built, run and freed.
#include <taskflow/taskflow.hpp>

#include <vector>

#include "nodes.h"

namespace {

void run_taskflow(const Run* run) {
  static tf::Executor executor(static_cast<std::size_t>(run->threads));
  tf::Taskflow graph;
  std::vector<tf::Task> tasks;
  tasks.reserve(static_cast<std::size_t>(node_count));
  for (long node = 0; node < node_count; ++node) {
    tasks.push_back(graph.emplace([node] { visit(node); }));
    for (const long other : before[node])
      if (other != node) tasks.back().succeed(tasks[static_cast<std::size_t>(other)]);
  }
  executor.run(graph).wait();
}

}  // namespace

const Problem problem = nodes_by({"taskflow", run_taskflow});
