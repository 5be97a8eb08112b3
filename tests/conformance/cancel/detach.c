// Detachable tasks that are cancelled end without their event, whatever clauses they have; a handle that outlives its task harms
// no other one.
// env-each: OMP_CANCELLATION=true | OMP_CANCELLATION=false
// env: OMP_MAX_TASK_PRIORITY=10
#include <omp.h>
#include <pthread.h>

#include "check.h"

static int on;

// Cancels the enclosing taskgroup from a task of it that has ended then.
#define CANCEL_GROUP                 \
  _Pragma("omp task if (0)") {       \
    _Pragma("omp cancel taskgroup"); \
  }

static void with_clauses(void) {
  int ran = 0, x = 0;
#pragma omp taskgroup
  {
    CANCEL_GROUP
    omp_event_handle_t event;
#pragma omp task detach(event) shared(ran)
    {
      add(&ran, 1);
      omp_fulfill_event(event);
    }
#pragma omp task detach(event) priority(3) shared(ran)
    {
      add(&ran, 1);
      omp_fulfill_event(event);
    }
#pragma omp task detach(event) untied shared(ran)
    {
      add(&ran, 1);
      omp_fulfill_event(event);
    }
#pragma omp task detach(event) depend(out : x) shared(ran)
    {
      add(&ran, 1);
      omp_fulfill_event(event);
    }
#pragma omp task detach(event) depend(mutexinoutset : x) shared(ran)
    {
      add(&ran, 1);
      omp_fulfill_event(event);
    }
  }
  CHECK_EQUAL(ran, on ? 0 : 5);
}

// An undeferred one is waited for where it is created.
static void undeferred(void) {
  int ended = 0;
#pragma omp taskgroup
  {
    CANCEL_GROUP
    omp_event_handle_t event;
#pragma omp task detach(event) if (0)
    omp_fulfill_event(event);
    ended = 1;
  }
  CHECK_EQUAL(ended, 1);
}

// The predecessor cancels; what follows in the group is discarded, what follows after it runs.
static void dependent(void) {
  int x = 0, discarded = 0, after = 0;
#pragma omp taskgroup
  {
    omp_event_handle_t event;
#pragma omp task depend(out : x) shared(x)
    {
      x = 1;
#pragma omp cancel taskgroup
    }
#pragma omp task detach(event) depend(inout : x) shared(discarded)
    {
      add(&discarded, 1);
      omp_fulfill_event(event);
    }
#pragma omp task depend(inout : x) shared(discarded)
    add(&discarded, 1);
  }
#pragma omp task depend(inout : x) shared(after)
  after = 1;
#pragma omp taskwait depend(in : x)
  CHECK_EQUAL(after, 1);
  CHECK_EQUAL(discarded, on ? 0 : 2);
}

// The task has begun, and leaves its body by cancellation; its children come before its end.
static void begun(void) {
  int children = 0, past = 0;
#pragma omp taskgroup
  {
    omp_event_handle_t event;
#pragma omp task detach(event) shared(children, past)
    {
      for (int i = 0; i < 20; i++) {
#pragma omp task shared(children)
        add(&children, 1);
      }
#pragma omp cancel taskgroup
      past = 1;
      omp_fulfill_event(event);
    }
  }
  CHECK_EQUAL(past, !on);
  if (!on) CHECK_EQUAL(children, 20);
}

// The body is over before the group is cancelled: the event still counts.
static void body_over(void) {
  int body = 0, fulfilled = 0;
#pragma omp taskgroup
  {
    omp_event_handle_t event;
#pragma omp task detach(event) shared(body)
    add(&body, 1);
    while (load(&body) == 0) {
#pragma omp taskyield
    }
    CANCEL_GROUP
    store(&fulfilled, 1);
    omp_fulfill_event(event);
  }
  CHECK_EQUAL(fulfilled, 1);
}

static void nested_groups(void) {
  int inner = 0, outer = 0;
#pragma omp taskgroup
  {
#pragma omp task shared(inner, outer)
    {
#pragma omp taskgroup
      {
        CANCEL_GROUP
        omp_event_handle_t event;
#pragma omp task detach(event) shared(inner)
        {
          add(&inner, 1);
          omp_fulfill_event(event);
        }
      }
      add(&outer, 1);
    }
  }
  CHECK_EQUAL(inner, !on);
  CHECK_EQUAL(outer, 1);
}

// Events are fulfilled after their tasks were discarded, while others have their memory.
static void late_handles(void) {
  enum { kOld = 32, kNew = 64 };
  omp_event_handle_t old[kOld], fresh[kNew];
  int ran = 0;
#pragma omp taskgroup
  {
    CANCEL_GROUP
    for (int i = 0; i < kOld; i++) {
      omp_event_handle_t event;
#pragma omp task detach(event) shared(ran)
      add(&ran, 1);
      old[i] = event;
    }
    for (int i = 0; i < kOld && !on; i++) omp_fulfill_event(old[i]);
  }
  CHECK_EQUAL(ran, on ? 0 : kOld);
  int over = 0;
  for (int i = 0; i < kNew; i++) {
    omp_event_handle_t event;
#pragma omp task detach(event)
    sched_yield();
    fresh[i] = event;
  }
#pragma omp task depend(inout : over) shared(over)
  over = 1;
  for (int i = 0; i < kOld && on; i++) omp_fulfill_event(old[i]);
  for (int i = 0; i < kNew; i++) omp_fulfill_event(fresh[i]);
#pragma omp taskwait
  CHECK_EQUAL(over, 1);
}

// A thread that OpenMP does not know fulfils each event, at the time at which the group is cancelled, and after regions.
enum { kRounds = 50, kEach = 10 };
static omp_event_handle_t events[kRounds * kEach];
static int given;

static void* fulfil_all(void* unused) {
  for (int i = 0; i < kRounds * kEach; i++) {
    wait_for(&given, i + 1);
    omp_fulfill_event(events[i]);
  }
  return unused;
}

static void by_a_foreign_thread(void) {
  pthread_t thread;
  store(&given, 0);
  pthread_create(&thread, NULL, fulfil_all, NULL);
  for (int round = 0; round < kRounds; round++) {
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
    for (int i = 0; i < kEach; i++) {
      omp_event_handle_t event;
#pragma omp task detach(event)
      sched_yield();
      events[round * kEach + i] = event;
      add(&given, 1);
      if (i == kEach / 2) {
        CANCEL_GROUP
      }
    }
  }
  pthread_join(thread, NULL);
}

static void of_regions(void) {
  int ran = 0;
#pragma omp parallel
  {
    omp_event_handle_t event;
#pragma omp barrier
    if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
    }
#pragma omp barrier
    if (on) add(&ran, 1);
  }
  CHECK_EQUAL(ran, 0);
#pragma omp parallel
  {
    omp_event_handle_t event;
    if (omp_get_thread_num() == 0) {
      for (int i = 0; i < 5; i++) {
#pragma omp task detach(event)
        omp_fulfill_event(event);
      }
#pragma omp cancel parallel
    }
#pragma omp barrier
  }
}

int main(void) {
  on = omp_get_cancellation();
  for (int round = 0; round < 20; round++) {
#pragma omp parallel
#pragma omp single
    {
      with_clauses();
      undeferred();
      dependent();
      begun();
      body_over();
      nested_groups();
      late_handles();
    }
    of_regions();
  }
  by_a_foreign_thread();
  return check_result();
}
