// usage: tasks KIND N: makes about N tasks of that kind; the counting library says what they cost. Ends with 0 if all ran.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long fib(int n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

// The smallest tree with so many tasks.
static int tree(long n) {
  int depth = 2;
  for (long tasks = 2, before = 0; tasks < n; ++depth) {
    const long next = tasks + before + 2;
    before = tasks;
    tasks = next;
  }
  return depth;
}
static int run_fib(long n) {
  const int depth = tree(n);
  long wanted = 1, before = 0;
  for (int i = 1; i < depth; ++i) {
    const long next = wanted + before;
    before = wanted;
    wanted = next;
  }
  return fib(depth) != wanted;
}

// One thread makes all; each task counts in a place of its own.
static int producer(long n) {
  char *ran = calloc((size_t)n, 1);
  for (long i = 0; i < n; ++i) {
#pragma omp task firstprivate(i)
    ran[i] = 1;
  }
#pragma omp taskwait
  const int missing = memchr(ran, 0, (size_t)n) != NULL;
  free(ran);
  return missing;
}

// Each task is waited for before the next one is made.
static int waits(long n) {
  long done = 0;
  for (long i = 0; i < n; ++i) {
#pragma omp task shared(done)
    ++done;
#pragma omp taskwait
  }
  return done != n;
}

static int groups(long n) {
  long done = 0;
  for (long i = 0; i < n; i += 2) {
    long a = 0, b = 0;
#pragma omp taskgroup
    {
#pragma omp task shared(a)
      a = 1;
#pragma omp task shared(b)
      b = 1;
    }
    done += a + b;
  }
  return done < n;
}

// Each task waits for the one before.
static int depend(long n) {
  long done = 0;
  for (long i = 0; i < n; ++i) {
#pragma omp task shared(done) depend(inout : done)
    ++done;
  }
#pragma omp taskwait
  return done != n;
}

// Of three addresses, with readers between.
static int depend3(long n) {
  long a = 0, b = 0, c = 0;
  for (long i = 0; i < n; i += 2) {
#pragma omp task shared(a, b, c) depend(inout : a, b, c)
    ++a, ++b, ++c;
#pragma omp task shared(a, b) depend(in : a, b, c)
    if (a != b) abort();
  }
#pragma omp taskwait
  return a != c || 2 * a < n;
}

static int loop(long n) {
  char *ran = calloc((size_t)n, 1);
#pragma omp taskloop grainsize(1)
  for (long i = 0; i < n; ++i) ran[i] = 1;
  const int missing = memchr(ran, 0, (size_t)n) != NULL;
  free(ran);
  return missing;
}

static const struct {
  const char *name;
  int (*run)(long);
} kinds[] = {{"fib", run_fib},   {"producer", producer}, {"waits", waits},    {"groups", groups},
             {"depend", depend}, {"depend3", depend3},   {"loop", loop}};

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  int failed = 2;
#pragma omp parallel
#pragma omp single
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i)
    if (strcmp(kinds[i].name, argv[1]) == 0) failed = kinds[i].run(atol(argv[2]));
  return failed;
}
