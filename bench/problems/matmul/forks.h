// The product with a library's fork and join, after the library's header: the four quarters of a round at once.
#pragma once

#include "product.h"

static void multiply_forks(const Product& p) {
  if (p.is_small()) return multiply_small(p);
  for (int round = 0; round < rounds; ++round)
    invoke([&p, round] { multiply_forks(p.quarter(round, 0)); }, [&p, round] { multiply_forks(p.quarter(round, 1)); },
           [&p, round] { multiply_forks(p.quarter(round, 2)); }, [&p, round] { multiply_forks(p.quarter(round, 3)); });
}

static void run_forks(const Run* run) {
  with_threads(run->threads, [] { multiply_forks(whole_product()); });
}

#include "library.h"
