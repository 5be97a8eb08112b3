// Two threads of the program with regions of half the processors, bound: they run on different processors, whether they or the
// initial thread came first; a thread that comes when another one has ended gets that one's processors.
// threads: 1
// env-each: OMP_PROC_BIND=close OMP_PLACES=threads | OMP_PROC_BIND=true | OMP_PROC_BIND=spread OMP_PLACES=threads
// runtimes: xomp
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <omp.h>
#include <pthread.h>
#include <sched.h>

#include "check.h"

static pthread_barrier_t together;
static cpu_set_t masks[2];

static void* root(void* mask) {
  if (omp_get_num_threads() != 1) return NULL;
  pthread_barrier_wait(&together);
#pragma omp parallel num_threads(1)
  sched_getaffinity(0, sizeof(cpu_set_t), mask);
  pthread_barrier_wait(&together);
  return NULL;
}

int main(void) {
  pthread_barrier_init(&together, NULL, 2);
  cpu_set_t all, both;
  sched_getaffinity(0, sizeof all, &all);
  for (int round = 0; round < 5; round++) {
    if (round == 2) CHECK_EQUAL(omp_get_place_num(), 0);
    pthread_t other;
    pthread_create(&other, NULL, root, &masks[1]);
    if (round < 2) {
      pthread_t another;
      pthread_create(&another, NULL, root, &masks[0]);
      pthread_join(another, NULL);
    } else {
      root(&masks[0]);
    }
    pthread_join(other, NULL);
    CPU_AND(&both, &masks[0], &masks[1]);
    CHECK(CPU_COUNT(&all) == 1 || CPU_COUNT(&both) == 0);
  }
  return check_result();
}
