// The longest common subsequence of two texts, by blocks: each block waits for the one above and the one to its left.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <taskflow/taskflow.hpp>
#include <vector>

static constexpr int kLength = 2000, kBlock = 100, kBlocks = kLength / kBlock;

int main() {
  std::mt19937 random(1);
  std::string a, b;
  for (int i = 0; i < kLength; ++i) {
    a += static_cast<char>('a' + random() % 4);
    b += static_cast<char>('a' + random() % 4);
  }
  std::vector<std::vector<int>> length(kLength + 1, std::vector<int>(kLength + 1));
  const auto fill = [&](int i0, int i1, int j0, int j1) {
    for (int i = i0; i < i1; ++i)
      for (int j = j0; j < j1; ++j)
        length[i + 1][j + 1] =
            a[i] == b[j] ? length[i][j] + 1 : std::max(length[i][j + 1], length[i + 1][j]);
  };
  tf::Executor executor;
  tf::Taskflow taskflow;
  std::vector<tf::Task> block(kBlocks * kBlocks);
  for (int i = 0; i < kBlocks; ++i) {
    for (int j = 0; j < kBlocks; ++j) {
      tf::Task& task = block[i * kBlocks + j];
      task = taskflow.emplace([=] { fill(i * kBlock, (i + 1) * kBlock, j * kBlock, (j + 1) * kBlock); });
      if (i > 0) task.succeed(block[(i - 1) * kBlocks + j]);
      if (j > 0) task.succeed(block[i * kBlocks + j - 1]);
    }
  }
  executor.run(taskflow).wait();
  const int parallel = length[kLength][kLength];
  fill(0, kLength, 0, kLength);
  std::printf("longest common subsequence: %d\n", parallel);
  return parallel == length[kLength][kLength] ? EXIT_SUCCESS : EXIT_FAILURE;
}
