// n queens by TooManyCooks: the queens of a row are spawned together.
#include "../with_toomanycooks.h"

#include <ranges>

#include "queens.h"

static tmc::task<long> recursion(Board board, int row) {
  if (row == n) co_return 1;
  int columns[most_queens];
  const int count = board.free_squares(row, columns);
  auto child = [&](int i) { return recursion(board.with(row, columns[i]), row + 1); };
  auto all = std::views::iota(0, count) | std::views::transform(child);
  // Room for all is in the coroutine itself: no allocation.
  const auto found = co_await tmc::spawn_many<most_queens>(all.begin(), all.end());
  long sum = 0;
  for (int i = 0; i < count; ++i) sum += found[static_cast<std::size_t>(i)];
  co_return sum;
}

static void run_forks(const Run* run) {
  result = run_in_pool(run->threads, tmc::work_stealing_strategy::HIERARCHY_MATRIX, recursion({}, 0));
}

#include "library.h"
