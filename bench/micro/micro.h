// What the measuring programs share: the setting of a run, counters by which each checks its own result.
// A program is one entry of a table; main.c is the only one that takes times.
#pragma once

#include <omp.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "../harness/work.h"

enum { max_threads = 1024 };

typedef struct Setting {
  int threads;      // of the teams, from OMP_NUM_THREADS
  long size;        // the program's own measure of its problem
  int variables;    // depend variables of each task (chain)
  double grain_us;  // work in one task or loop iteration where the program has any
} Setting;

// Does the construct `repetitions` times over. Returns how many operations that were, or -1 after a wrong result.
typedef long (*Run)(const Setting* setting, long repetitions);

typedef struct Program {
  const char* name;
  const char* operation;  // what one operation is, for the help
  Run run;
  Run serial;         // the same work without OpenMP, or NULL
  long default_size;  // 0: the program takes none
  bool long_run;      // one repetition is a whole trial: neither warmed up nor repeated
} Program;

// Each file's programs, ended by an entry without a name.
extern const Program construct_programs[];
extern const Program region_programs[];
extern const Program task_programs[];
extern const Program dependence_programs[];
extern const Program graph_programs[];
extern const Program wait_programs[];

// One counter a thread, a pair of cache lines each, so that checking adds no traffic of its own.
typedef struct Slot {
  _Alignas(128) long count;
} Slot;
extern Slot slots[max_threads];

void clear_slots(void);
long sum_of_slots(void);
// True when each of the team's slots holds `each`.
bool slots_hold(int threads, long each);

static inline void count_here(void) { slots[omp_get_thread_num()].count += 1; }

static inline void sleep_ms(long ms) {
  const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&pause, NULL);
}
static inline void work_us(double us) { work_ns(us * 1e3); }
