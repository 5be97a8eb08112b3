// The loops by Taskflow's algorithms: a graph with one task, run again and again.
#include <taskflow/algorithm/for_each.hpp>
#include <taskflow/algorithm/reduce.hpp>
#include <taskflow/taskflow.hpp>

#include "parallel_for.h"

namespace {

void run_taskflow(const Run* run) {
  static tf::Executor executor(static_cast<std::size_t>(run->threads));
  tf::Taskflow graph;
  if (adds) graph.reduce(numbers, numbers + count, total, [](double a, double b) { return a + b; });
  else graph.for_each_index(0L, count, 1L, [](long i) { results[i] = tan(numbers[i]); });
  for (long round = 0; round < loops; ++round) {
    total = 0;
    executor.run(graph).wait();
  }
}

}  // namespace

const Problem problem = loops_by({"taskflow", run_taskflow});
