// Regions in the patterns that programs have: far apart, in a row, nested, with changing team sizes. What counts in the first two is
// the CPU time that waiting threads burn.
#define _GNU_SOURCE
#include "micro.h"

static long regions_apart(const Setting *s, long repetitions) {
  clear_slots();
  long regions = repetitions * s->size;
  for (long r = 0; r < regions; ++r) {
#pragma omp parallel
    count_here();
    sleep_ms(10);
  }
  return slots_hold(s->threads, regions) ? regions : -1;
}

// The region lies before the trial's clock only in its effect: it is short, so all CPU time seen is that of the second after it.
static long after_region(const Setting *s, long repetitions) {
  clear_slots();
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel
    count_here();
    sleep_ms(s->size);
  }
  return slots_hold(s->threads, repetitions) ? repetitions : -1;
}

static long region_loop(const Setting *s, long repetitions) {
  clear_slots();
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < s->size; ++i) {
      work_us(s->grain_us);
      count_here();
    }
  }
  return sum_of_slots() == repetitions * s->size ? repetitions : -1;
}

static long region_loop_serial(const Setting *s, long repetitions) {
  for (long r = 0; r < repetitions; ++r)
    for (long i = 0; i < s->size; ++i) work_us(s->grain_us);
  return repetitions;
}

static long nested(const Setting *s, long repetitions) {
  omp_set_max_active_levels(2);
  int inner = (int)s->size;
  clear_slots();
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel
    {
      int outer = omp_get_thread_num();
#pragma omp parallel num_threads(inner)
      slots[outer * inner + omp_get_thread_num()].count += 1;
    }
  }
  return slots_hold(s->threads * inner, repetitions) ? repetitions : -1;
}

// Teams of one size and of twice that in turn: a runtime that lets threads go for the small team pays for new ones each time.
static long alternating(const Setting *s, long repetitions) {
  clear_slots();
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel num_threads(s->threads)
    count_here();
#pragma omp parallel num_threads(2 * s->threads)
    count_here();
  }
  return sum_of_slots() == 3 * repetitions * s->threads ? 2 * repetitions : -1;
}

const Program region_programs[] = {
    {"regions_apart", "a region and 10 ms of sleep", regions_apart, NULL, 50, true},
    {"after_region", "a region and the milliseconds of sleep that size says", after_region, NULL, 1000, true},
    {"region_loop", "a parallel static loop of size pieces of work", region_loop, region_loop_serial, 16, false},
    {"nested", "an outer region with one inner region of size threads in each", nested, NULL, 2, false},
    {"alternating", "a region, of one team size and of twice that in turn", alternating, NULL, 0, false},
    {0},
};
