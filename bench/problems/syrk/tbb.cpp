// The tiled rank-k update by oneTBB's task groups: a task for every product of two tiles, which
// starts the next one into its tile.
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <cstddef>

#include "update.h"

namespace {

void start(oneapi::tbb::task_group& group, int i, int j, int k) {
  group.run([&group, i, j, k] {
    update(i, j, k);
    if (k + 1 < a.tiles) start(group, i, j, k + 1);
  });
}

void run_groups(const Run* run) {
  using oneapi::tbb::global_control;
  global_control control(global_control::max_allowed_parallelism, static_cast<std::size_t>(run->threads));
  oneapi::tbb::task_arena arena(run->threads);
  arena.execute([] {
    oneapi::tbb::task_group group;
    for (int j = 0; j < c.tiles; ++j)
      for (int i = j; i < c.tiles; ++i) start(group, i, j, 0);
    group.wait();
  });
}

}  // namespace

const Problem problem = {
    .name = "syrk",
    .summary = "tiled symmetric rank-k update (DSYRK), a task for each product of two tiles",
    .operation = "flops",
    .parameters = parameters,
    .versions = {{"tbb", run_groups}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
    .write_metrics = write_metrics,
};
