// Fibonacci numbers with a library's fork and join: included by tbb.cpp, native.cpp and threads.cpp after the library's
// header. One call of the two is a task, the other a call.
#pragma once

#include "numbers.h"

template <bool cut_off>
static long forks(int n, int depth) {
  if (n < 2) return n;
  if (cut_off && depth <= 0) return call(n);
  long a;
  Group group;
  group.spawn([&a, n, depth] { a = forks<cut_off>(n - 1, depth - 1); });
  const long b = forks<cut_off>(n - 2, depth - 1);
  group.sync();
  return a + b;
}

static void run_forks(const Run* run) {
  const int n = static_cast<int>(parameter(run, n_parameter)),
            depth = static_cast<int>(parameter(run, depth_parameter));
  with_threads(run->threads,
               [=] { result = run->cutoff == cutoff_manual ? forks<true>(n, depth) : forks<needs_cutoff>(n, depth); });
}

const Problem problem = {
    .name = "fib",
    .summary = "Fibonacci numbers by the definition",
    .operation = "tasks",
    .parameters = parameters,
    .cutoffs = cutoff_manual,
    .versions = {{library_name, run_forks}},
    .prepare = nullptr,
    .reset = nullptr,
    .check = check,
};
