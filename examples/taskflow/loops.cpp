// Loops, a reduction and a sort as tasks of one graph.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <taskflow/algorithm/for_each.hpp>
#include <taskflow/algorithm/reduce.hpp>
#include <taskflow/algorithm/sort.hpp>
#include <taskflow/taskflow.hpp>

int main() {
  std::vector<double> values(100000);
  double sum = 0;
  tf::Executor executor;
  tf::Taskflow taskflow;
  auto fill = taskflow.for_each_index(std::size_t{0}, values.size(), std::size_t{1},
                                      [&](std::size_t i) { values[i] = std::sin(static_cast<double>(i)); });
  auto add = taskflow.reduce(values.begin(), values.end(), sum, std::plus<double>(), tf::StaticPartitioner());
  auto sort = taskflow.sort(values.begin(), values.end());
  fill.precede(add);
  add.precede(sort);
  executor.run(taskflow).wait();
  std::printf("sum %.6f, least %.6f, median %.6f\n", sum, values.front(), values[values.size() / 2]);
  return std::is_sorted(values.begin(), values.end()) && std::abs(sum) < 3 ? EXIT_SUCCESS : EXIT_FAILURE;
}
