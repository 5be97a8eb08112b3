// Clocks, counters and calibrated work for all measuring programs. work_us and count_here are called from any thread of a team.
#include "micro.h"

#include <stdint.h>
#include <string.h>
#include <time.h>

Slot slots[max_threads];

// Written once by calibrate_work before any region.
static double steps_per_us = 250;

void clear_slots(void) { memset(slots, 0, sizeof slots); }

long sum_of_slots(void) {
  long sum = 0;
  for (int i = 0; i < max_threads; ++i) sum += slots[i].count;
  return sum;
}

bool slots_hold(int threads, long each) {
  for (int i = 0; i < threads; ++i)
    if (slots[i].count != each) return false;
  return sum_of_slots() == each * threads;
}

static double seconds_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double wall_seconds(void) { return seconds_of(CLOCK_MONOTONIC); }
double cpu_seconds(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

// A chain of dependent multiplications: nothing to vectorise, no memory. The empty asm keeps both compilers from folding it.
static void work_steps(long steps) {
  uint64_t x = 1;
  for (long i = 0; i < steps; ++i) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    __asm__ volatile("" : "+r"(x));
  }
}

void work_us(double us) { work_steps((long)(us * steps_per_us)); }

void calibrate_work(void) {
  enum { steps = 200000, tries = 5 };
  double best = 1;
  for (int i = 0; i < tries; ++i) {
    double start = wall_seconds();
    work_steps(steps);
    double took = wall_seconds() - start;
    if (took < best) best = took;
  }
  steps_per_us = steps / (best * 1e6);
}
