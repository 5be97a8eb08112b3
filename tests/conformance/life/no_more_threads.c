// pthread_create fails: smaller teams, one warning, right results; later there are threads again.
// runtimes: xomp
// threads: 8
// link: -Wl,--export-dynamic -ldl
// expect: \Axomp: warning: the system allows no more threads: a team of 8 gets 3\n\Z
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

#include "life.h"

static int allowed = 2;

// Takes the place of the C library's, also for the runtime.
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*), void* argument) {
  static int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "pthread_create");
  if (add(&allowed, -1) < 0) return EAGAIN;
  return real(thread, attributes, body, argument);
}

static int team_size(void) {
  int size = 0;
#pragma omp parallel
#pragma omp single
  size = omp_get_num_threads();
  return size;
}

int main(void) {
  CHECK_EQUAL(team_size(), 3);
  CHECK_EQUAL(compute(), 0);
  CHECK_EQUAL(team_size(), 3);
  store(&allowed, 1000);
  CHECK_EQUAL(team_size(), 8);
  CHECK_EQUAL(compute(), 0);
  return check_result();
}
