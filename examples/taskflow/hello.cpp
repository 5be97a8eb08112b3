// Four tasks: A before B and C, both before D.
//   g++ -std=c++20 -O2 hello.cpp -I PREFIX/include/xomp/front/taskflow -I PREFIX/include -L PREFIX/lib -lxomp
#include <cstdio>
#include <cstdlib>
#include <taskflow/taskflow.hpp>

int main() {
  tf::Executor executor;
  tf::Taskflow taskflow("hello");
  std::atomic<int> step{0};
  int order[4];
  auto [A, B, C, D] = taskflow.emplace([&] { order[0] = step++; }, [&] { order[1] = step++; }, [&] { order[2] = step++; },
                                       [&] { order[3] = step++; });
  A.precede(B, C);
  D.succeed(B, C);
  executor.run(taskflow).wait();
  const bool ok = order[0] == 0 && order[3] == 3;
  std::printf("A ran %d., B %d., C %d., D %d.\n", order[0] + 1, order[1] + 1, order[2] + 1, order[3] + 1);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
