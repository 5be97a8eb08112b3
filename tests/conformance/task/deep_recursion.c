// 40,000 tasks deep, each waiting for its child, on the ordinary stack; the same with undeferred and untied tasks.
// runtimes: xomp own
// env: OMP_STACKSIZE=64M
// limit: stack=64M
#include <omp.h>

#include "check.h"

static long down(int depth) {
  long below = 0;
  if (!depth) return 0;
#pragma omp task shared(below)
  below = down(depth - 1);
#pragma omp taskwait
  return below + 1;
}

static long down_untied(int depth) {
  long below = 0;
  if (!depth) return 0;
#pragma omp task untied shared(below)
  below = down_untied(depth - 1);
#pragma omp taskwait
  return below + 1;
}

static long down_undeferred(int depth) {
  long below = 0;
  if (!depth) return 0;
#pragma omp task if (0) shared(below)
  below = down_undeferred(depth - 1);
  return below + 1;
}

int main(void) {
  long a = 0, b = 0, c = 0;
#pragma omp parallel
#pragma omp single
  {
    a = down(40000);
    b = down_untied(40000);
    c = down_undeferred(40000);
  }
  CHECK_EQUAL(a, 40000);
  CHECK_EQUAL(b, 40000);
  CHECK_EQUAL(c, 40000);
  return check_result();
}
