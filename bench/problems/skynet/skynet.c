// The tree by OpenMP tasks: a task a child.
#include "tree.h"

static long serial(long first, int depth) {
  if (depth == 0) return first;
  long sum = 0;
  const long below = leaves_below(depth - 1);
  for (int i = 0; i < children; ++i) sum += serial(first + i * below, depth - 1);
  return sum;
}

static long total(const long *sums) {
  long sum = 0;
  for (int i = 0; i < children; ++i) sum += sums[i];
  return sum;
}

// Not inlined, as in all programs of this folder: then a leaf costs its task no frame.
__attribute__((noinline)) static long inner_tasks(long first, int depth);
static inline long tasks(long first, int depth) { return depth == 0 ? first : inner_tasks(first, depth); }

static long inner_tasks(long first, int depth) {
  const long below = leaves_below(depth - 1);
  long sums[children];
  for (int i = 0; i < children; ++i) {
#pragma omp task shared(sums)
    sums[i] = tasks(first + i * below, depth - 1);
  }
#pragma omp taskwait
  return total(sums);
}

__attribute__((noinline)) static long inner_untied(long first, int depth);
static inline long untied(long first, int depth) { return depth == 0 ? first : inner_untied(first, depth); }

static long inner_untied(long first, int depth) {
  long sums[children];
  const long below = leaves_below(depth - 1);
  for (int i = 0; i < children; ++i) {
#pragma omp task untied shared(sums)
    sums[i] = untied(first + i * below, depth - 1);
  }
#pragma omp taskwait
  return total(sums);
}

static void run_serial(const Run *run) { result = serial(0, (int)parameter(run, depth_parameter)); }
static void run_tasks(const Run *run) {
#pragma omp parallel
#pragma omp single
  result = run->untied ? untied(0, (int)parameter(run, depth_parameter)) : tasks(0, (int)parameter(run, depth_parameter));
}

const Problem problem = {
    .name = "skynet",
    .summary = "leaves of a tree with ten children a node are numbered and added up",
    .operation = "tasks",
    .parameters = parameters,
    .has_untied = true,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .check = check,
};
