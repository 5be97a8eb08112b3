// Every schedule, with and without chunk and modifier, visits each iteration once; runtime takes it from OMP_SCHEDULE.
// env-each: OMP_SCHEDULE=static | OMP_SCHEDULE=static,3 | OMP_SCHEDULE=dynamic | OMP_SCHEDULE=dynamic,5 | OMP_SCHEDULE=guided | OMP_SCHEDULE=guided,4 | OMP_SCHEDULE=auto | OMP_SCHEDULE=nonmonotonic:dynamic,2
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kMost = 3000 };
static int visits[kMost];

static void visited_once(int count) {
  for (int i = 0; i < kMost; i++) CHECK_EQUAL(visits[i], i < count);
  memset(visits, 0, sizeof visits);
}

#define LOOP(clause)                      \
  _Pragma(clause)                         \
  for (int i = 0; i < count; i++) add(&visits[i], 1); \
  visited_once(count);

static void all(int count) {
  LOOP("omp parallel for schedule(static)")
  LOOP("omp parallel for schedule(static, 7)")
  LOOP("omp parallel for schedule(dynamic)")
  LOOP("omp parallel for schedule(dynamic, 7)")
  LOOP("omp parallel for schedule(monotonic: dynamic, 3)")
  LOOP("omp parallel for schedule(nonmonotonic: dynamic, 3)")
  LOOP("omp parallel for schedule(guided)")
  LOOP("omp parallel for schedule(guided, 9)")
  LOOP("omp parallel for schedule(nonmonotonic: guided, 9)")
  LOOP("omp parallel for schedule(auto)")
  LOOP("omp parallel for schedule(runtime)")
  LOOP("omp parallel for schedule(monotonic: runtime)")
  LOOP("omp parallel for simd schedule(simd: dynamic, 4)")
  LOOP("omp parallel for schedule(dynamic, 100000)")
}

static void guided_sizes(void) {
  int last[64], chunks = 0;
  for (int i = 0; i < 64; i++) last[i] = -2;
#pragma omp parallel for schedule(guided, 10) reduction(+ : chunks)
  for (int i = 0; i < kMost; i++) {
    int me = omp_get_thread_num();
    if (last[me] + 1 != i) chunks++;
    last[me] = i;
  }
  CHECK(chunks <= kMost / 10);
}

// Chunks start at multiples of their size and are run by one thread.
static void chunk_sizes(void) {
  static int owner[kMost];
#define CHUNKS(clause, size)                                                     \
  _Pragma(clause) for (int i = 0; i < kMost; i++) owner[i] = omp_get_thread_num(); \
  for (int i = 1; i < kMost; i++)                                                \
    if (i % (size) != 0) CHECK_EQUAL(owner[i], owner[i - 1]);
  CHUNKS("omp parallel for schedule(static, 7)", 7)
  CHUNKS("omp parallel for schedule(dynamic, 7)", 7)
  CHUNKS("omp parallel for schedule(monotonic: dynamic, 5)", 5)
  CHUNKS("omp parallel for schedule(nonmonotonic: dynamic, 11)", 11)
}

// While one thread is held up in an iteration the others run all of the rest.
static void others_run_the_rest(void) {
#define REST(clause)                                      \
  {                                                       \
    int done = 0;                                         \
    _Pragma(clause) for (int i = 0; i < 100; i++) {       \
      if (i == 0 && omp_get_num_threads() > 1) wait_for(&done, 99); \
      add(&done, 1);                                      \
    }                                                     \
    CHECK_EQUAL(done, 100);                               \
  }
  REST("omp parallel for schedule(dynamic)")
  REST("omp parallel for schedule(monotonic: dynamic)")
  REST("omp parallel for schedule(nonmonotonic: dynamic)")
}

int main(void) {
  int counts[] = {0, 1, 2, 7, 100, 2999, 3000};
  for (int i = 0; i < 7; i++) all(counts[i]);
  guided_sizes();
  chunk_sizes();
  others_run_the_rest();
  omp_set_schedule(omp_sched_dynamic, 11);
  int count = 2500;
  LOOP("omp parallel for schedule(runtime)")
  return check_result();
}
