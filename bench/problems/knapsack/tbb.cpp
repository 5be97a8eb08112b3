// 0/1 knapsack by oneTBB: a task a node.
#include <oneapi/tbb.h>

#include "items.h"

static long search(Rest rest) {
  if (!rest.promises()) return 1;
  long below[2] = {0, 0};
  tbb::task_group group;
  for (int with = 1; with >= 0; --with) {
    const Rest next = rest.after(with);
    if (next.feasible()) group.run([=, &below] { below[with] = search(next); });
  }
  group.wait();
  return 1 + below[0] + below[1];
}

static void run_tbb(const Run* run) {
  tbb::global_control threads(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(run->threads));
  tbb::task_arena arena(run->threads);
  arena.execute([] { visited = search(whole_knapsack()); });
}

const Problem problem = knapsack_by({"tbb", run_tbb});
