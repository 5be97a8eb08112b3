// Fibonacci numbers by libfork: one call of the two is forked, the other runs at once.
#include "../with_libfork.h"

#include "numbers.h"

namespace {
constexpr auto recursion = [](auto self, int n) -> lf::task<long> {
  if (n < 2) co_return n;
  long a, b;
  co_await lf::fork(&a, self)(n - 1);
  co_await lf::call(&b, self)(n - 2);
  co_await lf::join;
  co_return a + b;
};
}  // namespace

static void run_forks(const Run* run) {
  result = run_in_pool(run->threads, recursion, static_cast<int>(parameter(run, n_parameter)));
}

#include "library.h"
