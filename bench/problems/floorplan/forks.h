// Floorplanning with a library's fork and join: included by tbb.cpp, native.cpp and
// threads.cpp after the library's header.
#pragma once

#include "cells.h"

template <bool cut_off>
static long search_forks(const Plan& plan, int depth) {
  if (cut_off && depth <= 0) return search_serial(plan);
  const Places places = places_for_next(plan);
  long below[Places::most];
  Group group;
  for (int i = 0; i < places.count; ++i) {
    group.spawn([i, depth, &plan, &places, &below] {
      Plan next = plan;
      below[i] = 1 + (extend(next, places.place[i]) ? search_forks<cut_off>(next, depth - 1) : 0);
    });
  }
  group.sync();
  long nodes = 0;
  for (int i = 0; i < places.count; ++i) nodes += below[i];
  return nodes;
}

static void run_forks(const Run* run) {
  const int depth = static_cast<int>(parameter(run, depth_parameter));
  with_threads(run->threads, [run, depth] {
    visited = run->cutoff == cutoff_manual ? search_forks<true>(first_plan(), depth)
                                           : search_forks<needs_cutoff>(first_plan(), depth);
  });
}

const Problem problem = floorplan_by({library_name, run_forks}, cutoff_manual);
