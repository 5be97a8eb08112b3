// Programs that hang, each for a reason that `xomp stack` has to tell: hang CASE. They say "ready" once the others have come
// to where they wait for ever; then the test looks at them and kills them.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static omp_lock_t the_lock;
static omp_nest_lock_t nest_lock;
static volatile int go_on;
static volatile int afterwards;  // changed after each wait, so that no compiler makes the wait a jump

static void ready(void) {
  puts("ready");
  fflush(stdout);
}

static void wait_here(void) {
  ready();
  while (!go_on) usleep(1000);
}

// Nobody fulfils the event.
static void event(void) {
  omp_event_handle_t forgotten;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(forgotten)
    ready();
#pragma omp taskwait  // for the event
  }
}

// The event of the first task is fulfilled by the second one, which depends on the first.
static void cycle(void) {
  int value = 0;
  omp_event_handle_t later;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(later) depend(out : value) shared(value)
    value = 1;
#pragma omp task depend(in : value) shared(value) firstprivate(later)
    omp_fulfill_event(later);
    ready();
#pragma omp taskwait
  }
}

// One thread holds the lock and goes on with something else.
static void lock(void) {
  omp_init_lock(&the_lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) omp_set_lock(&the_lock);
#pragma omp barrier
    if (omp_get_thread_num() == 0) wait_here();
    omp_set_lock(&the_lock);  // taken
    afterwards++;
  }
}

static void nest(void) {
  omp_init_nest_lock(&nest_lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) omp_set_nest_lock(&nest_lock);
#pragma omp barrier
    if (omp_get_thread_num() == 0) wait_here();
    omp_set_nest_lock(&nest_lock);
    afterwards++;
  }
}

static void critical(void) {
#pragma omp parallel num_threads(2)
#pragma omp critical(narrow)
  wait_here();
}

// One thread of three does not come.
static void barrier(void) {
#pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num() == 1) wait_here();
#pragma omp barrier  // two come
    afterwards++;
  }
}

static void region(void) {
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num() == 0) wait_here();
}

static void group(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp task
    {
#pragma omp task  // inner
      wait_here();
#pragma omp taskwait
      afterwards++;
    }
  }
}

static const struct {
  const char* name;
  void (*run)(void);
} cases[] = {{"event", event},       {"cycle", cycle},     {"lock", lock},     {"nest", nest},
             {"critical", critical}, {"barrier", barrier}, {"region", region}, {"group", group}};

int main(int argc, char** argv) {
  for (size_t i = 0; argc == 2 && i < sizeof cases / sizeof *cases; i++)
    if (strcmp(cases[i].name, argv[1]) == 0) cases[i].run();
  return afterwards;
}
