// Random trees of tasks of every sort, taskgroups, taskloops, regions, criticals and locks: every node is visited once.
#include <omp.h>

#include "seed.h"

enum { kRounds = 30, kDepth = 7 };
static int visited, guarded;
static omp_nest_lock_t lock;

static int size_of(uint32_t seed, int depth) {
  uint32_t state = seed;
  int count = 1;
  if (!depth) return count;
  uint32_t children = 1 + random_below(&state, 3);
  for (uint32_t i = 0; i < children; i++) {
    uint32_t child = random_number(&state) | 1;
    random_below(&state, 10);
    count += size_of(child, depth - 1);
  }
  return count;
}

static void visit(uint32_t seed, int depth);

static void in_loop(uint32_t seed, int depth) {
#pragma omp taskloop grainsize(1)
  for (int k = 0; k < 3; k++)
    if (k == 1) visit(seed, depth);
}

static void in_region(uint32_t seed, int depth) {
#pragma omp parallel num_threads(2)
#pragma omp single nowait
  visit(seed, depth);
}

static void in_group(uint32_t seed, int depth) {
#pragma omp taskgroup
  {
#pragma omp task
    visit(seed, depth);
  }
}

static void locked(uint32_t seed, int depth) {
#pragma omp critical
  guarded++;
  omp_set_nest_lock(&lock);
  omp_set_nest_lock(&lock);
  guarded += 0;
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  visit(seed, depth);
}

static void start(uint32_t way, uint32_t seed, int depth) {
  static int order;
  switch (way) {
    case 0: in_loop(seed, depth); break;
    case 1: in_region(seed, depth); break;
    case 2: in_group(seed, depth); break;
    case 3: locked(seed, depth); break;
    case 4:
#pragma omp task if (0)
      visit(seed, depth);
      break;
    case 5:
#pragma omp task final(1)
      visit(seed, depth);
      break;
    case 6:
#pragma omp task untied
      visit(seed, depth);
      break;
    case 7:
#pragma omp task depend(inout : order) mergeable
      visit(seed, depth);
      break;
    default:
#pragma omp task
      visit(seed, depth);
  }
}

static void visit(uint32_t seed, int depth) {
  uint32_t state = seed;
  add(&visited, 1);
  if (!depth) return;
  uint32_t children = 1 + random_below(&state, 3);
  for (uint32_t i = 0; i < children; i++) {
    uint32_t child = random_number(&state) | 1;
    start(random_below(&state, 10), child, depth - 1);
    if (child % 5 == 0) {
#pragma omp taskyield
    }
    if (child % 7 == 0) {
#pragma omp taskwait
    }
  }
}

int main(void) {
  uint32_t state = first_seed();
  omp_init_nest_lock(&lock);
  for (int round = 0; round < kRounds; round++) {
    uint32_t seed = random_number(&state) | 1;
    omp_set_max_active_levels(1 + round % 2);
    store(&visited, 0);
#pragma omp parallel
#pragma omp single
    visit(seed, kDepth);
    CHECK_EQUAL(visited, size_of(seed, kDepth));
#pragma omp parallel
#pragma omp single nowait
    {
      visit(seed, kDepth / 2);
      visit(seed, kDepth / 2);
    }
    CHECK_EQUAL(visited, size_of(seed, kDepth) + 2 * size_of(seed, kDepth / 2));
  }
  omp_destroy_nest_lock(&lock);
  return stress_result();
}
