// The wavefront by oneTBB's flow graph: built, run and freed.
#include <oneapi/tbb.h>

#include <deque>

#include "wavefront.h"

namespace {

using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;

void run_graph() {
  tbb::flow::graph graph;
  std::deque<Node> nodes;
  for (long i = 0; i < side; ++i)
    for (long j = 0; j < side; ++j) nodes.emplace_back(graph, [i, j](const tbb::flow::continue_msg&) { visit(i, j); });
  const auto at = [&](long i, long j) -> Node& { return nodes[static_cast<std::size_t>(i * side + j)]; };
  for (long i = 0; i < side; ++i) {
    for (long j = 0; j < side; ++j) {
      if (j + 1 < side) tbb::flow::make_edge(at(i, j), at(i, j + 1));
      if (i + 1 < side) tbb::flow::make_edge(at(i, j), at(i + 1, j));
    }
  }
  nodes.front().try_put(tbb::flow::continue_msg());
  graph.wait_for_all();
}

void run_tbb(const Run* run) {
  static tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                     static_cast<std::size_t>(run->threads));
  static tbb::task_arena arena(run->threads);
  arena.execute(run_graph);
}

}  // namespace

const Problem problem = wavefront_by({"tbb", run_tbb});
