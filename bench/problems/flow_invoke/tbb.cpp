// The main thread puts messages into a node of oneTBB's flow graph.
#include <oneapi/tbb.h>

#include "invoke.h"

namespace {

void run_tbb(const Run* run) {
  tbb::global_control control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(run->threads));
  tbb::task_arena arena(run->threads);
  arena.execute([] {
    tbb::flow::graph graph;
    tbb::flow::function_node<int> node(graph, tbb::flow::unlimited, [](int) { note_task(); });
    for (long i = 0; i < tasks; ++i) node.try_put(static_cast<int>(i));
    graph.wait_for_all();
  });
}

}  // namespace

const Problem problem = invoke_by({"tbb", run_tbb}, prepare_invoke);
