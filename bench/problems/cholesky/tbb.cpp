// The tiled Cholesky factorisation as a flow graph of oneTBB: a node for every tile
// kernel, an edge for every dependence.
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>
#include <deque>
#include <vector>

#include "factor.h"

namespace {

class FactorGraph {
 public:
  FactorGraph() : last_writer_(static_cast<std::size_t>(a.tiles) * static_cast<std::size_t>(a.tiles)) {
    for (int k = 0; k < a.tiles; ++k) add_step(k);
  }

  void run() {
    first_->try_put(oneapi::tbb::flow::continue_msg());
    graph_.wait_for_all();
  }

 private:
  using Node = oneapi::tbb::flow::continue_node<oneapi::tbb::flow::continue_msg>;

  Node*& writer(int i, int j) { return last_writer_[static_cast<std::size_t>(j * a.tiles + i)]; }

  // A kernel that writes tile (i, j), whose last writer so far is its predecessor.
  template <class Kernel>
  Node& add(int i, int j, Kernel kernel) {
    nodes_.emplace_back(graph_, [kernel](const oneapi::tbb::flow::continue_msg&) { kernel(); });
    if (writer(i, j)) make_edge(*writer(i, j), nodes_.back());
    if (!first_) first_ = &nodes_.back();
    writer(i, j) = &nodes_.back();
    return nodes_.back();
  }

  void add_step(int k) {
    Node& factored = add(k, k, [k] { factor(k); });
    for (int i = k + 1; i < a.tiles; ++i) make_edge(factored, add(i, k, [i, k] { solve(i, k); }));
    for (int i = k + 1; i < a.tiles; ++i) {
      for (int j = k + 1; j < i; ++j) {
        Node& updated = add(i, j, [i, j, k] { update(i, j, k); });
        make_edge(*writer(i, k), updated);
        make_edge(*writer(j, k), updated);
      }
      make_edge(*writer(i, k), add(i, i, [i, k] { update_diagonal(i, k); }));
    }
  }

  oneapi::tbb::flow::graph graph_;
  std::deque<Node> nodes_;
  std::vector<Node*> last_writer_;
  Node* first_ = nullptr;  // the only one without a predecessor
};

void run_graph(const Run* run) {
  using oneapi::tbb::global_control;
  global_control control(global_control::max_allowed_parallelism, static_cast<std::size_t>(run->threads));
  oneapi::tbb::task_arena arena(run->threads);
  arena.execute([] { FactorGraph().run(); });
}

}  // namespace

const Problem problem = {
    .name = "cholesky",
    .summary = "tiled Cholesky factorisation (DPOTRF), a node of a flow graph for each tile kernel",
    .operation = "flops",
    .parameters = parameters,
    .versions = {{"tbb", run_graph}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
    .write_metrics = write_metrics,
};
