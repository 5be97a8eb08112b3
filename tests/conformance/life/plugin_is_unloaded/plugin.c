// A plugin with OpenMP inside: regions, tasks, a threadprivate variable.
#include "../life.h"

static int own;
#pragma omp threadprivate(own)

int plugin_computes(void) {
  int wrong = compute();
#pragma omp parallel
  {
    ++own;
    if (own < 1) {
#pragma omp atomic
      ++wrong;
    }
  }
  return wrong;
}
