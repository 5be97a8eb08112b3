// Villages and their hospitals by xomp.h: each step a task a village.
#include <xomp.h>

#include "villages.h"

static void step(Village& village) {
  xomp::Group group;
  for (int i = 0; village.below != nullptr && i < branches; ++i)
    group.spawn([below = &village.below[i]] { step(*below); });
  village.treat();
  group.sync();
  village.admit();
}

static void run_native(const Run* run) {
  xomp::run(run->threads, [run] {
    for (int i = 0; i < static_cast<int>(parameter(run, steps_parameter)); ++i) step(villages[0]);
  });
}

const Problem problem = health_by({"native", run_native});
