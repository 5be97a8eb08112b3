// Fibonacci numbers by citor: one call of the two is a task, the other runs at once.
#include "../with_citor.h"

#include "numbers.h"

static long forks(int n) {
  if (n < 2) return n;
  long a, b;
  invoke([&a, n] { a = forks(n - 1); }, [&b, n] { b = forks(n - 2); });
  return a + b;
}

static void run_forks(const Run* run) {
  with_threads(run->threads, [run] { result = forks(static_cast<int>(parameter(run, n_parameter))); });
}

#include "library.h"
