// At most two of a hundred tasks talk to the server at a time. The others do not hold a thread while they wait.
#include <cstdio>
#include <cstdlib>
#include <taskflow/taskflow.hpp>

int main() {
  tf::Executor executor(4);
  tf::Taskflow taskflow;
  tf::Semaphore connections(2);
  std::atomic<int> open{0}, most{0}, requests{0};
  for (int i = 0; i < 100; ++i) {
    taskflow
        .emplace([&] {
          const int now = ++open;
          if (now > most) most = now;
          ++requests;
          --open;
        })
        .acquire(connections)
        .release(connections);
  }
  executor.run(taskflow).wait();
  std::printf("%d requests, at most %d at a time\n", requests.load(), most.load());
  return requests == 100 && most <= 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
