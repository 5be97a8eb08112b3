// The graph by oneTBB. "tbb" is a flow graph with a node for each task, made anew for every so many rows as OpenMP's
// tasks are; "tbb_loops" a parallel loop for each row.
#include <oneapi/tbb.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "metg.h"

namespace {

using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;

// Whom a task waits for in the row before: those that it reads, and those that still read what it overwrites.
std::vector<int> predecessors_of(long step, int point, Points readers) {
  const Points inputs = inputs_of(&graph, step, point);
  std::vector<int> points(inputs.numbers, inputs.numbers + inputs.count);
  points.insert(points.end(), readers.numbers, readers.numbers + readers.count);
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

// Rows `first` to `last` - 1; all before them have ended.
void run_flow_graph(long first, long last) {
  tbb::flow::graph flow;
  std::deque<std::deque<Node>> nodes;  // all rows: the flow graph holds on to them
  std::vector<Node*> beginners;
  const auto node_of = [&](long step, int point) -> Node& {
    return nodes[static_cast<std::size_t>(step - first)][static_cast<std::size_t>(point)];
  };
  for (long step = first; step < last; ++step) {
    nodes.emplace_back();
    for (int point = 0; point < width_at(&graph, step); ++point) {
      Node& node =
          nodes.back().emplace_back(flow, [=](tbb::flow::continue_msg) { run_point(step, point, iterations); });
      const bool overwrites = step >= 2 && step > first && point < width_at(&graph, step - 2);
      const Points readers = overwrites ? readers_of(&graph, step - 1, point) : Points{0, nullptr};
      const std::vector<int> before = step > first ? predecessors_of(step, point, readers) : std::vector<int>();
      for (int other : before) tbb::flow::make_edge(node_of(step - 1, other), node);
      const bool follows_writer = overwrites && step - 2 >= first && readers.count == 0;
      if (follows_writer) tbb::flow::make_edge(node_of(step - 2, point), node);
      if (before.empty() && !follows_writer) beginners.push_back(&node);
    }
  }
  // Not before all edges are there: a node starts after as many messages as it has edges.
  for (Node* node : beginners) node->try_put(tbb::flow::continue_msg());
  flow.wait_for_all();
}

template <class F>
void with_threads(const Run* run, F f) {
  tbb::global_control control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(run->threads));
  tbb::task_arena arena(run->threads);
  arena.execute(f);
}

void rows_by_flow_graph(const Run* run) {
  with_threads(run, [] {
    const long batch = rows_at_once();
    for (long first = 0; first < steps; first += batch) run_flow_graph(first, std::min(steps, first + batch));
  });
}

void rows_by_loops(const Run* run) {
  with_threads(run, [] {
    for (long step = 0; step < steps; ++step)
      tbb::parallel_for(
          0, width_at(&graph, step), [step](int point) { run_point(step, point, iterations); },
          tbb::static_partitioner());
  });
}

void run_tbb(const Run* run) { run_with(run, rows_by_flow_graph); }
void run_loops(const Run* run) { run_with(run, rows_by_loops); }

}  // namespace

const Problem problem = taskbench_by({"tbb", run_tbb}, {"tbb_loops", run_loops});
