// A plugin whose constructor runs untied tasks. The thread that runs it holds the loader's lock meanwhile, and waits in the barrier for
// the other threads, which leave the stacks of their waits. So none of them may need that lock.
#include <stdio.h>

static long leaves(int depth) {
  if (depth == 0) return 1;
  long below[3] = {0, 0, 0};
  for (int i = 0; i < 3; ++i) {
#pragma omp task untied shared(below) firstprivate(i, depth)
    below[i] = leaves(depth - 1);
  }
#pragma omp taskwait
  return below[0] + below[1] + below[2];
}

__attribute__((constructor)) static void runs_tasks(void) {
  for (int i = 0; i < 100; ++i) {
    long found = 0;
#pragma omp parallel
#pragma omp single
    found = leaves(8);
    if (found != 6561) printf("%ld leaves\n", found);
  }
}

int plugin_computes(void) { return 0; }
