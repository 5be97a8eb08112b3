/* Parallel regions as gcc 4.2 to 4.8 compile them: the runtime starts the other threads, the caller runs its own part. */
#include "caller.h"

void GOMP_parallel_start(void (*)(void *), void *, unsigned);
void GOMP_parallel_end(void);
void GOMP_parallel_loop_static_start(void (*)(void *), void *, unsigned, long, long, long, long);
void GOMP_parallel_loop_dynamic_start(void (*)(void *), void *, unsigned, long, long, long, long);
void GOMP_parallel_loop_guided_start(void (*)(void *), void *, unsigned, long, long, long, long);
void GOMP_parallel_loop_runtime_start(void (*)(void *), void *, unsigned, long, long, long);
_Bool GOMP_loop_static_next(long *, long *), GOMP_loop_dynamic_next(long *, long *);
_Bool GOMP_loop_guided_next(long *, long *), GOMP_loop_runtime_next(long *, long *);
void GOMP_loop_end_nowait(void);
void GOMP_parallel_sections_start(void (*)(void *), void *, unsigned, unsigned);
unsigned GOMP_sections_next(void);
void GOMP_sections_end_nowait(void);
void GOMP_barrier(void);
void omp_set_dynamic(int);

typedef struct {
  int runs, threads, level;
} Region;

static void count_run(void *data) {
  Region *region = data;
  __atomic_fetch_add(&region->runs, 1, __ATOMIC_RELAXED);
  GOMP_barrier();
  if (omp_get_thread_num() == 0) {
    region->threads = omp_get_num_threads();
    region->level = omp_get_level();
  }
}

static Region run_region(unsigned threads) {
  Region region = {0, 0, 0};
  GOMP_parallel_start(count_run, &region, threads);
  count_run(&region);
  GOMP_parallel_end();
  return region;
}

static void check_regions(void) {
  Region region = run_region(0);
  CHECK(region.runs == omp_get_max_threads() && region.threads == region.runs && region.level == 1);
  region = run_region(3);
  CHECK(region.runs == 3 && region.threads == 3);
  region = run_region(1);
  CHECK(region.runs == 1 && region.threads == 1 && region.level == 1);
  CHECK(omp_get_num_threads() == 1 && omp_get_level() == 0);
}

static void run_inner(void *data) {
  const Region inner = run_region(2);
  if (inner.level != 2 || inner.runs != inner.threads) __atomic_fetch_add((int *)data, 1, __ATOMIC_RELAXED);
  if (omp_get_level() != 1) __atomic_fetch_add((int *)data, 1, __ATOMIC_RELAXED);
}

static void check_nested(void) {
  int wrong = 0;
  GOMP_parallel_start(run_inner, &wrong, 4);
  run_inner(&wrong);
  GOMP_parallel_end();
  CHECK(wrong == 0);
}

/* Loops from 10 to 110 by 3, and down. */
typedef struct {
  _Bool (*next)(long *, long *);
  long step;
  int seen[200];
} Loop;

static void run_loop(void *data) {
  Loop *loop = data;
  long from, to;
  while (loop->next(&from, &to))
    for (long i = from; loop->step > 0 ? i < to : i > to; i += loop->step)
      __atomic_fetch_add(&loop->seen[i], 1, __ATOMIC_RELAXED);
  GOMP_loop_end_nowait();
}

static void check_seen(const Loop *loop) {
  for (int i = 0; i < 200; ++i) {
    const int expected = loop->step > 0 ? i >= 10 && i < 110 && (i - 10) % 3 == 0 : i <= 110 && i > 10 && (110 - i) % 7 == 0;
    CHECK(loop->seen[i] == expected);
  }
}

static void check_loop(void (*start)(void (*)(void *), void *, unsigned, long, long, long, long),
                       _Bool (*next)(long *, long *), long chunk) {
  Loop up = {next, 3, {0}}, down = {next, -7, {0}};
  start(run_loop, &up, 0, 10, 110, 3, chunk);
  run_loop(&up);
  GOMP_parallel_end();
  check_seen(&up);
  start(run_loop, &down, 5, 110, 10, -7, chunk);
  run_loop(&down);
  GOMP_parallel_end();
  check_seen(&down);
}

static void start_runtime(void (*body)(void *), void *data, unsigned threads, long from, long to, long step, long chunk) {
  (void)chunk;
  GOMP_parallel_loop_runtime_start(body, data, threads, from, to, step);
}

static void run_sections(void *data) {
  int *seen = data;
  for (unsigned n = GOMP_sections_next(); n != 0; n = GOMP_sections_next())
    __atomic_fetch_add(&seen[n], 1, __ATOMIC_RELAXED);
  GOMP_sections_end_nowait();
}

static void check_sections(void) {
  int seen[8] = {0};
  GOMP_parallel_sections_start(run_sections, seen, 0, 6);
  run_sections(seen);
  GOMP_parallel_end();
  for (int i = 0; i < 8; ++i) CHECK(seen[i] == (i >= 1 && i <= 6));
}

int main(void) {
  for (int round = 0; round < 20; ++round) {
    check_regions();
    check_nested();
    check_loop(GOMP_parallel_loop_static_start, GOMP_loop_static_next, 0);
    check_loop(GOMP_parallel_loop_static_start, GOMP_loop_static_next, 2);
    check_loop(GOMP_parallel_loop_dynamic_start, GOMP_loop_dynamic_next, 1);
    check_loop(GOMP_parallel_loop_guided_start, GOMP_loop_guided_next, 2);
    check_loop(start_runtime, GOMP_loop_runtime_next, 0);
    check_sections();
  }
  return 0;
}
