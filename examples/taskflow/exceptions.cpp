// The first exception of a run comes out of its future; the tasks that have not begun are dropped, and the graph can run again.
#include <cstdio>
#include <cstdlib>
#include <taskflow/taskflow.hpp>

int main() {
  tf::Executor executor;
  tf::Taskflow taskflow;
  bool fails = true;
  int after = 0;
  auto risky = taskflow.emplace([&] {
    if (fails) throw std::runtime_error("no such file");
  });
  risky.precede(taskflow.emplace([&] { ++after; }));
  try {
    executor.run(taskflow).get();
    return EXIT_FAILURE;
  } catch (const std::runtime_error& e) {
    std::printf("caught: %s\n", e.what());
  }
  fails = false;
  executor.run(taskflow).get();
  return after == 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
