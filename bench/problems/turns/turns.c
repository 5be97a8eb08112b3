// Threads of the program that take turns, each with a few short parallel regions of its own: two libraries of one process, or two threads of
// Python. A runtime with one pool hands its threads from one to the next; a runtime with a pool for each has more threads than processors.
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "../../harness/thread_counts.h"

enum { turns_parameter, regions_parameter, roots_parameter, sleeps_parameter };
enum { most_roots = 64 };

static const Parameter parameters[] = {
    {"turns", "how many", {500, 20000, 200000, 2000000}, 1, 1e9},
    {"regions", "of a turn", {1, 1, 1, 1}, 1, 1e6},
    {"roots", "threads of the program that take turns", {2, 2, 2, 2}, 1, most_roots},
    {"sleeps", "1: they wait for their turn at a condition variable, 0: they poll", {0, 0, 0, 0}, 0, 1},
    {0},
};

static const Run *run_of_all;
static atomic_long turn;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_turn = PTHREAD_COND_INITIALIZER;

static void wait_for_turn(long mine) {
  if (parameter(run_of_all, sleeps_parameter) == 0) {
    while (atomic_load_explicit(&turn, memory_order_acquire) != mine) work_ns(20);
    return;
  }
  pthread_mutex_lock(&lock);
  while (atomic_load_explicit(&turn, memory_order_relaxed) != mine) pthread_cond_wait(&has_turn, &lock);
  pthread_mutex_unlock(&lock);
}

static void end_turn(long mine) {
  if (parameter(run_of_all, sleeps_parameter) == 0) return atomic_store_explicit(&turn, mine + 1, memory_order_release);
  pthread_mutex_lock(&lock);
  atomic_store_explicit(&turn, mine + 1, memory_order_relaxed);
  pthread_cond_broadcast(&has_turn);
  pthread_mutex_unlock(&lock);
}

// `number` points to the root's own number.
static void *take_turns(void *number) {
  const long regions = (long)parameter(run_of_all, regions_parameter), roots = (long)parameter(run_of_all, roots_parameter),
             turns = (long)parameter(run_of_all, turns_parameter);
  for (long mine = *(const int *)number; mine < turns; mine += roots) {
    wait_for_turn(mine);
    for (long i = 0; i < regions; ++i) {
#pragma omp parallel
      count_share(1.0 / omp_get_num_threads());
    }
    end_turn(mine);
  }
  return NULL;
}

static void run_regions(const Run *run) {
  const int roots = (int)parameter(run, roots_parameter);
  pthread_t threads[most_roots];
  int numbers[most_roots];
  run_of_all = run;
  atomic_store(&turn, 0);
  reset_shares();
  for (int i = 0; i < roots; ++i) {
    numbers[i] = i;
    if (pthread_create(&threads[i], NULL, take_turns, &numbers[i]) != 0) abort();
  }
  for (int i = 0; i < roots; ++i) pthread_join(threads[i], NULL);
}

static double check(const Run *run) {
  const double regions = parameter(run, turns_parameter) * parameter(run, regions_parameter);
  return check_shares(0, regions) ? regions : -1;
}

const Problem problem = {
    .name = "turns",
    .summary = "threads of the program take turns, each with short parallel regions",
    .operation = "regions",
    .parameters = parameters,
    .versions = {{"regions", run_regions}},
    .check = check,
};
