// Three programs of the public table of task runtimes, as bench/problems has them: skynet, nqueens and matmul. The fourth is
// fib.
#include <array>

#include "models/simulate/program.h"
#include "models/simulate/tasks.h"

namespace xomp::simulate {

namespace {

// skynet: ten children a node, a task a child; the leaves have the work.
std::uint64_t skynet(std::uint64_t first, std::uint64_t leaves, double grain_ns) {
  if (leaves == 1) {
    work(grain_ns);
    return first;
  }
  std::array<std::uint64_t, 10> sums;
  const std::uint64_t below = leaves / sums.size();
  for (std::size_t i = 0; i < sums.size(); ++i)
    spawn([&sum = sums[i], first, i, below, grain_ns] { sum = skynet(first + i * below, below, grain_ns); });
  taskwait();
  std::uint64_t all = 0;
  for (const std::uint64_t sum : sums) all += sum;
  return all;
}

void run_skynet(const Settings& settings) {
  if (thread_number() != 0) return;
  std::uint64_t leaves = 1;
  for (std::int64_t i = 0; i < settings.size; ++i) leaves *= 10;
  skynet(0, leaves, settings.grain_ns);
}

// nqueens: a task for every queen placed, which looks for the free squares of the next row. Attacked columns and diagonals
// are bits.
struct Board {
  unsigned columns, left, right;
};

std::uint64_t nqueens(Board board, unsigned all, double grain_ns) {
  if (board.columns == all) return 1;
  work(grain_ns);
  std::array<std::uint64_t, 16> found;
  int placed = 0;
  for (unsigned free = all & ~(board.columns | board.left | board.right); free != 0; free &= free - 1) {
    const unsigned queen = free & (0 - free);
    const Board next{board.columns | queen, (board.left | queen) << 1, (board.right | queen) >> 1};
    spawn([&sum = found[static_cast<std::size_t>(placed++)], next, all, grain_ns] {
      sum = nqueens(next, all, grain_ns);
    });
  }
  if (placed != 0) taskwait();
  std::uint64_t sum = 0;
  for (int i = 0; i < placed; ++i) sum += found[static_cast<std::size_t>(i)];
  return sum;
}

void run_nqueens(const Settings& settings) {
  if (thread_number() == 0) nqueens({}, (1u << settings.size) - 1, settings.grain_ns);
}

// matmul: two rounds of four quarters; the last quarter of a round is a call. A product of single tiles has the work.
void matmul(std::int64_t tiles, double grain_ns) {
  if (tiles % 2 != 0) return work(grain_ns * static_cast<double>(tiles * tiles * tiles));
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 3; ++i) spawn([tiles, grain_ns] { matmul(tiles / 2, grain_ns); });
    matmul(tiles / 2, grain_ns);
    taskwait();
  }
}

void run_matmul(const Settings& settings) {
  if (thread_number() == 0) matmul(settings.size, settings.grain_ns);
}

}  // namespace

extern const Program skynet_program, nqueens_program, matmul_program;
constinit const Program skynet_program{"skynet",  "levels below the root, of ten children a node", 5, 1, 8, 1,
                                       run_skynet};
constinit const Program nqueens_program{"nqueens", "queens; 12 make 856 188 tasks", 11, 1, 16, 50, run_nqueens};
constinit const Program matmul_program{"matmul", "tiles in a row of a matrix", 32, 1, 512, 4500, run_matmul};

}  // namespace xomp::simulate
