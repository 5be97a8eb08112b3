// Graphs of tasks that each work a microsecond (or --grain-us): what share of the threads' time is work. Each has a serial twin.
#include "micro.h"

#include <stdlib.h>

static void do_task(const Setting *s) {
  work_us(s->grain_us);
  count_here();
}

static long serial_tasks(const Setting *s, long tasks) {
  for (long i = 0; i < tasks; ++i) work_us(s->grain_us);
  return tasks;
}

static long counted(long tasks) { return sum_of_slots() == tasks ? tasks : -1; }

// A writer, then size readers, then the next writer: it joins this fan and opens the next.
static long fan(const Setting *s, long repetitions) {
  clear_slots();
  char value;
#pragma omp parallel
#pragma omp single
  for (long r = 0; r < repetitions; ++r) {
#pragma omp task depend(out : value)
    do_task(s);
    for (long i = 0; i < s->size; ++i) {
#pragma omp task depend(in : value)
      do_task(s);
    }
  }
  return counted(repetitions * (s->size + 1));
}

static long fan_serial(const Setting *s, long repetitions) { return serial_tasks(s, repetitions * (s->size + 1)); }

static long bursts(const Setting *s, long repetitions) {
  clear_slots();
#pragma omp parallel
#pragma omp single
  for (long r = 0; r < repetitions; ++r) {
    for (long i = 0; i < s->size; ++i) {
#pragma omp task
      do_task(s);
    }
#pragma omp taskwait
  }
  return counted(repetitions * s->size);
}

static long two_chains(const Setting *s, long repetitions) {
  clear_slots();
  char chains[2];
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < repetitions * s->size; ++i) {
#pragma omp task depend(inout : chains[i % 2])
    do_task(s);
  }
  return counted(repetitions * s->size);
}

static long taskloop_work(const Setting *s, long repetitions) {
  clear_slots();
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(1)
    for (long i = 0; i < s->size; ++i) do_task(s);
  }
  return counted(repetitions * s->size);
}

static long size_serial(const Setting *s, long repetitions) { return serial_tasks(s, repetitions * s->size); }

// Each cell needs its upper and its left neighbour; its value counts the paths to it, modulo 2^64.
static void fill_wavefront(const Setting *s, unsigned long *cells) {
  long n = s->size, row = n + 1;
  for (long i = 1; i <= n; ++i)
    for (long j = 1; j <= n; ++j) {
      unsigned long *cell = &cells[i * row + j];
#pragma omp task depend(in : cell[-row], cell[-1]) depend(out : cell[0]) firstprivate(cell)
      {
        work_us(s->grain_us);
        *cell = cell[-row] + cell[-1];
      }
    }
}

static bool wavefront_is_right(const unsigned long *cells, long n) {
  long row = n + 1;
  for (long i = 1; i <= n; ++i)
    for (long j = 1; j <= n; ++j)
      if (cells[i * row + j] != cells[(i - 1) * row + j] + cells[i * row + j - 1]) return false;
  return cells[row + 1] == 1;
}

static long wavefront(const Setting *s, long repetitions) {
  long n = s->size, row = n + 1;
  unsigned long *cells = calloc((size_t)(row * row), sizeof *cells);
  bool right = cells != NULL;
  for (long r = 0; right && r < repetitions; ++r) {
    for (long i = 0; i < row * row; ++i) cells[i] = 0;
    cells[1] = 1;
#pragma omp parallel
#pragma omp single
    fill_wavefront(s, cells);
    right = wavefront_is_right(cells, n);
  }
  free(cells);
  return right ? repetitions * n * n : -1;
}

static long wavefront_serial(const Setting *s, long repetitions) { return serial_tasks(s, repetitions * s->size * s->size); }

const Program graph_programs[] = {
    {"fan", "a task of fans of size readers between writers", fan, fan_serial, 64, false},
    {"bursts", "a task of bursts of size, each with a taskwait", bursts, size_serial, 16, false},
    {"two_chains", "a task of two independent chains from one producer", two_chains, size_serial, 2000, false},
    {"taskloop_work", "a task of a taskloop with grainsize(1)", taskloop_work, size_serial, 2000, false},
    {"wavefront", "a cell of a size by size grid", wavefront, wavefront_serial, 48, false},
    {0},
};
