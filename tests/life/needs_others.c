// usage: needs_others [trees]
// A thread waits for a task that it has made without coming to a scheduling point, so another one must get that. Then,
// or only, a tree of tasks and a loop.
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>

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

int main(int count, char** arguments) {
  (void)arguments;
  const int rounds = count > 1 ? 0 : 200;
  long sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < rounds; ++i) {
      atomic_int done = 0;
#pragma omp task shared(done)
      atomic_fetch_add(&done, 1);
      while (atomic_load(&done) == 0) continue;
#pragma omp taskwait
    }
    sum = fib(20);
  }
  int loop = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(4) reduction(+ : loop)
  for (int i = 0; i < 1000; ++i) loop += i & 1;
  printf("fib %ld, loop %d\n", sum, loop);
  return 0;
}
