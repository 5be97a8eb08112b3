// A nest lock belongs to the task that has set it: another task of the same thread does not get it.
// runtimes: xomp
#include <omp.h>

#include "check.h"

int main(void) {
  omp_nest_lock_t lock;
  int child = -1, implicit = -1;
  omp_init_nest_lock(&lock);
  omp_set_nest_lock(&lock);
  CHECK_EQUAL(omp_test_nest_lock(&lock), 2);
#pragma omp task if (0) shared(child)
  child = omp_test_nest_lock(&lock);
  CHECK_EQUAL(child, 0);
#pragma omp parallel num_threads(1)
  implicit = omp_test_nest_lock(&lock);
  CHECK_EQUAL(implicit, 0);
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
#pragma omp task if (0) shared(child)
  {
    child = omp_test_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
  }
  CHECK_EQUAL(child, 1);
  // It stays the owner when it has created others.
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task if (0)
  {
    omp_set_nest_lock(&lock);
    for (int i = 0; i < 8; i++) {
#pragma omp task
      CHECK(omp_get_num_threads() == 2);
    }
    CHECK_EQUAL(omp_test_nest_lock(&lock), 2);
    omp_unset_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
  }
  omp_destroy_nest_lock(&lock);
  return check_result();
}
