// detach: a task ends when its event is fulfilled, before or after its body, by a thread of the team or by a foreign one.
#include <omp.h>
#include <pthread.h>

#include "check.h"

static omp_event_handle_t later;
static int is_set;

static void* fulfil(void* unused) {
  (void)unused;
  wait_for(&is_set, 1);
  omp_fulfill_event(later);
  return NULL;
}

static void from_outside(void) {
  pthread_t thread;
  store(&is_set, 0);
  pthread_create(&thread, NULL, fulfil, NULL);
#pragma omp parallel
#pragma omp single
  {
    int value = 0;
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : value) shared(value)
    {
      value = 1;
      later = event;
      store(&is_set, 1);
    }
#pragma omp task depend(in : value) shared(value)
    CHECK_EQUAL(value, 1);
#pragma omp taskwait
  }
  pthread_join(thread, NULL);
}

int main(void) {
  for (int round = 0; round < 30; round++) from_outside();
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 100; round++) {
    int body = 0, value = 0;
    omp_event_handle_t inside, other;
#pragma omp task detach(inside) shared(body)
    {
      omp_fulfill_event(inside);
      add(&body, 1);
    }
#pragma omp taskwait
    CHECK_EQUAL(load(&body), 1);
#pragma omp task detach(other) depend(out : value) shared(value)
    store(&value, 7);
#pragma omp task depend(in : value) shared(value)
    CHECK_EQUAL(load(&value), 7);
    omp_fulfill_event(other);
#pragma omp taskwait
  }
  return check_result();
}
