// The graph by XOMP's xomp.h, which has no dependences: a loop of tasks for each row.
#include <xomp.h>

#include "metg.h"

namespace {

void rows_by_loops(const Run* run) {
  xomp::run(run->threads, [] {
    for (long step = 0; step < steps; ++step)
      xomp::for_range(0, width_at(&graph, step), 1, [step](int first, int last) {
        for (int point = first; point < last; ++point) run_point(step, point, iterations);
      });
  });
}
void run_loops(const Run* run) { run_with(run, rows_by_loops); }

}  // namespace

const Problem problem = taskbench_by({"native_loops", run_loops});
