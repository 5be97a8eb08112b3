// The tree by libfork: a fork a child but the last, which runs at once.
#include "../with_libfork.h"

#include "tree.h"

namespace {
constexpr auto recursion = [](auto self, long first, int depth) -> lf::task<long> {
  if (depth == 0) co_return first;
  long sums[children], sum = 0;
  const long below = leaves_below(depth - 1);
  for (int i = 0; i < children - 1; ++i) co_await lf::fork(&sums[i], self)(first + i * below, depth - 1);
  co_await lf::call(&sums[children - 1], self)(first + (children - 1) * below, depth - 1);
  co_await lf::join;
  for (const long each : sums) sum += each;
  co_return sum;
};
}  // namespace

static void run_forks(const Run* run) {
  result = run_in_pool(run->threads, recursion, 0L, static_cast<int>(parameter(run, depth_parameter)));
}

#include "library.h"
