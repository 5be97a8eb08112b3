// What the versions of this folder share: parameters, the work of a task, the checks. A task verifies that its inputs
// are those of the right tasks of the row before, and passes on a number made of theirs, which must end up as the
// serial program has it.
#pragma once

#include <unistd.h>

#include "../../harness/problem.h"
#include "graph.h"

enum {
  pattern_parameter,
  width_parameter,
  steps_parameter,
  iterations_parameter,
  kernel_parameter,
  radix_parameter,
  bytes_parameter,
  target_parameter
};
enum { piece_bytes = 4096, most_width = 1 << 16 };

static const Parameter parameters[] = {
    {"pattern",
     "trivial 0, no_comm 1, stencil_1d 2, fft 3, tree 4, random_nearest 5, spread 6, all_to_all 7",
     {2, 2, 2, 2},
     0,
     pattern_count - 1},
    {"width", "points in a row; 0 = one a thread", {16, 16, 16, 16}, 0, most_width},
    {"steps", "rows", {100, 8000, 80000, 60000}, 1, 1e9},
    {"iterations", "of a task's kernel", {300, 300, 300, 3000}, 0, 1e12},
    {"kernel", "0: computes, in registers; 1: reads memory, 4 KiB an iteration", {0, 0, 0, 0}, 0, 1},
    {"radix", "of random_nearest and spread", {5, 5, 5, 5}, 1, most_width},
    {"bytes", "that the kernel reads in turn, of each point", {1 << 20, 1 << 20, 1 << 20, 1 << 20}, piece_bytes, 1e10},
    {"target",
     "percent: search METG, the shortest task with that efficiency; steps and iterations are chosen; 0 = no search",
     {0, 0, 0, 0},
     0,
     99},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

// What a task leaves to the next row. Rows take turns in two arrays.
typedef struct __attribute__((aligned(64))) Output {
  int64_t step;
  int64_t point;
  uint64_t value;
} Output;

static Graph graph;
static long steps, iterations;
static bool reads_memory;
static Output* rows[2];
static Output* expected;  // the last row
static uint64_t* memory;  // `pieces` for each point
static long pieces;
static double ns_per_iteration;
static long wrong;  // tasks with an input that was not theirs

// With several processes (suite "ranks"), which main() has begun: how many, which this one is, and the largest of all their numbers.
// Each has the points of its own part of a row.
static int process_count = 1, process_here = 0;
static double (*largest_of_processes)(double mine) = NULL;

static inline double agreed(double mine) { return largest_of_processes ? largest_of_processes(mine) : mine; }
static inline int process_of(int point) { return (int)((long)point * process_count / graph.width); }

// All tasks of so many rows are made before any row behind them: not every runtime bounds the tasks that wait for
// others, memory does, and libgomp takes a time that grows with their square.
static inline long rows_at_once(void) {
  enum { tasks_at_once = 2000 };
  return graph.width < tasks_at_once ? tasks_at_once / graph.width : 1;
}

static inline long tasks_in_all(void) {
  long tasks = 0;
  for (long step = 0; step < steps && width_at(&graph, step) < graph.width; ++step)
    tasks += width_at(&graph, step) - graph.width;
  return tasks + steps * graph.width;
}

// Pairs of doubles, so that all compilers make the same of it.
typedef double Pair __attribute__((vector_size(16)));

// Four chains of multiply and add that stay where they begin, near 1: bound by the operations' latency, so that two
// hardware threads of a core hardly hinder each other. One copy: efficiency is measured against its own speed.
__attribute__((noinline)) static void compute(long count) {
  const Pair factor = {0.999, 0.999}, step = {0.001, 0.001};
  Pair a = {1.1, 1.2}, b = a, c = a, d = a;
  for (long n = 0; n < count; ++n) {
    a = a * factor + step, b = b * factor + step, c = c * factor + step, d = d * factor + step;
    // Kept in registers, all of them; nobody can tell that they are alike.
#if defined(__aarch64__)
    __asm__ volatile("" : "+w"(a), "+w"(b), "+w"(c), "+w"(d));
#else
    __asm__ volatile("" : "+x"(a), "+x"(b), "+x"(c), "+x"(d));
#endif
  }
}

__attribute__((noinline)) static void read_memory(long step, int point, long count) {
  enum { words = piece_bytes / sizeof(uint64_t) };
  const uint64_t* mine = memory + (size_t)point * (size_t)pieces * words;
  uint64_t sum = 0;
  for (long n = 0; n < count; ++n) {
    const uint64_t* piece = mine + (size_t)((step * count + n) % pieces) * words;
    for (int i = 0; i < words; ++i) sum += piece[i];
  }
  __asm__ volatile("" : : "r"(sum));
}

static inline void run_kernel(long step, int point, long count) {
  if (reads_memory) read_memory(step, point, count);
  else compute(count);
}

static inline Output* output_of(long step, int point) { return &rows[step & 1][point]; }

// The task of a point.
static inline void run_point(long step, int point, long count) {
  const Points inputs = inputs_of(&graph, step, point);
  uint64_t value = (uint64_t)step * 1000003 + (uint64_t)point;
  for (int i = 0; i < inputs.count; ++i) {
    const Output* input = output_of(step - 1, inputs.numbers[i]);
    if (input->step != step - 1 || input->point != inputs.numbers[i]) __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
    value = value * 31 + input->value;
  }
  run_kernel(step, point, count);
  *output_of(step, point) = (Output){step, point, value};
}

static inline void run_rows(long count) {
  for (long step = 0; step < steps; ++step)
    for (int point = 0; point < width_at(&graph, step); ++point) run_point(step, point, count);
}

static inline void reset(const Run* run) {
  (void)run;
  wrong = 0;
  for (int point = 0; point < graph.width; ++point) rows[0][point].step = rows[1][point].step = -1;
}

static inline void time_kernel(void) {
  enum { tries = 5 };
  long count = 1000;
  ns_per_iteration = 1e30;
  for (int i = 0; i < tries; ++i) {
    const double start = seconds_now();
    run_kernel(i, 0, count);
    const double each_ns = (seconds_now() - start) * 1e9 / (double)count;
    if (each_ns < ns_per_iteration) ns_per_iteration = each_ns;
    count = (long)(2e6 / each_ns) + 1;
  }
  ns_per_iteration = agreed(ns_per_iteration);
}

// What the last row must be after `steps` rows.
static inline void expect_results(const Run* run) {
  reset(run);
  run_rows(0);
  for (int point = 0; point < graph.width; ++point) expected[point] = *output_of(steps - 1, point);
}

static inline void prepare(const Run* run) {
  const int wanted = (int)parameter(run, width_parameter), width = wanted == 0 ? run->threads * process_count : wanted;
  graph = make_graph((Pattern)parameter(run, pattern_parameter), width, (int)parameter(run, radix_parameter));
  steps = (long)parameter(run, steps_parameter);
  iterations = (long)parameter(run, iterations_parameter);
  for (int i = 0; i < 2; ++i) rows[i] = (Output*)aligned_alloc(sizeof(Output), sizeof(Output) * (size_t)width);
  expected = (Output*)aligned_alloc(sizeof(Output), sizeof(Output) * (size_t)width);
  expect_results(run);
  reads_memory = parameter(run, kernel_parameter) != 0;
  if (reads_memory) {
    pieces = (long)parameter(run, bytes_parameter) / piece_bytes;
    const size_t words = (size_t)width * (size_t)pieces * (piece_bytes / sizeof(uint64_t));
    memory = (uint64_t*)malloc(words * sizeof(uint64_t));
    for (size_t i = 0; i < words; ++i) memory[i] = i;
  }
  time_kernel();
}

static inline bool is_right(void) {
  long differing = 0;
  for (int point = 0; point < width_at(&graph, steps - 1); ++point) {
    const Output *output = output_of(steps - 1, point), *right = &expected[point];
    if (process_of(point) != process_here) continue;
    differing += output->step != right->step || output->point != right->point || output->value != right->value;
  }
  if (wrong == 0 && differing == 0) return true;
  fprintf(stderr, "taskbench: %ld inputs of the wrong task, %ld results of the last row differ\n", wrong, differing);
  return false;
}

// Of a task: what it takes of the processors' time, all included.
static inline double task_ns_of(const Run* run, double wall_s) {
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const long workers = (long)run->threads * process_count, at_work = workers < processors ? workers : processors;
  return wall_s * 1e9 * (double)at_work / (double)tasks_in_all();
}
