// The product by TooManyCooks: the four quarters of a round are spawned together.
#include "../with_toomanycooks.h"

#include "product.h"

static tmc::task<void> recursion(Product p) {
  if (p.is_small()) {
    multiply_small(p);
    co_return;
  }
  for (int round = 0; round < rounds; ++round)
    co_await tmc::spawn_tuple(recursion(p.quarter(round, 0)), recursion(p.quarter(round, 1)),
                              recursion(p.quarter(round, 2)), recursion(p.quarter(round, 3)));
}

static void run_forks(const Run* run) {
  run_in_pool(run->threads, tmc::work_stealing_strategy::HIERARCHY_MATRIX, recursion(whole_product()));
}

#include "library.h"
