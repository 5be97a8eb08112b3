// A thread waits for a task that it has made without coming to a scheduling point: another one must get that.
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>

int main(void) {
  int ended = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 200; ++i) {
    atomic_int done = 0;
#pragma omp task shared(done)
    atomic_fetch_add(&done, 1);
    while (atomic_load(&done) == 0) continue;
#pragma omp taskwait
    ++ended;
  }
  printf("%d tasks\n", ended);
  return 0;
}
