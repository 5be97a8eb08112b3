// The graph by oneTBB's flow graph: built, run and freed.
#include <oneapi/tbb.h>

#include <deque>
#include <vector>

#include "nodes.h"

namespace {

using Message = tbb::flow::continue_msg;
using Node = tbb::flow::continue_node<Message>;

void run_graph() {
  tbb::flow::graph graph;
  std::deque<Node> nodes;
  std::vector<Node*> sources;
  for (long node = 0; node < node_count; ++node) {
    nodes.emplace_back(graph, [node](const Message&) { visit(node); });
    bool is_source = true;
    for (const long other : before[node]) {
      if (other == node) continue;
      tbb::flow::make_edge(nodes[static_cast<std::size_t>(other)], nodes.back());
      is_source = false;
    }
    if (is_source) sources.push_back(&nodes.back());
  }
  for (Node* source : sources) source->try_put(Message());
  graph.wait_for_all();
}

void run_tbb(const Run* run) {
  static tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                     static_cast<std::size_t>(run->threads));
  static tbb::task_arena arena(run->threads);
  arena.execute(run_graph);
}

}  // namespace

const Problem problem = nodes_by({"tbb", run_tbb});
