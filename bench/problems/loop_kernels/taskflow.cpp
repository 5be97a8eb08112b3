// The loops by Taskflow's for_each_index.
#include <taskflow/algorithm/for_each.hpp>
#include <taskflow/taskflow.hpp>

#include "kernels.h"

namespace {

void run_taskflow(const Run* run) {
  static tf::Executor executor(static_cast<std::size_t>(run->threads));
  tf::Taskflow graph;
  graph.for_each_index(0L, count, 1L, [](long i) { results[i] = value_of(i); });
  executor.run(graph).wait();
}

}  // namespace

const Problem problem = kernels_by({"taskflow", run_taskflow});
