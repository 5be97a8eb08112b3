// Strassen's algorithm with a library's fork and join: included by tbb.cpp, native.cpp and threads.cpp after the
// library's header.
#pragma once

#include "product.h"

template <bool cut_off>
static void multiply_forks(const Product& p, int depth) {
  if (p.is_small() || (cut_off && depth <= 0)) return multiply(p);
  const Step step(p);
  Group group;
  for (const Product& each : step.products) group.spawn([&each, depth] { multiply_forks<cut_off>(each, depth - 1); });
  group.sync();
  step.combine();
}

static void run_forks(const Run* run) {
  with_threads(run->threads, [run] {
    const int depth = static_cast<int>(parameter(run, depth_parameter));
    if (run->cutoff == cutoff_manual) multiply_forks<true>(whole_product(run), depth);
    else multiply_forks<needs_cutoff>(whole_product(run), depth);
  });
}

const Problem problem = {
    .name = "strassen",
    .summary = "product of two matrices in double precision by Strassen's algorithm",
    .operation = "flops",
    .parameters = parameters,
    .cutoffs = cutoff_manual,
    .versions = {{library_name, run_forks}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
};
