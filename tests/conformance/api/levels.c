// omp_get_level, active_level, ancestor_thread_num, team_size: nested, serialized and if(0) regions, levels that do not
// exist.
#include <omp.h>

#include "check.h"

static void check_outside(void) {
  CHECK_EQUAL(omp_get_level(), 0);
  CHECK_EQUAL(omp_get_active_level(), 0);
  CHECK(!omp_in_parallel());
  CHECK_EQUAL(omp_get_ancestor_thread_num(0), 0);
  CHECK_EQUAL(omp_get_team_size(0), 1);
  CHECK_EQUAL(omp_get_ancestor_thread_num(1), -1);
  CHECK_EQUAL(omp_get_team_size(1), -1);
  CHECK_EQUAL(omp_get_ancestor_thread_num(-1), -1);
  CHECK_EQUAL(omp_get_team_size(-1), -1);
}

static void check_innermost(int outer_number, int outer_size) {
  int size = omp_get_num_threads();
  CHECK_EQUAL(omp_get_level(), 2);
  CHECK_EQUAL(omp_get_active_level(), (outer_size > 1) + (size > 1));
  CHECK_EQUAL(omp_get_ancestor_thread_num(0), 0);
  CHECK_EQUAL(omp_get_ancestor_thread_num(1), outer_number);
  CHECK_EQUAL(omp_get_ancestor_thread_num(2), omp_get_thread_num());
  CHECK_EQUAL(omp_get_ancestor_thread_num(3), -1);
  CHECK_EQUAL(omp_get_team_size(0), 1);
  CHECK_EQUAL(omp_get_team_size(1), outer_size);
  CHECK_EQUAL(omp_get_team_size(2), size);
  CHECK_EQUAL(omp_get_team_size(3), -1);
}

int main(void) {
  omp_set_max_active_levels(2);
  check_outside();
#pragma omp parallel
  {
    int number = omp_get_thread_num(), size = omp_get_num_threads();
    CHECK_EQUAL(omp_get_level(), 1);
    CHECK_EQUAL(omp_get_active_level(), size > 1);
    CHECK_EQUAL(omp_in_parallel(), size > 1);
#pragma omp parallel num_threads(2)
    check_innermost(number, size);
#pragma omp parallel if (0)
    {
      CHECK_EQUAL(omp_get_num_threads(), 1);
      check_innermost(number, size);
    }
#pragma omp parallel num_threads(1)
    {
#pragma omp parallel num_threads(2)
      {
        CHECK_EQUAL(omp_get_level(), 3);
        CHECK_EQUAL(omp_get_team_size(2), 1);
        CHECK_EQUAL(omp_get_ancestor_thread_num(2), 0);
        CHECK_EQUAL(omp_get_ancestor_thread_num(1), number);
      }
    }
    CHECK_EQUAL(omp_get_level(), 1);
    CHECK_EQUAL(omp_get_thread_num(), number);
  }
  check_outside();
  return check_result();
}
