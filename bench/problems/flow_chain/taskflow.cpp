// The chain by Taskflow: a graph of so many nodes, built and run, part after part. Values lie outside of it.
#include <taskflow/taskflow.hpp>

#include <algorithm>

#include "chain.h"

namespace {

constexpr long kAtOnce = 100000;  // nodes of one graph
int values[most_flows];

void hop(long key) {
  for (int i = 0; i < flows; ++i) ++values[i];
  last_key = key;
}

void run_taskflow(const Run* run) {
  static tf::Executor executor(static_cast<std::size_t>(run->threads));
  std::fill(values, values + most_flows, 0);
  for (long first = 1; first <= hops; first += kAtOnce) {
    tf::Taskflow graph;
    tf::Task before;
    for (long key = first; key < std::min(first + kAtOnce, hops + 1); ++key) {
      tf::Task task = graph.emplace([key] { hop(key); });
      if (key != first) before.precede(task);
      before = task;
    }
    executor.run(graph).wait();
  }
  carried = way == way_share ? 0 : values[0];
}

}  // namespace

const Problem problem = chain_by({"taskflow", run_taskflow}, prepare_chain);
