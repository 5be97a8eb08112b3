// Parallel regions of OpenMP inside tasks: both draw on XOMP's threads. Compile with -fopenmp and link -lxomp first.
#include <cstdio>
#include <cstdlib>
#include <taskflow/taskflow.hpp>

int main() {
  tf::Executor executor;
  tf::Taskflow taskflow;
  double sums[4] = {};
  for (double& sum : sums) {
    taskflow.emplace([&sum] {
      double s = 0;
#pragma omp parallel for reduction(+ : s)
      for (int i = 1; i <= 100000; ++i) s += 1.0 / i;
      sum = s;
    });
  }
  executor.run(taskflow).wait();
  bool ok = true;
  for (const double sum : sums) ok = ok && sum > 12.09 && sum < 12.1;
  std::printf("%.4f\n", sums[0]);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
