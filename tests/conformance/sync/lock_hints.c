// Locks made with hints, nest locks across tasks and levels, test forms, a lock passed from thread to thread.
// skip-gcc: libgomp does not have the routines, so nothing links with them
#include <omp.h>

#include "check.h"

static const omp_sync_hint_t kHints[] = {omp_sync_hint_none, omp_sync_hint_uncontended, omp_sync_hint_contended,
                                         omp_sync_hint_nonspeculative, omp_sync_hint_speculative,
                                         omp_sync_hint_contended | omp_sync_hint_speculative};

static void plain(omp_sync_hint_t hint) {
  omp_lock_t lock;
  int count = 0;
  omp_init_lock_with_hint(&lock, hint);
#pragma omp parallel
  for (int i = 0; i < 200; i++) {
    if (i % 3 == 0) {
      while (!omp_test_lock(&lock)) sched_yield();
    } else {
      omp_set_lock(&lock);
    }
    count++;
    omp_unset_lock(&lock);
  }
  CHECK_EQUAL(count, 200 * omp_get_max_threads());
  omp_destroy_lock(&lock);
}

static void nested(omp_sync_hint_t hint) {
  omp_nest_lock_t lock;
  int count = 0;
  omp_init_nest_lock_with_hint(&lock, hint);
#pragma omp parallel
  for (int i = 0; i < 100; i++) {
    omp_set_nest_lock(&lock);
    CHECK_EQUAL(omp_test_nest_lock(&lock), 2);
    count++;
    omp_set_nest_lock(&lock);
    for (int k = 0; k < 3; k++) omp_unset_nest_lock(&lock);
  }
  CHECK_EQUAL(count, 100 * omp_get_max_threads());
  omp_destroy_nest_lock(&lock);
}

int main(void) {
  for (unsigned i = 0; i < sizeof kHints / sizeof *kHints; i++) {
    plain(kHints[i]);
    nested(kHints[i]);
  }
  omp_lock_t lock;
  omp_init_lock(&lock);
  omp_set_lock(&lock);
  CHECK(!omp_test_lock(&lock));
#pragma omp parallel num_threads(1)
  omp_unset_lock(&lock);
  CHECK(omp_test_lock(&lock));
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  return check_result();
}
