// Floorplanning by oneTBB: a task a place that is tried.
#include <oneapi/tbb.h>

#include "cells.h"

static long search(const Plan& plan) {
  const Places places = places_for_next(plan);
  long below[Places::most];
  tbb::task_group group;
  for (int i = 0; i < places.count; ++i) {
    group.run([i, &plan, &places, &below] {
      Plan next = plan;
      below[i] = 1 + (extend(next, places.place[i]) ? search(next) : 0);
    });
  }
  group.wait();
  long nodes = 0;
  for (int i = 0; i < places.count; ++i) nodes += below[i];
  return nodes;
}

static void run_tbb(const Run* run) {
  tbb::global_control threads(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(run->threads));
  tbb::task_arena arena(run->threads);
  arena.execute([] { visited = search(first_plan()); });
}

const Problem problem = floorplan_by({"tbb", run_tbb});
