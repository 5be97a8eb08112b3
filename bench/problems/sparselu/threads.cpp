// The factors in phases with std::thread: each thread takes every so many-th operation of a phase, then all meet.
#include <barrier>
#include <thread>

#include "blocks.h"

static void factor_share(int thread, int threads, std::barrier<>& meeting) {
  for (int k = 0; k < blocks; ++k) {
    if (thread == 0) factor(block(k, k));
    meeting.arrive_and_wait();
    int turn = 0;
    const auto is_mine = [&] { return turn++ % threads == thread; };
    for (int i = k + 1; i < blocks; ++i) {
      if (present(k, i) && is_mine()) solve_right(block(k, k), block(k, i));
      if (present(i, k) && is_mine()) solve_below(block(k, k), block(i, k));
    }
    meeting.arrive_and_wait();
    for (int i = k + 1; i < blocks; ++i)
      for (int j = k + 1; j < blocks; ++j) {
        if (!present(i, k) || !present(k, j) || !is_mine()) continue;
        present(i, j) = true;
        update(block(i, k), block(k, j), block(i, j));
      }
    meeting.arrive_and_wait();
  }
}

static void run_threads(const Run* run) {
  std::barrier<> meeting(run->threads);
  std::vector<std::jthread> others;
  for (int i = 1; i < run->threads; ++i)
    others.emplace_back([&meeting, i, run] { factor_share(i, run->threads, meeting); });
  factor_share(0, run->threads, meeting);
}

const Problem problem = {
    .name = "sparselu",
    .summary = "LU factors of a sparse matrix of dense blocks, in double precision",
    .operation = "block operations",
    .parameters = parameters,
    .versions = {{"threads", run_threads}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
};
