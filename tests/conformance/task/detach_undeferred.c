// detach with if(0): the encountering thread waits for the body only (OpenMP 5.2, section 12.5, and "undeferred task" in the
// glossary). The task is complete with its event. So a taskwait, a taskgroup and a barrier wait for that.
#include <omp.h>
#include <pthread.h>

#include "check.h"

static omp_event_handle_t pending;
static int is_set, is_fulfilled;

static void* fulfil(void* unused) {
  (void)unused;
  wait_for(&is_set, 1);
  store(&is_fulfilled, 1);
  omp_fulfill_event(pending);
  return NULL;
}

// The creator itself fulfils the event, after the task.
static void creator_fulfils(void) {
  int body = 0;
  omp_event_handle_t after, before;
#pragma omp task if (0) detach(after) shared(body)
  body = 1;
  CHECK_EQUAL(body, 1);
  omp_fulfill_event(after);
#pragma omp taskwait
#pragma omp task if (0) detach(before) shared(body)
  {
    body = 2;
    omp_fulfill_event(before);
  }
  CHECK_EQUAL(body, 2);
#pragma omp taskwait
}

// Its children end before it, and a taskgroup inside it is its own.
static void with_children(void) {
  int child = 0, grandchild = 0;
  omp_event_handle_t event;
#pragma omp taskgroup
  {
#pragma omp task if (0) detach(event) shared(child, grandchild)
    {
#pragma omp taskgroup
#pragma omp task shared(grandchild)
      store(&grandchild, 1);
      CHECK_EQUAL(load(&grandchild), 1);
#pragma omp task shared(child)
      store(&child, 1);
    }
    omp_fulfill_event(event);
  }
  CHECK_EQUAL(load(&child), 1);
}

enum Wait { at_taskwait, at_taskgroup, at_dependence, at_nothing };

static void begin(enum Wait wait) {
  int value = 0;
  omp_event_handle_t event;
  if (wait == at_dependence) {
#pragma omp task if (0) detach(event) depend(out : value) shared(value)
    {
      value = 1;
      pending = event;
    }
  } else {
#pragma omp task if (0) detach(event) shared(value)
    {
      value = 1;
      pending = event;
    }
  }
  CHECK_EQUAL(value, 1);
  CHECK_EQUAL(load(&is_fulfilled), 0);
#ifndef __clang__  // for if(0) clang tells the runtime of what the task waits for, not of what waits for it
  if (wait == at_dependence) {
#pragma omp task depend(in : value)
    CHECK_EQUAL(load(&is_fulfilled), 1);
  }
#endif
  store(&is_set, 1);
}

// Another thread fulfils the event, at once when the creator goes on.
static void other_fulfils(enum Wait wait) {
  pthread_t thread;
  store(&is_set, 0);
  store(&is_fulfilled, 0);
  pthread_create(&thread, NULL, fulfil, NULL);
#pragma omp parallel
  {
#pragma omp single nowait
    {
      if (wait == at_taskgroup) {
#pragma omp taskgroup
        begin(wait);
      } else {
        begin(wait);
      }
      if (wait == at_taskwait || wait == at_dependence) {
#pragma omp taskwait
      }
      if (wait != at_nothing) CHECK_EQUAL(load(&is_fulfilled), 1);
    }
#pragma omp barrier
    CHECK_EQUAL(load(&is_fulfilled), 1);
  }
  pthread_join(thread, NULL);
}

int main(void) {
  for (int round = 0; round < 100; round++) {
    creator_fulfils();
    with_children();
  }
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 100; round++) {
    creator_fulfils();
    with_children();
  }
  for (int round = 0; round < 20; round++)
    for (int wait = at_taskwait; wait <= at_nothing; wait++) other_fulfils((enum Wait)wait);
  return check_result();
}
