// Fibonacci numbers by the definition: a task a call, next to no work in any. Version `one`: one call of the two is a task, as with a library's
// fork and join.
#include "numbers.h"

static long all_tasks(int n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a)
  a = all_tasks(n - 1);
#pragma omp task shared(b)
  b = all_tasks(n - 2);
#pragma omp taskwait
  return a + b;
}

static long all_untied(int n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task untied shared(a)
  a = all_untied(n - 1);
#pragma omp task untied shared(b)
  b = all_untied(n - 2);
#pragma omp taskwait
  return a + b;
}

static long one_task(int n) {
  if (n < 2) return n;
  long a;
#pragma omp task shared(a)
  a = one_task(n - 1);
  const long b = one_task(n - 2);
#pragma omp taskwait
  return a + b;
}

static long one_untied(int n) {
  if (n < 2) return n;
  long a;
#pragma omp task untied shared(a)
  a = one_untied(n - 1);
  const long b = one_untied(n - 2);
#pragma omp taskwait
  return a + b;
}

static long if_tasks(int n, int depth) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a) if (depth > 0)
  a = if_tasks(n - 1, depth - 1);
#pragma omp task shared(b) if (depth > 0)
  b = if_tasks(n - 2, depth - 1);
#pragma omp taskwait
  return a + b;
}

static long final_tasks(int n, int depth) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a) final(depth <= 0)
  a = final_tasks(n - 1, depth - 1);
#pragma omp task shared(b) final(depth <= 0)
  b = final_tasks(n - 2, depth - 1);
#pragma omp taskwait
  return a + b;
}

static long manual_tasks(int n, int depth) {
  if (depth <= 0 || n < 2) return call(n);
  long a, b;
#pragma omp task shared(a)
  a = manual_tasks(n - 1, depth - 1);
#pragma omp task shared(b)
  b = manual_tasks(n - 2, depth - 1);
#pragma omp taskwait
  return a + b;
}

static void run_serial(const Run *run) { result = call((int)parameter(run, n_parameter)); }

static void run_tasks(const Run *run) {
  const int n = (int)parameter(run, n_parameter), depth = (int)parameter(run, depth_parameter);
#pragma omp parallel
#pragma omp single
  switch (run->cutoff) {
    case cutoff_none: result = run->untied ? all_untied(n) : all_tasks(n); break;
    case cutoff_if: result = if_tasks(n, depth); break;
    case cutoff_final: result = final_tasks(n, depth); break;
    case cutoff_manual: result = manual_tasks(n, depth); break;
  }
}

// Without a cut-off.
static void run_one(const Run *run) {
  const int n = (int)parameter(run, n_parameter);
#pragma omp parallel
#pragma omp single
  result = run->untied ? one_untied(n) : one_task(n);
}

const Problem problem = {
    .name = "fib",
    .summary = "Fibonacci numbers by the definition",
    .operation = "tasks",
    .parameters = parameters,
    .cutoffs = cutoff_if | cutoff_final | cutoff_manual,
    .has_untied = true,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}, {"one", run_one}},
    .check = check,
};
