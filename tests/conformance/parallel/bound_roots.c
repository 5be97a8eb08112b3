// The program's own threads are in a place where omp_get_place_num says so: outside of regions, too.
// env-each: OMP_PROC_BIND=true OMP_PLACES=threads | OMP_PROC_BIND=spread OMP_PLACES=threads | OMP_PROC_BIND=close OMP_PLACES=cores | OMP_PLACES=threads
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <omp.h>
#include <pthread.h>
#include <sched.h>

#include "check.h"

static void check_place(void) {
  const int place = omp_get_place_num();
  CHECK(place >= 0 && place < omp_get_num_places());
  cpu_set_t mine;
  sched_getaffinity(0, sizeof mine, &mine);
  int numbers[CPU_SETSIZE];
  omp_get_place_proc_ids(place, numbers);
  CHECK_EQUAL(CPU_COUNT(&mine), omp_get_place_num_procs(place));
  for (int i = 0; i < omp_get_place_num_procs(place); i++) CHECK(CPU_ISSET(numbers[i], &mine));
}

static void* root(void* processors) {
  for (int round = 0; round < 3; round++) {
    if (round != 0 || processors != NULL) check_place();
#pragma omp parallel num_threads(round + 1)
#pragma omp critical
    check_place();
  }
  check_place();
  if (processors != NULL) CHECK_EQUAL(omp_get_num_procs(), *(int*)processors);
  return NULL;
}

int main(void) {
  int processors = omp_get_num_procs();
  root(NULL);  // libomp binds the main thread with its first region
  pthread_t other;
  pthread_create(&other, NULL, root, &processors);
  pthread_join(other, NULL);
  check_place();
  return check_result();
}
