// Nested regions: sizes, levels, ancestors; more levels than allowed are serialized; inner regions from many threads at once.
#include <omp.h>

#include "check.h"

static void two_levels(int outer, int inner) {
  int total = 0;
#pragma omp parallel num_threads(outer)
  {
    int parent = omp_get_thread_num();
#pragma omp parallel num_threads(inner)
    {
      CHECK_EQUAL(omp_get_num_threads(), inner);
      CHECK_EQUAL(omp_get_level(), 2);
      CHECK_EQUAL(omp_get_ancestor_thread_num(1), parent);
      CHECK_EQUAL(omp_get_ancestor_thread_num(2), omp_get_thread_num());
      CHECK_EQUAL(omp_get_ancestor_thread_num(0), 0);
      CHECK_EQUAL(omp_get_ancestor_thread_num(3), -1);
      CHECK_EQUAL(omp_get_team_size(1), outer);
      CHECK_EQUAL(omp_get_team_size(2), inner);
#pragma omp atomic
      total++;
#pragma omp barrier
      CHECK(total >= inner);
    }
    CHECK_EQUAL(omp_get_thread_num(), parent);
    CHECK_EQUAL(omp_get_num_threads(), outer);
    CHECK_EQUAL(omp_get_level(), 1);
  }
  CHECK_EQUAL(total, outer * inner);
}

static void serialized(void) {
  omp_set_max_active_levels(1);
  int total = 0;
#pragma omp parallel num_threads(3) reduction(+ : total)
#pragma omp parallel num_threads(4) reduction(+ : total)
#pragma omp parallel num_threads(5) reduction(+ : total)
  {
    CHECK_EQUAL(omp_get_num_threads(), 1);
    CHECK_EQUAL(omp_get_thread_num(), 0);
    CHECK_EQUAL(omp_get_level(), 3);
    CHECK_EQUAL(omp_get_active_level(), 1);
int sum = 0;
#pragma omp for
    for (int i = 0; i < 10; i++) sum += i;
    total += sum;
  }
  CHECK_EQUAL(total, 135);
  omp_set_max_active_levels(4);
}

static int count_down(int level) {
  int below = 0;
  if (level == 0) return 1;
#pragma omp parallel num_threads(2) reduction(+ : below)
  below += count_down(level - 1);
  return below;
}

int main(void) {
  omp_set_dynamic(0);
  omp_set_max_active_levels(4);
  int n = omp_get_max_threads();
  for (int round = 0; round < 50; round++) two_levels(n, 2);
  for (int round = 0; round < 50; round++) two_levels(2, 3);
  two_levels(1, n);
  serialized();
  for (int round = 0; round < 20; round++) CHECK_EQUAL(count_down(4), 16);
  return check_result();
}
