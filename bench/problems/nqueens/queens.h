// What all versions of n queens share: the board, the parameters, the plain search, the check.
#pragma once

#include "../../harness/problem.h"

enum { n_parameter, depth_parameter, inside_parameter };

static const Parameter parameters[] = {
    {"n", "rows, columns and queens", {10, 12, 13, 14}, 1, 16},
    {"depth", "rows with tasks, where a cut-off is asked for", {3, 3, 3, 3}, 0, 16},
    {"inside", "1: a task for every square, which looks whether it is free; 0: for every free one", {0, 0, 0, 0}, 0, 1},
    {},
};

enum { most_queens = 16 };

// Sloane's A000170.
static const long known_solutions[most_queens + 1] = {1,   1,   0,    0,     2,     10,     4,       40,      92,
                                                      352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};

// Written by prepare(); constant then.
static int n, depth;
static bool inside;
static double squares_tried;

static long result;

// The columns of the queens in the rows above.
struct Board {
  signed char column[most_queens];

  bool fits(int row, int at) const {
    for (int r = 0; r < row; ++r) {
      const int apart = column[r] - at;
      if (apart == 0 || apart == row - r || apart == r - row) return false;
    }
    return true;
  }

  // The free squares of a row; returns how many.
  int free_squares(int row, int* columns) const {
    int count = 0;
    for (int at = 0; at < n; ++at) {
      columns[count] = at;
      count += fits(row, at);
    }
    return count;
  }

  Board with(int row, int at) const {
    Board next = *this;
    next.column[row] = static_cast<signed char>(at);
    return next;
  }

  // What a task does: looks at the square if that was left to it.
  template <class Search>
  long found_with(int row, int at, Search search) const {
    return inside && !fits(row, at) ? 0 : search(with(row, at), row + 1);
  }
};

static long search(Board& board, int row) {
  if (row == n) return 1;
  long found = 0;
  for (int column = 0; column < n; ++column) {
    if (!board.fits(row, column)) continue;
    board.column[row] = static_cast<signed char>(column);
    found += search(board, row + 1);
  }
  return found;
}

// The fastest way to count them, on one thread and much finer than a task: columns and
// diagonals that are attacked are bits.
static long search_bits(uint32_t columns, uint32_t left, uint32_t right, double* placed) {
  const uint32_t all = (1u << n) - 1;
  if (columns == all) return 1;
  long found = 0;
  for (uint32_t free = all & ~(columns | left | right); free != 0; free &= free - 1) {
    const uint32_t queen = free & (0 - free);
    *placed += 1;
    found += search_bits(columns | queen, (left | queen) << 1, (right | queen) >> 1, placed);
  }
  return found;
}

static void prepare(const Run* run) {
  n = static_cast<int>(parameter(run, n_parameter));
  depth = static_cast<int>(parameter(run, depth_parameter));
  inside = parameter(run, inside_parameter) > 0;
  double placed = 0;
  search_bits(0, 0, 0, &placed);
  // Each queen but those of the last row, and the empty board, has a row of squares below it.
  squares_tried = n * (1 + placed - static_cast<double>(known_solutions[n]));
}

static double check(const Run*) {
  if (result == known_solutions[n]) return squares_tried;
  fprintf(stderr, "nqueens: %ld solutions, not %ld\n", result, known_solutions[n]);
  return -1;
}

// A board with queens in the rows above `row`, for ../nodes.h. No task for a square that is not free.
struct Node {
  static constexpr int rounds = 1, most_children = most_queens;
  static constexpr const char *name = "nqueens", *operation = "squares tried",
                              *summary = "ways to place n queens on a board so that none attacks another";
  static constexpr void (*prepare)(const Run*) = ::prepare, (*reset)(const Run*) = nullptr;

  struct Children {
    const Board& board;
    int row, count;
    int columns[most_queens];

    Node operator[](int i) const { return {board.with(row, columns[i]), row + 1}; }
  };

  Board board;
  int row;

  static Node root(const Run*) { return {}; }
  static void keep(long value) { result = value; }
  bool is_leaf() const { return row == n; }
  long leaf() const { return 1; }
  Children children(int) const {
    Children children{board, row, 0, {}};
    children.count = board.free_squares(row, children.columns);
    return children;
  }
};
