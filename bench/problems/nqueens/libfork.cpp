// n queens by libfork: a fork for every queen placed but the last of a row, which is a call.
#include "../with_libfork.h"

#include "queens.h"

namespace {
constexpr auto recursion = [](auto self, Board board, int row) -> lf::task<long> {
  if (row == n) co_return 1;
  int columns[most_queens];
  long found[most_queens], sum = 0;
  const int last = board.free_squares(row, columns) - 1;
  if (last < 0) co_return 0;
  for (int i = 0; i < last; ++i) co_await lf::fork(&found[i], self)(board.with(row, columns[i]), row + 1);
  co_await lf::call(&found[last], self)(board.with(row, columns[last]), row + 1);
  co_await lf::join;
  for (int i = 0; i <= last; ++i) sum += found[i];
  co_return sum;
};
}  // namespace

static void run_forks(const Run* run) { result = run_in_pool(run->threads, recursion, Board{}, 0); }

#include "library.h"
