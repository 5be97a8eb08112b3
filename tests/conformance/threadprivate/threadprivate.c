// threadprivate values stay with a thread from region to region; copyin; the initial thread's copy is the program's.
#include <omp.h>

#include "check.h"

static int counter = 5;
static double table[30];
static struct {
  int a, b;
} pair = {1, 2};
#pragma omp threadprivate(counter, table, pair)

int main(void) {
  omp_set_dynamic(0);
  counter = 100;
#pragma omp parallel
  {
    CHECK_EQUAL(counter, omp_get_thread_num() == 0 ? 100 : 5);
    CHECK(pair.a == 1 && pair.b == 2);
    counter = 1000 + omp_get_thread_num();
    table[3] = counter;
  }
  CHECK_EQUAL(counter, 1000);
#pragma omp parallel
  {
    CHECK_EQUAL(counter, 1000 + omp_get_thread_num());
    CHECK_NEAR(table[3], counter);
  }
  counter = 7;
  table[29] = 2.5;
  pair.b = 9;
#pragma omp parallel copyin(counter, table, pair)
  {
    CHECK_EQUAL(counter, 7);
    CHECK_NEAR(table[29], 2.5);
    CHECK_EQUAL(pair.b, 9);
    counter += omp_get_thread_num();
#pragma omp barrier
    CHECK_EQUAL(counter, 7 + omp_get_thread_num());
#pragma omp single copyprivate(counter)
    counter = 55;
    CHECK_EQUAL(counter, 55);
  }
  return check_result();
}
