// The measurement is made in a child, so that this command has no OpenMP threads and no settings of its own.
#include "trace/task_cost.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

#include "library.h"

namespace xomp::tool {

namespace {

using GompTask = void(void (*)(void*), void*, void (*)(void*, void*), long, long, bool, unsigned, void**, int, void*);
using GompParallel = void(void (*)(void*), void*, unsigned, unsigned);
using GompTaskwait = void();

constexpr int kTasks = 64, kRounds = 400, kTries = 7;

struct Measurement {
  GompTask* make;
  GompTaskwait* wait;
  double best_ns = 1e9;
};

void run_tasks(void* data) {
  auto& m = *static_cast<Measurement*>(data);
  for (int i = 0; i < kTries; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    for (int round = 0; round < kRounds; ++round) {
      for (int t = 0; t < kTasks; ++t) m.make([](void*) {}, &m, nullptr, 8, 8, true, 0, nullptr, 0, nullptr);
      m.wait();
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    m.best_ns = std::min(m.best_ns, took.count() / (kTasks * kRounds));
  }
}

// A region of two threads. One makes the tasks; the other comes too late or takes a few.
void run_region(void* data) {
  static std::atomic<int> first{0};
  if (first.fetch_add(1) == 0) run_tasks(data);
}

void measure_into(const Installation& installation, int pipe) {
  for (const char* variable :
       {"XOMP_TRACE", "OMP_TOOL_LIBRARIES", "XOMP_STATS", "OMP_DISPLAY_ENV", "XOMP_SCHEDULE_POLICY"})
    unsetenv(variable);
  setenv("OMP_TOOL", "disabled", 1);
  void* const library = open_library(installation);
  Measurement m{entry<GompTask>(library, "GOMP_task"), entry<GompTaskwait>(library, "GOMP_taskwait")};
  entry<GompParallel>(library, "GOMP_parallel")(run_region, &m, 2, 0);
  if (write(pipe, &m.best_ns, sizeof m.best_ns) < 0) _exit(1);
  _exit(0);
}

}  // namespace

double measure_task_cost(const Installation& installation) {
  int ends[2];
  if (pipe(ends) != 0) return 0;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    try {
      measure_into(installation, ends[1]);
    } catch (...) {
      _exit(1);
    }
  }
  close(ends[1]);
  double ns = 0;
  if (child < 0 || read(ends[0], &ns, sizeof ns) != sizeof ns) ns = 0;
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return ns;
}

}  // namespace xomp::tool
