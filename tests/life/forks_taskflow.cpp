// Executors of taskflow/taskflow.hpp and fork(): runs of graphs, asyncs, subflows, in the parent, the children and theirs.
#include <atomic>
#include <memory>
#include <stdexcept>

#include <taskflow/taskflow.hpp>

#include "forks.h"

static void work() {
  tf::Executor executor(3);
  std::atomic<int> ran{0};
  tf::Taskflow taskflow;
  tf::Task first = taskflow.emplace([&] { ++ran; });
  for (int i = 0; i < 10; ++i) {
    tf::Task next = taskflow.emplace([&](tf::Subflow& subflow) {
      for (int j = 0; j < 4; ++j) subflow.emplace([&] { ++ran; });
      subflow.join();
      ++ran;
    });
    first.precede(next);
  }
  executor.run_n(taskflow, 3).wait();
  CHECK_EQUAL(ran, 3 * 51);
  for (int i = 0; i < 100; ++i) executor.silent_async([&] { ++ran; });
  CHECK_EQUAL(executor.async([] { return 7; }).get(), 7);
  executor.wait_for_all();
  CHECK_EQUAL(ran, 3 * 51 + 100);
}

static void within_a_task(void (*body)()) {
  auto executor = std::make_unique<tf::Executor>(3);
  std::atomic<int> others{0};
  tf::Taskflow taskflow;
  for (int i = 0; i < 100; ++i) {
    if (i == 50) taskflow.emplace(body);
    taskflow.emplace([&](tf::Runtime& runtime) {
      for (int j = 0; j < 3; ++j) runtime.silent_async([&] { ++others; });
    });
  }
  try {
    executor->run(taskflow).wait();
  } catch (const std::runtime_error&) {
    CHECK(is_child);  // this thread ran the task that forked, and what it waits for is the parent's
  }
  if (is_child) return void(executor.release());  // its runs are the parent's
  CHECK_EQUAL(others, 300);
}

int main() { return run_forks(1); }
