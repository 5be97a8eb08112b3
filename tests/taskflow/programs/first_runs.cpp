// What comes before a thread has learnt how it waits: its first run, which it may not wait for, and executors that are never used.
#include "../check.h"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <iterator>
#include <memory>
#include <thread>
#include <vector>

namespace {

int threads_of_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<int>(std::distance(begin(tasks), end(tasks)));
}

// main() is expected to wait at once. Its task runs although it does not, and so does that of another thread.
void run_without_a_wait(tf::Executor& executor) {
  std::atomic<int> done{0};
  executor.silent_async([&] { ++done; });
  while (done != 1) sched_yield();
  tf::Taskflow taskflow;
  taskflow.emplace([&] { ++done; });
  executor.run(taskflow);
  while (done != 2) sched_yield();
  executor.wait_for_all();
}

// Executors that have no task start one thread together, beside the watchdog.
void unused_executors(std::size_t workers) {
  std::vector<std::unique_ptr<tf::Executor>> executors;
  for (int i = 0; i < 100; ++i) executors.push_back(std::make_unique<tf::Executor>(workers));
  CHECK(threads_of_process() <= 3);
  for (auto& executor : executors) CHECK(executor->async([] { return 1; }).get() == 1);
  executors.clear();
  for (int i = 0; i < 100; ++i) tf::Executor in_turn(workers);
}

// The child has none of the parent's threads. It begins with a first run, too.
void run_in_a_child(std::size_t workers, bool has_executor) {
  std::unique_ptr<tf::Executor> of_parent;
  if (has_executor) of_parent = std::make_unique<tf::Executor>(workers);
  const pid_t child = fork();
  if (child == 0) {
    tf::Executor executor(workers);
    run_without_a_wait(executor);
    _exit(executor.async([] { return 3; }).get());
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 3);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t workers = workers_of(argc, argv);
  unused_executors(workers);
  for (const bool has_executor : {false, true}) run_in_a_child(workers, has_executor);
  {
    tf::Executor executor(workers);
    run_without_a_wait(executor);
    std::thread([&] { run_without_a_wait(executor); }).join();
  }
  std::vector<std::thread> others;
  tf::Executor executor(64);
  for (int i = 0; i < 8; ++i) others.emplace_back([&] { run_without_a_wait(executor); });
  for (auto& other : others) other.join();
}
