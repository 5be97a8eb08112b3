// A program without directives: tasks of taskflow/taskflow.hpp by name, and of xomp.h.
#include <atomic>
#include <cstring>

#include <taskflow/taskflow.hpp>
#include <sys/wait.h>
#include <unistd.h>
#include <xomp.h>

namespace {

int run_taskflow() {
  tf::Executor executor(2);
  tf::Taskflow taskflow;
  std::atomic<int> ran{0};
  auto load = taskflow.emplace([&] { ++ran; }).name("load");
  auto split = taskflow.emplace([&](tf::Subflow& subflow) {
    for (int i = 0; i < 4; ++i) subflow.emplace([&] { ++ran; }).name("piece");
    subflow.join();
  });
  split.name("split");
  load.precede(split);
  for (int i = 0; i < 5; ++i) executor.run(taskflow).wait();
  return ran == 25 ? 0 : 1;
}

// A child has the names that were given before it was made. A name may have more than one line.
int run_forked() {
  const auto run = [] {
    tf::Executor executor(2);
    tf::Taskflow taskflow;
    for (int i = 0; i < 20; ++i) taskflow.emplace([] {}).name("two\nlines");
    executor.run(taskflow).wait();
  };
  run();
  const pid_t child = fork();
  run();
  if (child == 0) return 0;
  int status = 1;
  waitpid(child, &status, 0);
  return status;
}

// The second thread has to take the task: it ends the first one's wait.
int run_native() {
  std::atomic<bool> taken{false};
  xomp::run(2, [&] {
    auto task = xomp::spawn([&] { taken = true; });
    while (!taken) {
      auto more = xomp::spawn([] {});
      more.sync();
    }
    task.sync();
  });
  return 0;
}

}  // namespace

int main(int, char** arguments) {
  if (std::strcmp(arguments[1], "forked") == 0) return run_forked();
  return std::strcmp(arguments[1], "taskflow") == 0 ? run_taskflow() : run_native();
}
