// Where threads of a region run: in the place that OpenMP names for the policy, bound to its processors, with the
// partition that goes with it; outside of regions the initial thread is in the first place.
// runtimes: xomp
// env-each: OMP_PROC_BIND=close | OMP_PROC_BIND=spread | OMP_PROC_BIND=primary | OMP_PROC_BIND=close,spread
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

enum { kPlaces = 4 };

// Four places on the first and the last processor that there are for us, be they one.
static void start_again_with_places(char** argv) {
  cpu_set_t all;
  int first = -1, last = -1;
  char places[100];
  sched_getaffinity(0, sizeof all, &all);
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &all)) {
      if (first < 0) first = i;
      last = i;
    }
  snprintf(places, sizeof places, "{%d},{%d},{%d},{%d}", first, last, first, last);
  setenv("OMP_PLACES", places, 1);
  execv("/proc/self/exe", argv);
}

static int is_bound_to_place(void) {
  cpu_set_t mine;
  int processor;
  omp_get_place_proc_ids(omp_get_place_num(), &processor);
  sched_getaffinity(0, sizeof mine, &mine);
  return CPU_COUNT(&mine) == 1 && CPU_ISSET(processor, &mine);
}

// As many threads to each place as to any other, one more at most; neighbours together.
static int close_place(int thread, int threads) {
  int place = 0;
  if (threads <= kPlaces) return thread;
  while (thread >= threads / kPlaces + (place < threads % kPlaces)) {
    thread -= threads / kPlaces + (place < threads % kPlaces);
    ++place;
  }
  return place;
}

static void check_close(int threads) {
  const int place = omp_get_place_num();
  CHECK_EQUAL(place, close_place(omp_get_thread_num(), threads));
  CHECK_EQUAL(omp_get_partition_num_places(), kPlaces);
}

static void check_spread(int threads, int* taken) {
  const int place = omp_get_place_num(), parts = threads < kPlaces ? threads : kPlaces;
  int partition[kPlaces];
  omp_get_partition_place_nums(partition);
  CHECK_EQUAL(partition[0], place);
  CHECK(omp_get_partition_num_places() == kPlaces / parts || omp_get_partition_num_places() == kPlaces / parts + 1);
  if (threads > kPlaces) return;
  for (int i = 0; i < omp_get_partition_num_places(); ++i) CHECK_EQUAL(add(&taken[partition[i]], 1), 1);
}

static void check_inner(int outer_place) {
#pragma omp parallel num_threads(2)
  {
    CHECK_EQUAL(omp_get_num_threads(), 2);
    CHECK(is_bound_to_place());
    CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_spread);
    if (omp_get_thread_num() == 1) CHECK_EQUAL(omp_get_place_num(), outer_place < 2 ? 2 : 0);  // the other half
    else CHECK_EQUAL(omp_get_place_num(), outer_place);
  }
  CHECK_EQUAL(omp_get_place_num(), outer_place);
  CHECK(is_bound_to_place());
}

static void run(const char* policy, int is_list) {
  int taken[kPlaces] = {0}, size = 0;
#pragma omp parallel
  {
    const int threads = omp_get_num_threads();
    add(&size, 1);
    if (threads > 1) {
      CHECK(is_bound_to_place());
      if (strcmp(policy, "spread") == 0) check_spread(threads, taken);
      else if (strcmp(policy, "primary") == 0) CHECK_EQUAL(omp_get_place_num(), 0);
      else check_close(threads);
      if (is_list) check_inner(omp_get_place_num());
    }
  }
  CHECK_EQUAL(size, omp_get_max_threads());
}

static void run_with_clauses(void) {
#pragma omp parallel num_threads(2) proc_bind(spread)
  CHECK_EQUAL(omp_get_place_num(), 2 * omp_get_thread_num());
#pragma omp parallel num_threads(2) proc_bind(close)
  CHECK_EQUAL(omp_get_place_num(), omp_get_thread_num());
#pragma omp parallel num_threads(2) proc_bind(master)
  CHECK_EQUAL(omp_get_place_num(), 0);
}

int main(int argc, char** argv) {
  (void)argc;
  if (getenv("OMP_PLACES") == NULL) start_again_with_places(argv);
  const char* policy = getenv("OMP_PROC_BIND");
  CHECK_EQUAL(omp_get_num_places(), kPlaces);
  for (int round = 0; round < 20; ++round) {
    run(policy, strchr(policy, ',') != NULL);
    run_with_clauses();
    CHECK_EQUAL(omp_get_place_num(), 0);
    CHECK(is_bound_to_place());
  }
  return check_result();
}
