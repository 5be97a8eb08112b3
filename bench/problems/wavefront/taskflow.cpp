// The wavefront by a graph of Taskflow: built, run and freed.
#include <taskflow/taskflow.hpp>

#include <vector>

#include "wavefront.h"

namespace {

void run_taskflow(const Run* run) {
  static tf::Executor executor(static_cast<std::size_t>(run->threads));
  tf::Taskflow graph;
  std::vector<tf::Task> tasks(static_cast<std::size_t>(side * side));
  const auto at = [&](long i, long j) -> tf::Task& { return tasks[static_cast<std::size_t>(i * side + j)]; };
  for (long i = 0; i < side; ++i)
    for (long j = 0; j < side; ++j) at(i, j) = graph.emplace([i, j] { visit(i, j); });
  for (long i = 0; i < side; ++i) {
    for (long j = 0; j < side; ++j) {
      if (j + 1 < side) at(i, j).precede(at(i, j + 1));
      if (i + 1 < side) at(i, j).precede(at(i + 1, j));
    }
  }
  executor.run(graph).wait();
}

}  // namespace

const Problem problem = wavefront_by({"taskflow", run_taskflow});
