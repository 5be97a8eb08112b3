// Root threads that may run on some processors only: their regions keep to these, though the workers served others before.
// threads: 3
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <sched.h>

#include "life.h"

static cpu_set_t all;

static void check_regions(const cpu_set_t* mask) {
  int elsewhere = 0;
  for (int i = 0; i < 3; ++i) {
#pragma omp parallel reduction(+ : elsewhere)
    {
      cpu_set_t mine;
      sched_getaffinity(0, sizeof mine, &mine);
      elsewhere += !CPU_EQUAL(&mine, mask);
    }
  }
  CHECK_EQUAL(elsewhere, 0);
}

static void* bound_root(void* argument) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(*(int*)argument, &one);
  CHECK_EQUAL(sched_setaffinity(0, sizeof one, &one), 0);
  check_regions(&one);
  return NULL;
}

// Threads of a root that bind themselves stay there.
static void* binds_its_threads(void* argument) {
  int moved = 0;
  for (int i = 0; i < 30; ++i) {
#pragma omp parallel num_threads(i % 15 == 0 ? 3 : 2) reduction(+ : moved)
    {
      cpu_set_t mine, one;
      const int first = *(int*)argument;
      CPU_ZERO(&one);
      CPU_SET(first, &one);
      if (omp_get_thread_num() == 1) {
        if (i == 0) sched_setaffinity(0, sizeof one, &one);
        sched_getaffinity(0, sizeof mine, &mine);
        moved += !CPU_EQUAL(&mine, &one);
      }
    }
  }
  CHECK_EQUAL(moved, 0);
  return NULL;
}

static void run(void* (*body)(void*), int processor) {
  pthread_t root;
  CHECK_EQUAL(pthread_create(&root, NULL, body, &processor), 0);
  pthread_join(root, NULL);
}

int main(void) {
  sched_getaffinity(0, sizeof all, &all);
  check_regions(&all);
  for (int round = 0; round < 2; ++round)
    for (int i = 0, roots = 0; i < CPU_SETSIZE && roots < 4; ++i)
      if (CPU_ISSET(i, &all)) {
        run(bound_root, i);
        run(binds_its_threads, i);
        roots++;
      }
  check_regions(&all);
  return check_result();
}
