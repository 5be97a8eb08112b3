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

// A child fulfils the event of its parent, and ends only after what depends on the parent.
static void by_child(void) {
#pragma omp parallel
#pragma omp single
  {
    int value = 0, follower = 0;
    omp_event_handle_t event, child;
#pragma omp task detach(event) depend(out : value) shared(value, child)
    {
      omp_event_handle_t own;
#pragma omp task detach(own) firstprivate(event) shared(child)
      {
        child = own;
        omp_fulfill_event(event);
      }
      value = 1;
    }
#pragma omp task depend(in : value) shared(value, follower, child)
    {
      CHECK_EQUAL(value, 1);
      follower = 1;
      omp_fulfill_event(child);
    }
#pragma omp taskwait
    CHECK_EQUAL(follower, 1);
  }
}

// A detachable task ends before its children, whoever has executed it and whoever fulfils its event.
static void before_children(void) {
  int children = 0, all = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 200; round++) {
    omp_event_handle_t event;
    int gate = 0;
#pragma omp taskgroup
    {
#pragma omp task detach(event) depend(out : gate) shared(children, gate) if (round % 4 != 3)
      for (int i = 0; i < 3; i++) {
#pragma omp task shared(children)
        {
          if (i == 1) sched_yield();
          add(&children, 1);
        }
      }
      if (round % 2 == 0) {
#pragma omp task firstprivate(event)
        omp_fulfill_event(event);
      } else {
        omp_fulfill_event(event);
      }
#pragma omp taskwait depend(in : gate)
    }
    all += 3;
    CHECK_EQUAL(load(&children), all);
  }
}

int main(void) {
  for (int round = 0; round < 30; round++) by_child();
  for (int round = 0; round < 5; round++) before_children();
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
