// The searches by oneTBB: ranges of the frontier are halved down to `base` vertices.
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include "search.h"

namespace {

void expand_level(Search& search, std::size_t base) {
  using Range = oneapi::tbb::blocked_range<std::size_t>;
  oneapi::tbb::parallel_for(
      Range(0, search.count, base), [&search](const Range& part) { expand(&search, part.begin(), part.end()); },
      oneapi::tbb::simple_partitioner());
}

void run_ranges(const Run* run) {
  using oneapi::tbb::global_control;
  global_control control(global_control::max_allowed_parallelism, static_cast<std::size_t>(run->threads));
  oneapi::tbb::task_arena arena(run->threads);
  arena.execute([run] {
    for (int s = 0; s < search_count(run); ++s) {
      Search& search = searches[s];
      for (begin_search(&search); search.count; next_level(&search)) expand_level(search, base_of(run));
    }
  });
}

}  // namespace

const Problem problem = {
    .name = "bfs",
    .summary = "breadth-first searches of a Kronecker or uniform random graph, or of a file's",
    .operation = "edges",
    .parameters = parameters,
    .takes_input = true,
    .versions = {{"tbb", run_ranges}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
    .write_metrics = write_metrics,
};
