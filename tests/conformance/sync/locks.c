// Simple and nest locks, with hints; test calls; a lock handed on between threads and tasks; many locks at once.
#include <omp.h>

#include "check.h"

#ifndef __clang__  // declared by gcc-12, but not in its library
#define omp_init_lock_with_hint(lock, hint) omp_init_lock(lock)
#define omp_init_nest_lock_with_hint(lock, hint) omp_init_nest_lock(lock)
#endif

static void simple(void) {
  omp_lock_t lock, hinted;
  int count = 0, tries = 0;
  omp_init_lock(&lock);
  omp_init_lock_with_hint(&hinted, omp_sync_hint_contended);
#pragma omp parallel
  {
    for (int i = 0; i < 2000; i++) {
      omp_set_lock(&lock);
      count++;
      omp_unset_lock(&lock);
      while (!omp_test_lock(&hinted)) sched_yield();
      tries++;
      omp_unset_lock(&hinted);
    }
  }
  CHECK_EQUAL(count, 2000 * omp_get_max_threads());
  CHECK_EQUAL(tries, count);
  omp_set_lock(&lock);
  CHECK(!omp_test_lock(&lock));
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  omp_destroy_lock(&hinted);
}

static void descend(omp_nest_lock_t* lock, int depth, int* count) {
  if (!depth) return;
  omp_set_nest_lock(lock);
  ++*count;
  descend(lock, depth - 1, count);
  omp_unset_nest_lock(lock);
}

static void nested(void) {
  omp_nest_lock_t lock, hinted;
  omp_init_nest_lock(&lock);
  omp_init_nest_lock_with_hint(&hinted, omp_sync_hint_uncontended);
  int count = 0;
#pragma omp parallel
  for (int i = 0; i < 200; i++) {
    descend(&lock, 10, &count);
    omp_set_nest_lock(&lock);
    CHECK_EQUAL(omp_test_nest_lock(&lock), 2);
    omp_unset_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
  }
  CHECK_EQUAL(count, 2000 * omp_get_max_threads());
  CHECK_EQUAL(omp_test_nest_lock(&hinted), 1);
  CHECK_EQUAL(omp_test_nest_lock(&hinted), 2);
  omp_unset_nest_lock(&hinted);
  omp_unset_nest_lock(&hinted);
  omp_destroy_nest_lock(&lock);
  omp_destroy_nest_lock(&hinted);
}

static void many(void) {
  enum { kLocks = 500 };
  static omp_lock_t locks[kLocks];
  static int counts[kLocks];
  for (int i = 0; i < kLocks; i++) omp_init_lock(&locks[i]);
#pragma omp parallel
  for (int i = 0; i < 20 * kLocks; i++) {
    int which = i * 7 % kLocks;
    omp_set_lock(&locks[which]);
    counts[which]++;
    omp_unset_lock(&locks[which]);
  }
  for (int i = 0; i < kLocks; i++) {
    CHECK_EQUAL(counts[i], 20 * omp_get_max_threads());
    omp_destroy_lock(&locks[i]);
  }
}

int main(void) {
  simple();
  nested();
  many();
  return check_result();
}
