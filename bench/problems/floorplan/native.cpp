// Floorplanning by xomp.h: a task a place that is tried.
#include <xomp.h>

#include "cells.h"

static long search(const Plan& plan) {
  const Places places = places_for_next(plan);
  long below[Places::most];
  xomp::Group group;
  for (int i = 0; i < places.count; ++i) {
    group.spawn([i, &plan, &places, &below] {
      Plan next = plan;
      below[i] = 1 + (extend(next, places.place[i]) ? search(next) : 0);
    });
  }
  group.sync();
  long nodes = 0;
  for (int i = 0; i < places.count; ++i) nodes += below[i];
  return nodes;
}

static void run_native(const Run* run) {
  xomp::run(run->threads, [] { visited = search(first_plan()); });
}

const Problem problem = floorplan_by({"native", run_native});
