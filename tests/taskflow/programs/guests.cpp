// The thread that waits outside of all tasks runs tasks of what it waits for, and nothing else.
#include "../check.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <numeric>
#include <taskflow/algorithm/for_each.hpp>
#include <taskflow/algorithm/sort.hpp>
#include <thread>

namespace {

constexpr int kRounds = 200;

// By now the thread leaves what it submits to itself.
void wait_a_few_times(tf::Executor& executor) {
  for (int i = 0; i < 8; ++i) CHECK(executor.async([] { return 7; }).get() == 7);
}

void stays_itself(tf::Executor& executor) {
  wait_a_few_times(executor);
  tf::Taskflow taskflow;
  std::atomic<int> wrong{0};
  taskflow.for_each_index(0, 1000, 1, [&](int) {
    const int id = executor.this_worker_id();
    if (id < 0 || static_cast<std::size_t>(id) >= executor.num_workers()) ++wrong;
  });
  executor.run_n(taskflow, 20).wait();
  CHECK(wrong == 0);
  CHECK(executor.this_worker_id() == -1 && executor.this_worker() == nullptr);
  CHECK(throws("workers", [&] { executor.corun(taskflow); }));
}

// A task of something else waits for what this thread does after its wait. It comes before or while the thread waits.
void runs_nothing_else(tf::Executor& executor) {
  if (executor.num_workers() == 1) return;
  for (int i = 0; i < kRounds; ++i) {
    std::atomic<bool> has_waited{false}, begins{false};
    tf::Future<int> other;
    std::thread submitter([&] {
      while (!begins) std::this_thread::yield();
      other = executor.async([&] {
        while (!has_waited) std::this_thread::yield();
        return i;
      });
    });
    tf::Taskflow taskflow;
    std::atomic<int> ran{0};
    for (int k = 0; k < 16; ++k) taskflow.emplace([&] { ++ran; });
    tf::Future<void> run = executor.run(taskflow);
    begins = true;
    run.wait();
    CHECK(ran == 16);
    has_waited = true;
    submitter.join();
    CHECK(other.get() == i);
  }
}

// It does not wait although it used to, or submits again first.
void needs_no_wait(tf::Executor& executor) {
  for (int i = 0; i < 20; ++i) {
    wait_a_few_times(executor);
    std::atomic<int> ran{0};
    executor.silent_async([&] { ++ran; });
    while (ran != 1) std::this_thread::yield();
    wait_a_few_times(executor);
    executor.silent_async([&] { ++ran; });
    executor.silent_async([&] { ++ran; });
    while (ran != 3) std::this_thread::yield();
  }
  executor.wait_for_all();
}

void gets_exceptions(tf::Executor& executor) {
  for (int i = 0; i < kRounds; ++i) {
    tf::Taskflow taskflow;
    taskflow.emplace([] { throw std::runtime_error("a task's"); });
    CHECK(throws("a task's", [&] { executor.run(taskflow).get(); }));
    CHECK(throws("an async's", [&] { executor.async([] { throw std::runtime_error("an async's"); }).get(); }));
  }
}

void ends_when_cancelled(tf::Executor& executor) {
  for (int i = 0; i < 20; ++i) {
    tf::Taskflow loop;
    auto first = loop.emplace([] {});
    auto again = loop.emplace([] { return 0; });
    first.precede(again);
    again.precede(again);
    tf::Future<void> run = executor.run(loop);
    std::thread canceller([&] { run.cancel(); });
    run.wait();
    canceller.join();
  }
}

void waits_among_others(tf::Executor& executor) {
  std::atomic<int> ran{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        executor.silent_async([&] { ++ran; });
        if (i % 3 == 0) executor.wait_for_all();
        CHECK(executor.async([i] { return i; }).get() == i);
      }
    });
  for (std::thread& t : threads) t.join();
  executor.wait_for_all();
  CHECK(ran == 300);
}

// To OpenMP, what a guest runs would belong to the team.
void waits_in_a_region(tf::Executor& executor) {
  std::atomic<int> wrong{0};
#pragma omp parallel num_threads(3)
  for (int i = 0; i < 20; ++i)
    executor
        .async([&] {
          std::atomic<int> threads{0};
#pragma omp parallel num_threads(2)
          ++threads;
          if (threads < 1) ++wrong;
        })
        .get();
  CHECK(wrong == 0);
}

void opens_regions(tf::Executor& executor) {
  wait_a_few_times(executor);
  for (int i = 0; i < 20; ++i) {
    const int sum = executor
                        .async([] {
                          int total = 0;
#pragma omp parallel for reduction(+ : total) num_threads(2)
                          for (int k = 0; k < 100; ++k) total += k;
                          return total;
                        })
                        .get();
    CHECK(sum == 4950);
  }
}

void outlives_the_executor(std::size_t workers) {
  for (int i = 0; i < kRounds; ++i) {
    auto executor = std::make_unique<tf::Executor>(workers);
    wait_a_few_times(*executor);
    tf::Future<int> future = executor->async([&] {
      executor.reset();
      return 3;
    });
    CHECK(future.get() == 3);
  }
}

// The child has of the run only the task that has called fork(). Where others are missing its wait says so; it must not hang.
void forks(tf::Executor& executor) {
  wait_a_few_times(executor);
  tf::Taskflow taskflow;
  const pid_t parent = getpid();
  std::atomic<int> ran{0};
  pid_t child = -1;
  taskflow.emplace([&] { child = fork(); });
  for (int k = 0; k < 50; ++k) taskflow.emplace([&] { ++ran; });
  bool is_told = false;
  try {
    executor.run(taskflow).get();
  } catch (const std::runtime_error& e) {
    is_told = std::string(e.what()).find("fork()") != std::string::npos;
  }
  if (getpid() != parent) _exit(is_told || ran == 50 ? 0 : 1);
  CHECK(!is_told && ran == 50);
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t workers = workers_of(argc, argv);
  tf::Executor executor(workers);
  stays_itself(executor);
  runs_nothing_else(executor);
  needs_no_wait(executor);
  gets_exceptions(executor);
  ends_when_cancelled(executor);
  waits_among_others(executor);
  waits_in_a_region(executor);
  opens_regions(executor);
  outlives_the_executor(workers);
  forks(executor);
  return 0;
}
