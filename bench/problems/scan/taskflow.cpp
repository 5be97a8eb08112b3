// The sums by Taskflow's inclusive_scan.
#include <taskflow/algorithm/scan.hpp>
#include <taskflow/taskflow.hpp>

#include <functional>

#include "sums.h"

namespace {

void run_taskflow(const Run* run) {
  static tf::Executor executor(static_cast<std::size_t>(run->threads));
  tf::Taskflow graph;
  graph.inclusive_scan(numbers, numbers + count, sums, std::plus<long>());
  executor.run(graph).wait();
}

}  // namespace

const Problem problem = sums_by({"taskflow", run_taskflow});
