// A chain 200,000 tasks long, each made by the one before and nobody waiting: the stack does not grow with it.
#include <omp.h>

#include "check.h"

static int count;

static void next(int depth) {
  add(&count, 1);
  if (!depth) return;
#pragma omp task
  next(depth - 1);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  next(200000);
  CHECK_EQUAL(count, 200001);
  return check_result();
}
