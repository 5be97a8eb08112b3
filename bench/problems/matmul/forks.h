// The product with a library's fork and join, after the library's header: the four quarters of a round at once.
#pragma once

#include "product.h"

static void multiply_forks(const Product& p) {
  if (p.is_small()) return multiply_small(p);
  for (int round = 0; round < rounds; ++round) {
    // The last is a call, with a library that has such an invoke().
    const auto quarter = [&p, round](int i) { return [&p, round, i] { multiply_forks(p.quarter(round, i)); }; };
    invoke(quarter(0), quarter(1), quarter(2), quarter(3));
  }
}

static void run_forks(const Run* run) {
  with_threads(run->threads, [] { multiply_forks(whole_product()); });
}

const Problem problem = {
    .name = "matmul",
    .summary = "product of two matrices of ints, by quarters",
    .operation = "operations",
    .parameters = parameters,
    .cutoffs = 0,
    .has_untied = false,
    .versions = {{library_name, run_forks}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
};
