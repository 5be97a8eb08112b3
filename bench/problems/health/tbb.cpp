// Villages and their hospitals by oneTBB: each step a task a village.
#include <oneapi/tbb.h>

#include "villages.h"

static void step(Village& village) {
  tbb::task_group group;
  for (int i = 0; village.below != nullptr && i < branches; ++i)
    group.run([below = &village.below[i]] { step(*below); });
  village.treat();
  group.wait();
  village.admit();
}

static void run_tbb(const Run* run) {
  tbb::global_control threads(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(run->threads));
  tbb::task_arena arena(run->threads);
  arena.execute([run] {
    for (int i = 0; i < static_cast<int>(parameter(run, steps_parameter)); ++i) step(villages[0]);
  });
}

const Problem problem = health_by({"tbb", run_tbb});
