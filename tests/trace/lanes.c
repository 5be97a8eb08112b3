// Between two regions serial work of over a second: an axis with long times. The second region has many threads: lanes that must scroll.
// usage: lanes THREADS
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char** argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 80;
  volatile long sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum = sum + 1;
  for (const double begin = seconds(); seconds() - begin < 1.05;) continue;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
  {
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 4 * threads; ++i)
      for (volatile int k = 0; k < 20000; k = k + 1) sum = sum + (k & 1);
  }
  printf("%ld\n", sum);
  return 0;
}
