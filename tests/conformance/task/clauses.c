// if(0), final, mergeable, untied and their queries; children of a final task are included; undeferred tasks run at once.
#include <omp.h>

#include "check.h"

static void undeferred(void) {
  int done = 0, thread = omp_get_thread_num();
#pragma omp task if (0) shared(done)
  {
    CHECK_EQUAL(omp_get_thread_num(), thread);
    done = 1;
  }
  CHECK_EQUAL(done, 1);
#pragma omp task if (0) shared(done)
  {
#pragma omp task shared(done)
    add(&done, 1);
#pragma omp taskwait
    CHECK_EQUAL(load(&done), 2);
  }
  CHECK_EQUAL(load(&done), 2);
}

static void final_ones(void) {
  CHECK(!omp_in_final());
  int order = 0;
#pragma omp task final(1) shared(order)
  {
    CHECK(omp_in_final());
    int thread = omp_get_thread_num();
    for (int i = 0; i < 10; i++) {
#pragma omp task shared(order)
      {
        CHECK(omp_in_final());
        CHECK_EQUAL(omp_get_thread_num(), thread);
        CHECK_EQUAL(order, i);
        order++;
      }
      CHECK_EQUAL(order, i + 1);
    }
  }
#pragma omp task final(0)
  CHECK(!omp_in_final());
#pragma omp taskwait
  CHECK_EQUAL(order, 10);
}

static void mergeable_ones(void) {
  int value = 3;
#pragma omp task mergeable shared(value) if (0)
  value++;
#pragma omp taskwait
  CHECK_EQUAL(value, 4);
#pragma omp task mergeable final(1) firstprivate(value)
  CHECK_EQUAL(value, 4);
#pragma omp taskwait
}

static long untied(int n) {
  long a, b;
  if (n < 2) return n;
#pragma omp task untied shared(a)
  a = untied(n - 1);
#pragma omp task untied shared(b)
  b = untied(n - 2);
#pragma omp taskyield
#pragma omp taskwait
  return a + b;
}

int main(void) {
  long result = 0;
#pragma omp parallel
  {
    undeferred();
    final_ones();
    mergeable_ones();
#pragma omp barrier
#pragma omp single
    {
#pragma omp task untied shared(result)
      result = untied(17);
    }
  }
  CHECK_EQUAL(result, 1597);
  undeferred();
  final_ones();
  return check_result();
}
