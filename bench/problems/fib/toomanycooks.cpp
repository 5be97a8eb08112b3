// Fibonacci numbers by TooManyCooks: one call of the two is forked, the other runs at once.
#include "../with_toomanycooks.h"

#include "numbers.h"

static tmc::task<long> recursion(int n) {
  if (n < 2) co_return n;
  auto forked = tmc::spawn(recursion(n - 1)).fork();
  const long b = co_await recursion(n - 2);
  const long a = co_await std::move(forked);
  co_return a + b;
}

static void run_forks(const Run* run) {
  result = run_in_pool(run->threads, tmc::work_stealing_strategy::HIERARCHY_MATRIX,
                       recursion(static_cast<int>(parameter(run, n_parameter))));
}

#include "library.h"
