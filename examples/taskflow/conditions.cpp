// A loop inside a graph: a condition task returns the index of the successor that goes on. Here: Newton's square root.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <taskflow/taskflow.hpp>

int main() {
  tf::Executor executor;
  tf::Taskflow taskflow;
  double x = 0, before = 0;
  int steps = 0;
  auto [init, step, test, done] = taskflow.emplace([&] { x = 2; },
                                                   [&] {
                                                     before = x;
                                                     x = (x + 2 / x) / 2;
                                                     ++steps;
                                                   },
                                                   [&] { return std::abs(x - before) > 1e-12 ? 0 : 1; },
                                                   [&] { std::printf("%.12f after %d steps\n", x, steps); });
  init.precede(step);
  step.precede(test);
  test.precede(step, done);  // 0: once more, 1: done
  executor.run(taskflow).wait();
  return std::abs(x - std::sqrt(2.0)) < 1e-9 ? EXIT_SUCCESS : EXIT_FAILURE;
}
