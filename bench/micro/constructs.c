// The cost of each construct by itself, in the manner of the EPCC suite: a construct around next to nothing, many times over.
#include "micro.h"

static long parallel(const Setting *s, long repetitions) {
  clear_slots();
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel
    count_here();
  }
  return slots_hold(s->threads, repetitions) ? repetitions : -1;
}

static long for_static(const Setting *s, long repetitions) {
  clear_slots();
#pragma omp parallel
  for (long r = 0; r < repetitions; ++r) {
#pragma omp for schedule(static)
    for (int i = 0; i < s->threads; ++i) slots[i].count += 1;
  }
  return slots_hold(s->threads, repetitions) ? repetitions : -1;
}

static long for_dynamic(const Setting *s, long repetitions) {
  long chunks = repetitions * s->size;
  clear_slots();
#pragma omp parallel
  {
    long mine = 0;
#pragma omp for schedule(dynamic, 1)
    for (long i = 0; i < chunks; ++i) {
      __asm__ volatile("" : "+r"(mine));
      mine += 1;
    }
    slots[omp_get_thread_num()].count = mine;
  }
  return sum_of_slots() == chunks ? chunks : -1;
}

static long for_guided(const Setting *s, long repetitions) {
  clear_slots();
#pragma omp parallel
  {
    Slot *mine = &slots[omp_get_thread_num()];
    for (long r = 0; r < repetitions; ++r) {
#pragma omp for schedule(guided)
      for (long i = 0; i < s->size; ++i) mine->count += 1;
    }
  }
  return sum_of_slots() == repetitions * s->size ? repetitions : -1;
}

static long barrier(const Setting *s, long repetitions) {
  clear_slots();
#pragma omp parallel
  {
    int me = omp_get_thread_num(), other = (me + 1) % s->threads;
    for (long r = 0; r < repetitions; ++r) {
      slots[me].count += 1;
#pragma omp barrier
    }
    // Behind the last barrier everyone must see that everyone else has been through all the others.
    if (slots[other].count != repetitions) slots[me].count = -1;
#pragma omp barrier
  }
  return slots_hold(s->threads, repetitions) ? repetitions : -1;
}

static long single(const Setting *s, long repetitions) {
  (void)s;
  long entered = 0;
#pragma omp parallel
  for (long r = 0; r < repetitions; ++r) {
#pragma omp single
    entered += 1;
  }
  return entered == repetitions ? repetitions : -1;
}

static long critical(const Setting *s, long repetitions) {
  long entered = 0;
#pragma omp parallel
  for (long r = 0; r < repetitions; ++r) {
#pragma omp critical(micro)
    entered += 1;
  }
  return entered == repetitions * s->threads ? entered : -1;
}

static long lock(const Setting *s, long repetitions) {
  long entered = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel
  for (long r = 0; r < repetitions; ++r) {
    omp_set_lock(&lock);
    entered += 1;
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  return entered == repetitions * s->threads ? entered : -1;
}

static long ordered(const Setting *s, long repetitions) {
  (void)s;
  long next = 0, wrong = 0;
#pragma omp parallel for ordered schedule(static, 1)
  for (long r = 0; r < repetitions; ++r) {
#pragma omp ordered
    {
      wrong += next != r;
      next += 1;
    }
  }
  return wrong == 0 && next == repetitions ? repetitions : -1;
}

static long reduction(const Setting *s, long repetitions) {
  long sum = 0;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel reduction(+ : sum)
    sum += 1;
  }
  return sum == repetitions * s->threads ? repetitions : -1;
}

static long parallel_for(const Setting *s, long repetitions) {
  clear_slots();
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < s->size; ++i) {
      work_us(10.0 / (double)s->size);
      count_here();
    }
  }
  return sum_of_slots() == repetitions * s->size ? repetitions : -1;
}

static long parallel_for_serial(const Setting *s, long repetitions) {
  for (long r = 0; r < repetitions; ++r)
    for (long i = 0; i < s->size; ++i) work_us(10.0 / (double)s->size);
  return repetitions;
}

const Program construct_programs[] = {
    {"parallel", "a parallel region", parallel, NULL, 0, false},
    {"for_static", "a static loop of one iteration a thread, with its barrier", for_static, NULL, 0, false},
    {"for_dynamic", "a chunk of a dynamic,1 loop", for_dynamic, NULL, 1000, false},
    {"for_guided", "a whole guided loop, with its barrier", for_guided, NULL, 256, false},
    {"barrier", "a barrier", barrier, NULL, 0, false},
    {"single", "a single, with its barrier", single, NULL, 0, false},
    {"critical", "an entry, counted over all threads", critical, NULL, 0, false},
    {"lock", "a set and unset, counted over all threads", lock, NULL, 0, false},
    {"ordered", "an ordered iteration of a static,1 loop", ordered, NULL, 0, false},
    {"reduction", "a parallel region with a sum", reduction, NULL, 0, false},
    {"parallel_for", "a parallel static loop of 10 us of work", parallel_for, parallel_for_serial, 64, false},
    {0},
};
