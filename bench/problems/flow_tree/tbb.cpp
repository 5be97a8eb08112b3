// The tree by oneTBB's flow graph: a node that sends to itself.
#include <oneapi/tbb.h>

#include <tuple>

#include "tree.h"

namespace {

namespace flow = tbb::flow;
using Node = flow::multifunction_node<long, std::tuple<long>>;

void run_graph() {
  flow::graph graph;
  Node node(graph, flow::unlimited, [](long key, Node::output_ports_type& ports) {
    visit(key);
    if (2 * key + 2 >= nodes) return;
    std::get<0>(ports).try_put(2 * key + 1);
    std::get<0>(ports).try_put(2 * key + 2);
  });
  flow::make_edge(flow::output_port<0>(node), node);
  node.try_put(0);
  graph.wait_for_all();
}
void run_tbb(const Run* run) {
  tbb::global_control control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(run->threads));
  tbb::task_arena arena(run->threads);
  arena.execute(run_graph);
}

}  // namespace

const Problem problem = tree_by({"tbb", run_tbb}, prepare_tree);
