// Tasks that open parallel regions, with tasks in them; regions inside taskgroups; locks and criticals inside tasks.
#include <omp.h>

#include "check.h"

static int work(int n) {
  int count = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task shared(count)
    add(&count, 1);
  }
  return count;
}

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  for (int levels = 1; levels <= 2; levels++) {
    omp_set_max_active_levels(levels);
    for (int round = 0; round < 20; round++) {
      int total = 0, guarded = 0, locked = 0;
#pragma omp parallel
#pragma omp single
      {
#pragma omp taskgroup
        for (int i = 0; i < 8; i++) {
#pragma omp task shared(total, guarded, locked)
          {
            int level = omp_get_level();
            add(&total, work(25));
            CHECK_EQUAL(omp_get_level(), level);
#pragma omp critical
            guarded++;
            omp_set_lock(&lock);
            locked++;
            omp_unset_lock(&lock);
          }
        }
        CHECK_EQUAL(load(&total), 200);
      }
      CHECK_EQUAL(guarded, 8);
      CHECK_EQUAL(locked, 8);
    }
  }
  omp_destroy_lock(&lock);
  return check_result();
}
