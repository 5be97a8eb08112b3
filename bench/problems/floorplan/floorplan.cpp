// Floorplanning by branch and bound: a task a place that is tried, each with its own copy of the plan. The best plan so
// far is shared, so the amount of work depends on the order.
#include "cells.h"

template <Cutoff kCutoff, bool kUntied>
static long search(const Plan& plan, int depth);

// What a task does: returns the places that it tried itself and below.
template <Cutoff kCutoff, bool kUntied>
static long try_place(Plan plan, Rectangle place, int depth) {
  return 1 + (extend(plan, place) ? search<kCutoff, kUntied>(plan, depth) : 0);
}

template <Cutoff kCutoff, bool kUntied>
static long search(const Plan& plan, int depth) {
  if (kCutoff == cutoff_manual && depth <= 0) return search_serial(plan);
  const Places places = places_for_next(plan);
  long below[Places::most];
  for (int i = 0; i < places.count; ++i) {
    if constexpr (kUntied) {
#pragma omp task untied shared(below, plan, places) firstprivate(i, depth) if (kCutoff != cutoff_if || depth > 0) \
    final(kCutoff == cutoff_final && depth <= 0)
      below[i] = try_place<kCutoff, kUntied>(plan, places.place[i], depth - 1);
    } else {
#pragma omp task shared(below, plan, places) firstprivate(i, depth) if (kCutoff != cutoff_if || depth > 0) \
    final(kCutoff == cutoff_final && depth <= 0)
      below[i] = try_place<kCutoff, kUntied>(plan, places.place[i], depth - 1);
    }
  }
#pragma omp taskwait
  long nodes = 0;
  for (int i = 0; i < places.count; ++i) nodes += below[i];
  return nodes;
}

template <bool kUntied>
static long search_with(Cutoff cutoff, int depth) {
  const Plan first = first_plan();
  switch (cutoff) {
    case cutoff_if: return search<cutoff_if, kUntied>(first, depth);
    case cutoff_final: return search<cutoff_final, kUntied>(first, depth);
    case cutoff_manual: return search<cutoff_manual, kUntied>(first, depth);
    default: return search<cutoff_none, kUntied>(first, depth);
  }
}

static void run_serial(const Run*) { visited = search_serial(first_plan()); }

static void run_tasks(const Run* run) {
  const int depth = static_cast<int>(parameter(run, depth_parameter));
#pragma omp parallel
#pragma omp single
  visited = run->untied ? search_with<true>(run->cutoff, depth) : search_with<false>(run->cutoff, depth);
}

const Problem problem = [] {
  Problem whole = floorplan_by({"serial", run_serial}, cutoff_if | cutoff_final | cutoff_manual);
  whole.has_untied = true;
  whole.versions[1] = {"tasks", run_tasks};
  return whole;
}();
