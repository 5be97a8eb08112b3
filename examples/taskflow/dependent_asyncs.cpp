// Tasks without a graph: each names those that it waits for when it is made. Pascal's triangle, row by row.
#include <cstdio>
#include <cstdlib>
#include <taskflow/taskflow.hpp>

int main() {
  constexpr std::size_t rows = 30;
  std::vector<std::vector<long>> value(rows);
  std::vector<tf::AsyncTask> above;
  tf::Executor executor;
  for (std::size_t i = 0; i < rows; ++i) {
    value[i].assign(i + 1, 1);
    std::vector<tf::AsyncTask> row(i + 1);
    for (std::size_t j = 1; j < i; ++j)
      row[j] = executor.silent_dependent_async([&value, i, j] { value[i][j] = value[i - 1][j - 1] + value[i - 1][j]; },
                                               above[j - 1], above[j]);
    above = std::move(row);  // empty handles count as done
  }
  executor.wait_for_all();
  std::printf("29 over 14 = %ld\n", value[29][14]);
  return value[29][14] == 77558760 ? EXIT_SUCCESS : EXIT_FAILURE;
}
