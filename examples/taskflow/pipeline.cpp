// A pipeline: numbers come in order, are factored in parallel, and go out in order.
#include <cstdio>
#include <cstdlib>
#include <taskflow/algorithm/data_pipeline.hpp>
#include <taskflow/taskflow.hpp>

static std::vector<int> factors_of(int n) {
  std::vector<int> factors;
  for (int p = 2; n > 1; ++p)
    for (; n % p == 0; n /= p) factors.push_back(p);
  return factors;
}

int main() {
  constexpr int first = 1000000, count = 64;
  int next = first, seen = 0;
  bool ok = true;
  tf::DataPipeline pipeline(
      4,  // lines: so many numbers at a time
      tf::make_data_pipe<void, int>(tf::PipeType::SERIAL,
                                    [&](tf::Pipeflow& flow) {
                                      if (next == first + count) flow.stop();
                                      return next++;
                                    }),
      tf::make_data_pipe<int, std::vector<int>>(tf::PipeType::PARALLEL, [](int& n) { return factors_of(n); }),
      tf::make_data_pipe<std::vector<int>, void>(tf::PipeType::SERIAL, [&](std::vector<int>& factors) {
        int product = 1;
        for (const int f : factors) product *= f;
        ok = ok && product == first + seen++;
      }));
  tf::Executor executor;
  tf::Taskflow taskflow;
  taskflow.composed_of(pipeline);
  executor.run(taskflow).wait();
  std::printf("%d numbers\n", seen);
  return ok && seen == count ? EXIT_SUCCESS : EXIT_FAILURE;
}
