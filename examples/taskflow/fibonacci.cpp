// Fork and join: each call makes one task of its first half and waits for it; a worker that waits runs other tasks.
#include <cstdio>
#include <cstdlib>
#include <taskflow/taskflow.hpp>

static long fibonacci(tf::Executor& executor, int n) {
  if (n < 2) return n;
  long a;
  tf::TaskGroup group = executor.task_group();
  group.silent_async([&executor, &a, n] { a = fibonacci(executor, n - 1); });
  const long b = fibonacci(executor, n - 2);
  group.corun();
  return a + b;
}

int main() {
  tf::Executor executor;
  const long result = executor.async([&] { return fibonacci(executor, 25); }).get();
  std::printf("fibonacci(25) = %ld\n", result);
  return result == 75025 ? EXIT_SUCCESS : EXIT_FAILURE;
}
