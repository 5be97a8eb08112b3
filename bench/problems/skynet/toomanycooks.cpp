// The tree by TooManyCooks: all children of a node are spawned together. Its authors steal by lattice here.
#include "../with_toomanycooks.h"

#include <array>
#include <ranges>

#include "tree.h"

static tmc::task<long> recursion(long first, int depth) {
  if (depth == 0) co_return first;
  const long below = leaves_below(depth - 1);
  auto child = [=](int i) { return recursion(first + i * below, depth - 1); };
  auto all = std::views::iota(0, static_cast<int>(children)) | std::views::transform(child);
  const std::array<long, children> sums = co_await tmc::spawn_many<children>(all.begin());
  long sum = 0;
  for (const long each : sums) sum += each;
  co_return sum;
}

static void run_forks(const Run* run) {
  result = run_in_pool(run->threads, tmc::work_stealing_strategy::LATTICE_MATRIX,
                       recursion(0, static_cast<int>(parameter(run, depth_parameter))));
}

#include "library.h"
