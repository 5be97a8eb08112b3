// The graph by std::thread, as a program with messages would do it: each thread has a block of the points
// through all rows, and waits until single other points have come to a row. There are no tasks, so this shows
// what the machine itself allows.
#include <sched.h>

#include <atomic>
#include <thread>
#include <vector>

#include "metg.h"

namespace {

// Rows that a point has done. Written by its thread, read by those that wait for it.
struct alignas(128) Progress {
  std::atomic<long> rows{0};
};

// Binds the thread to the i-th processor that this process may use, as launchers of programs with messages do.
// Does nothing if there are too few.
void bind_to_processor(const cpu_set_t& allowed, int i, int threads) {
  if (threads > CPU_COUNT(&allowed)) return;
  for (int processor = 0, seen = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(processor, &allowed) || seen++ != i) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    sched_setaffinity(0, sizeof one, &one);
    return;
  }
}

// Gives way late: a thread that has given way comes back late itself, and then the others would have to wait, too.
void wait_for(const Progress& point, long rows) {
  constexpr int most_looks = 20000;
  for (int looks = 0; point.rows.load(std::memory_order_acquire) < rows; ++looks)
    if (looks > most_looks) sched_yield();
}

void wait_for_all(const std::vector<Progress>& progress, Points points, long rows) {
  for (int i = 0; i < points.count; ++i) wait_for(progress[static_cast<std::size_t>(points.numbers[i])], rows);
}

void run_block(std::vector<Progress>& progress, int first, int last) {
  for (long step = 0; step < steps; ++step) {
    const int width = width_at(&graph, step);
    for (int point = first; point < last; ++point) {
      if (point < width) {
        wait_for_all(progress, inputs_of(&graph, step, point), step);
        // Points that still read what is overwritten now.
        if (step >= 2 && point < width_at(&graph, step - 2))
          wait_for_all(progress, readers_of(&graph, step - 1, point), step);
        run_point(step, point, iterations);
      }
      progress[static_cast<std::size_t>(point)].rows.store(step + 1, std::memory_order_release);
    }
  }
}

void rows_by_threads(const Run* run) {
  std::vector<Progress> progress(static_cast<std::size_t>(graph.width));
  const auto block = [&](int i) { return static_cast<int>(static_cast<long>(graph.width) * i / run->threads); };
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  std::vector<std::thread> others;
  for (int i = 1; i < run->threads; ++i)
    others.emplace_back([&, i] {
      bind_to_processor(allowed, i, run->threads);
      run_block(progress, block(i), block(i + 1));
    });
  bind_to_processor(allowed, 0, run->threads);
  run_block(progress, 0, block(1));
  for (std::thread& other : others) other.join();
  sched_setaffinity(0, sizeof allowed, &allowed);
}

void run_threads(const Run* run) { run_with(run, rows_by_threads); }

}  // namespace

const Problem problem = taskbench_by({"threads", run_threads});
