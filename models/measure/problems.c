/* The simulator's programs for a real machine: the same tasks, made in the same order, with the same grain. Prints the
   nanoseconds of the fastest of some runs of the region, the first of which only warms up.
   usage: problems PROGRAM SIZE GRAIN_NS [RUNS]; threads by OMP_NUM_THREADS */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double turns_a_ns;

static void turn(long count) {
  for (long i = 0; i < count; ++i) __asm__ volatile("" : "+r"(i));
}

static void work(double ns) {
  if (ns > 0) turn((long)(ns * turns_a_ns));
}

static void calibrate(void) {
  double fastest = 1;
  for (int i = 0; i < 20; ++i) {
    const double start = omp_get_wtime();
    turn(1000000);
    const double took = omp_get_wtime() - start;
    if (took < fastest) fastest = took;
  }
  turns_a_ns = 1000000 / (fastest * 1e9);
}

static uint64_t fib(long n, double grain) {
  uint64_t a, b;
  work(grain);
  if (n < 2) return (uint64_t)n;
#pragma omp task shared(a)
  a = fib(n - 1, grain);
#pragma omp task shared(b)
  b = fib(n - 2, grain);
#pragma omp taskwait
  return a + b;
}

static uint64_t mixed(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static void visit(uint64_t has_children_below, double grain, uint64_t node, int children) {
  work(grain);
  for (int i = 0; i < children; ++i) {
    const uint64_t child = mixed(node + (uint64_t)i);
    const int grandchildren = mixed(child) < has_children_below ? 8 : 0;
#pragma omp task
    visit(has_children_below, grain, child, grandchildren);
  }
  if (children != 0) {
#pragma omp taskwait
  }
}

static void make(long count, double grain) {
  for (long i = 0; i < count; ++i) {
#pragma omp task
    work(grain);
  }
#pragma omp taskwait
}

static void chain(long size, double grain) {
  const long chains = omp_get_num_threads();
  char(*links)[64] = malloc((size_t)chains * 64);
  for (long i = 0; i < size; ++i) {
    char* link = links[i % chains];
#pragma omp task depend(inout : link[0])
    work(grain);
  }
#pragma omp taskwait
  free(links);
}

static void cholesky(long n, double grain) {
  char(*tiles)[64] = malloc((size_t)(n * n) * 64);
#define TILE(i, j) tiles[(i) * n + (j)][0]
  for (long k = 0; k < n; ++k) {
#pragma omp task depend(inout : TILE(k, k))
    work(grain / 6);
    for (long i = k + 1; i < n; ++i) {
#pragma omp task depend(in : TILE(k, k)) depend(inout : TILE(i, k))
      work(grain / 2);
    }
    for (long i = k + 1; i < n; ++i) {
      for (long j = k + 1; j < i; ++j) {
#pragma omp task depend(in : TILE(i, k), TILE(j, k)) depend(inout : TILE(i, j))
        work(grain);
      }
#pragma omp task depend(in : TILE(i, k)) depend(inout : TILE(i, i))
      work(grain / 2);
    }
  }
#pragma omp taskwait
#undef TILE
  free(tiles);
}

static void run(const char* program, long size, double grain) {
  const int number = omp_get_thread_num(), threads = omp_get_num_threads();
  if (strcmp(program, "flat") == 0) {
    make(size * (number + 1) / threads - size * number / threads, grain);
  } else if (number == 0) {
    if (strcmp(program, "fib") == 0) fib(size, grain);
    if (strcmp(program, "uts") == 0) {
      const double probability = (1 - 2000 / (double)size) / 8;
      visit((uint64_t)(probability * 18446744073709551616.0), grain, mixed(1), 2000);
    }
    if (strcmp(program, "producer") == 0) make(size, grain);
    if (strcmp(program, "chain") == 0) chain(size, grain);
    if (strcmp(program, "cholesky") == 0) cholesky(size, grain);
  }
}

int main(int argc, char** argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: problems fib|uts|producer|flat|chain|cholesky SIZE GRAIN_NS [RUNS]\n");
    return 2;
  }
  const long size = atol(argv[2]);
  const double grain = atof(argv[3]);
  const int runs = argc > 4 ? atoi(argv[4]) : 9;
  calibrate();
  double fastest = 1e9;
  for (int i = 0; i <= runs; ++i) {
    const double start = omp_get_wtime();
#pragma omp parallel
    run(argv[1], size, grain);
    const double took = omp_get_wtime() - start;
    if (i != 0 && took < fastest) fastest = took;
  }
  printf("%.0f\n", fastest * 1e9);
  return 0;
}
