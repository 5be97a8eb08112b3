// n queens by citor: the queens of a row together.
#include "../with_citor.h"

#include "queens.h"

static long forks(const Board& board, int row) {
  if (row == n) return 1;
  int columns[most_queens];
  long found[most_queens], sum = 0;
  const int count = board.free_squares(row, columns);
  invoke_each(count, [&](int i) { found[i] = forks(board.with(row, columns[i]), row + 1); });
  for (int i = 0; i < count; ++i) sum += found[i];
  return sum;
}

static void run_forks(const Run* run) {
  with_threads(run->threads, [] { result = forks({}, 0); });
}

#include "library.h"
