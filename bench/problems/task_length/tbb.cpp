// The tasks by oneTBB: a task_group for each producer.
#include <oneapi/tbb.h>

#include <atomic>

#include "task_length.h"

namespace {

// A line of its own for each thread that ever ran a task.
struct alignas(128) Count {
  std::atomic<long> tasks{0};  // written by its thread, read after all tasks have ended
};
Count counts[1024];
std::atomic<int> threads_seen{0};

void count_task() {
  thread_local Count& mine = counts[threads_seen.fetch_add(1)];
  mine.tasks.store(mine.tasks.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

void make_tasks(long tasks, double length_ns) {
  tbb::task_group group;
  for (long i = 0; i < tasks; ++i)
    group.run([length_ns] {
      work_ns(length_ns);
      count_task();
    });
  group.wait();
}

void reset(const Run*) {
  for (Count& count : counts) count.tasks.store(0);
}

void run_tbb(const Run* run) {
  const long tasks = static_cast<long>(tasks_in_all(run));
  const double length_ns = parameter(run, length_parameter);
  const int producers = producers_among(parameter(run, producers_parameter), run->threads);
  tbb::global_control control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(run->threads));
  tbb::task_arena arena(run->threads);
  arena.execute([&] {
    if (producers == 1) return make_tasks(tasks, length_ns);
    tbb::parallel_for(
        0, producers, [&](int i) { make_tasks(share_of(tasks, i, producers), length_ns); }, tbb::static_partitioner());
  });
}

double check(const Run* run) {
  long ran = 0;
  for (const Count& count : counts) ran += count.tasks.load();
  if (static_cast<double>(ran) == tasks_in_all(run)) return static_cast<double>(ran);
  fprintf(stderr, "task_length: %ld tasks ran, not %.0f\n", ran, tasks_in_all(run));
  return -1;
}

}  // namespace

const Problem problem = {
    .name = "task_length",
    .summary = "overhead of a task against its length",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{"tbb", run_tbb}},
    .prepare = time_work,
    .reset = reset,
    .check = check,
    .write_metrics = write_overhead,
};
