// flags: -fopenmp
// Native tasks in OpenMP regions and the reverse; one pool.
#include <omp.h>
#include <unistd.h>
#include <xomp.h>

#include <atomic>
#include <vector>

#include "../check.h"
#include "fib.h"

static long openmp_fib(int n) {
  if (n < 2) return n;
  long a = 0, b = 0;
#pragma omp task shared(a)
  a = openmp_fib(n - 1);
  b = openmp_fib(n - 2);
#pragma omp taskwait
  return a + b;
}

// A thread that waits inside a region that a task has opened takes no tasks of the native team into that region.
static void check_levels() {
  std::atomic<bool> begun{false};
  std::atomic<int> deep{0};
#pragma omp parallel num_threads(1)
  {
    auto stolen = xomp::spawn([&] {
      begun = true;
      for (int i = 0; i < 2000; ++i) {
        auto inner = xomp::spawn([&] { deep += omp_get_level() != 1; });
        inner.sync();
      }
    });
    // Elsewhere, if there is somebody; the level is this region's otherwise.
    while (xomp::threads() > 1 && !begun) {
      auto help = xomp::spawn([] {});
      help.sync();
    }
    stolen.sync();
  }
  CHECK(xomp::threads() == 1 || deep == 0);
}

int main() {
  // A team in each thread of a region.
  std::atomic<long> sum{0};
#pragma omp parallel
  sum += xomp::parallel([] { return fib(15); });
  CHECK(sum == 610L * omp_get_max_threads());

  // The same where regions may be nested.
  omp_set_max_active_levels(2);
  sum = 0;
#pragma omp parallel num_threads(2)
  sum += xomp::run(2, [] { return fib(15); });
  CHECK(sum == 1220);

  // A region in a task, and tasks in that region.
  sum = 0;
  xomp::parallel([&] {
    xomp::for_each(0, 20, [&](int) {
#pragma omp parallel num_threads(2)
      sum += fib(8);
    });
  });
  CHECK(sum == 20 * 2 * 21);
  omp_set_max_active_levels(1);
  xomp::parallel(check_levels);

  // OpenMP's tasks in native ones.
  const long both = xomp::parallel([] {
    auto task = xomp::spawn([] { return openmp_fib(12); });
    const long here = openmp_fib(12);
    return task.sync() + here;
  });
  CHECK(both == 288);

  // And native ones in OpenMP's: where there is no team, or the task's thread has one.
  std::vector<long> results(16);
#pragma omp parallel
#pragma omp single
  for (std::size_t i = 0; i < results.size(); ++i) {
#pragma omp task shared(results)
    results[i] = fib(10);
  }
  for (const long r : results) CHECK(r == 55);
}
