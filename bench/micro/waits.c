// Every wait of a team for a known time: one thread sleeps, all others wait for it. So all CPU time is that of threads that wait.
#define _GNU_SOURCE
#include "micro.h"

enum { waits = 10 };

// The number of the wait that has begun, so that the others come to a lock after its holder.
static int begun;

static void begin(int wait) {
#pragma omp atomic write
  begun = wait + 1;
}
// Looks so seldom that it costs nothing; not for ever, because a task may not begin while its maker is here.
static void see_beginning(int wait) {
  for (int looks = 0, seen = 0; seen <= wait && looks < 100; ++looks) {
#pragma omp atomic read
    seen = begun;
    if (seen <= wait) sleep_ms(1);
  }
}
static void begin_anew(void) {
  clear_slots();
  begun = 0;
}

static long wait_region(const Setting *s, long repetitions) {
  begin_anew();
  for (int i = 0; i < waits; ++i) {
#pragma omp parallel
    count_here();
    sleep_ms(s->size);
  }
  return repetitions == 1 && slots_hold(s->threads, waits) ? waits : -1;
}

static long wait_barrier(const Setting *s, long repetitions) {
  begin_anew();
#pragma omp parallel
  for (int i = 0; i < waits; ++i) {
    if (omp_get_thread_num() == 0) sleep_ms(s->size);
    count_here();
#pragma omp barrier
  }
  return repetitions == 1 && slots_hold(s->threads, waits) ? waits : -1;
}

static long wait_copyprivate(const Setting *s, long repetitions) {
  begin_anew();
#pragma omp parallel
  for (int i = 0; i < waits; ++i) {
    int value;
#pragma omp single copyprivate(value)
    {
      sleep_ms(s->size);
      value = i;
    }
    if (value == i) count_here();
  }
  return repetitions == 1 && slots_hold(s->threads, waits) ? waits : -1;
}

static long wait_critical(const Setting *s, long repetitions) {
  begin_anew();
#pragma omp parallel
  for (int i = 0; i < waits; ++i) {
    const int holds = omp_get_thread_num() == 0;
    if (!holds) see_beginning(i);
#pragma omp critical
    {
      if (holds) begin(i);
      if (holds) sleep_ms(s->size);
      count_here();
    }
#pragma omp barrier
  }
  return repetitions == 1 && slots_hold(s->threads, waits) ? waits : -1;
}

static long wait_lock(const Setting *s, long repetitions) {
  omp_lock_t lock;
  begin_anew();
  omp_init_lock(&lock);
#pragma omp parallel
  for (int i = 0; i < waits; ++i) {
    const int holds = omp_get_thread_num() == 0;
    if (!holds) see_beginning(i);
    omp_set_lock(&lock);
    if (holds) begin(i);
    if (holds) sleep_ms(s->size);
    count_here();
    omp_unset_lock(&lock);
#pragma omp barrier
  }
  omp_destroy_lock(&lock);
  return repetitions == 1 && slots_hold(s->threads, waits) ? waits : -1;
}

static long wait_ordered(const Setting *s, long repetitions) {
  begin_anew();
#pragma omp parallel
  for (int i = 0; i < waits; ++i) {
#pragma omp for ordered schedule(static, 1)
    for (int j = 0; j < s->threads; ++j) {
#pragma omp ordered
      {
        if (j == 0) sleep_ms(s->size);
        count_here();
      }
    }
  }
  return repetitions == 1 && slots_hold(s->threads, waits) ? waits : -1;
}

static long wait_sink(const Setting *s, long repetitions) {
  begin_anew();
#pragma omp parallel
  for (int i = 0; i < waits; ++i) {
#pragma omp for ordered(1) schedule(static, 1)
    for (int j = 0; j < s->threads; ++j) {
#pragma omp ordered depend(sink : j - 1)
      if (j == 0) sleep_ms(s->size);
      count_here();
#pragma omp ordered depend(source)
    }
  }
  return repetitions == 1 && slots_hold(s->threads, waits) ? waits : -1;
}

static void sleep_in_task(const Setting *s, int wait) {
  begin(wait);
  count_here();
  sleep_ms(s->size);
}

static long wait_taskwait(const Setting *s, long repetitions) {
  begin_anew();
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < waits; ++i) {
#pragma omp task
    sleep_in_task(s, i);
    see_beginning(i);
#pragma omp taskwait
  }
  return repetitions == 1 && sum_of_slots() == waits ? waits : -1;
}

static long wait_taskgroup(const Setting *s, long repetitions) {
  begin_anew();
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < waits; ++i) {
#pragma omp taskgroup
    {
#pragma omp task
      sleep_in_task(s, i);
      see_beginning(i);
    }
  }
  return repetitions == 1 && sum_of_slots() == waits ? waits : -1;
}

const Program wait_programs[] = {
    {"wait_region", "a wait of size ms for the next region", wait_region, NULL, 20, true},
    {"wait_barrier", "a wait of size ms at a barrier", wait_barrier, NULL, 20, true},
    {"wait_copyprivate", "a wait of size ms for another thread's single", wait_copyprivate, NULL, 20, true},
    {"wait_critical", "a wait of size ms for a critical section", wait_critical, NULL, 20, true},
    {"wait_lock", "a wait of size ms for a lock", wait_lock, NULL, 20, true},
    {"wait_ordered", "a wait of size ms for an ordered region", wait_ordered, NULL, 20, true},
    {"wait_sink", "a wait of size ms for a doacross loop's source", wait_sink, NULL, 20, true},
    {"wait_taskwait", "a taskwait of size ms for another thread's task", wait_taskwait, NULL, 20, true},
    {"wait_taskgroup", "a wait of size ms at the end of a taskgroup", wait_taskgroup, NULL, 20, true},
    {0},
};
