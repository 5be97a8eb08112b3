// Asyncs of executors, runtimes and task groups, dependent asyncs, semaphores; waits in tasks; what may not be done where; children of
// fork(); executors that their own tasks destroy.
#include "../check.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

void implicit_join(tf::Executor& executor) {
  std::atomic<int> ran{0};
  int seen = 0;
  tf::Taskflow taskflow;
  auto parent = taskflow.emplace([&](tf::Runtime& runtime) {
    for (int i = 0; i < 100; ++i)
      runtime.silent_async([&](tf::Runtime& child) {
        for (int j = 0; j < 5; ++j) child.silent_async([&] { ++ran; });
      });
  });
  parent.precede(taskflow.emplace([&] { seen = ran; }));
  executor.run(taskflow).get();
  CHECK(seen == 500);
}

// A subflow's asyncs are its children: its join and its end wait for them.
void of_subflows(tf::Executor& executor) {
  std::atomic<int> ran{0};
  int seen_joined = 0, seen_after = 0;
  tf::Taskflow taskflow;
  auto parent = taskflow.emplace([&](tf::Subflow& subflow) {
    subflow.emplace([&] { ++ran; });
    for (int i = 0; i < 100; ++i) subflow.silent_async([&] { ++ran; });
    subflow.join();
    seen_joined = ran;
    for (int i = 0; i < 100; ++i) subflow.async([&] { ++ran; });
  });
  parent.precede(taskflow.emplace([&] { seen_after = ran; }));
  executor.run(taskflow).get();
  CHECK(seen_joined == 101 && seen_after == 201);
  tf::Taskflow failing;
  failing.emplace([](tf::Subflow& subflow) { subflow.silent_async([] { throw std::runtime_error("below"); }); });
  CHECK(throws("below", [&] { executor.run(failing).get(); }));
}

void scheduled(tf::Executor& executor) {
  tf::Taskflow taskflow;
  std::atomic<int> order{0};
  int skipped_at = 0, jumped_at = 0;
  tf::Task target;
  auto start = taskflow.emplace([&](tf::Runtime& runtime) { runtime.schedule(target); });
  auto choice = taskflow.emplace([] { return 5; });
  target = taskflow.emplace([&] { jumped_at = ++order; });
  auto never = taskflow.emplace([&] { skipped_at = ++order; });
  start.precede(choice);
  choice.precede(never, target);
  executor.run(taskflow).get();
  CHECK(jumped_at == 1 && skipped_at == 0);
}

// A runtime runs a graph, and what a callable builds, and goes on when they have ended.
void corun_of_runtime(tf::Executor& executor) {
  tf::Taskflow inner, outer;
  std::atomic<int> ran{0};
  int seen = 0;
  inner.emplace([&] { ++ran; });
  outer.emplace([&](tf::Runtime& runtime) {
    runtime.corun(inner);
    runtime.corun([&](tf::Subflow& subflow) {
      for (int i = 0; i < 50; ++i) subflow.emplace([&] { ++ran; }).precede(subflow.emplace([&] { ++ran; }));
    });
    seen = ran;
    runtime.corun([&](tf::Subflow& subflow) {
      subflow.emplace([&] { ++ran; });
      subflow.detach();
    });
    CHECK(throws("built", [&] {
      runtime.corun([](tf::Subflow& subflow) { subflow.emplace([] { throw std::runtime_error("built"); }); });
    }));
  });
  executor.run(outer).get();
  CHECK(seen == 101 && ran == 102);
}

// A predicate that takes something is asked until it is true once.
void predicate_that_takes(tf::Executor& executor) {
  constexpr int kTasks = 20, kRounds = 50;
  std::atomic<int> tokens{1}, taken{0};
  tf::Taskflow taskflow;
  for (int i = 0; i < kTasks; ++i)
    taskflow.emplace([&](tf::Runtime& runtime) {
      for (int round = 0; round < kRounds; ++round) {
        runtime.silent_async([] {});
        runtime.corun_until([&] {
          int one = 1;
          return tokens.compare_exchange_strong(one, 0);
        });
        ++taken;
        tokens = 1;
      }
    });
  executor.run(taskflow).get();
  CHECK(taken == kTasks * kRounds && tokens == 1);
}

// What runtimes of 3.x could.
void of_older_runtimes(tf::Executor& executor) {
  tf::Taskflow taskflow;
  tf::Semaphore one(1), two(2);
  std::vector<tf::Semaphore> several(2);
  for (tf::Semaphore& semaphore : several) semaphore.reset(1);
  int plain = 0, of_several = 0;
  std::atomic<int> ran{0};
  for (int i = 0; i < 50; ++i)
    taskflow.emplace([&](tf::Runtime& runtime) {
      runtime.acquire(two, one);
      ++plain;
      runtime.release(one, two);
      runtime.acquire(several.begin(), several.end());
      ++of_several;
      runtime.release(several.begin(), several.end());
      runtime.silent_async_unchecked([&] { ++ran; });
      runtime.silent_async_unchecked("named", [&] { ++ran; });
    });
  // They and tasks that are spilled wait for one another.
  for (int i = 0; i < 50; ++i) taskflow.emplace([&] { ++plain; }).acquire(one).release(one);
  taskflow.emplace([&](tf::Runtime& runtime) {
    auto child = runtime.async([&] { return ++ran; });
    runtime.corun_until([&] { return child.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
  });
  executor.run(taskflow).get();
  taskflow.clear();
  taskflow.emplace([&](tf::Runtime& runtime) { CHECK(throws("maximum", [&] { runtime.release(two); })); });  // nobody holds it now
  executor.run(taskflow).get();
  for (tf::Semaphore& semaphore : several) CHECK(semaphore.value() == 1);
  CHECK(plain == 100 && of_several == 50 && ran == 101 && one.value() == 1 && two.value() == 2);
}

// A handle may lie in the callable of the task that another one holds alive.
void handles_in_tasks(tf::Executor& executor) {
  struct Holds {
    tf::AsyncTask before;
    const tf::AsyncTask** place;
    void operator()() const { *place = &before; }
  };
  const tf::AsyncTask* inner = nullptr;
  for (const bool moves : {false, true}) {
    auto last = executor.silent_dependent_async(Holds{executor.silent_dependent_async([] {}), &inner});
    executor.wait_for_all();
    if (moves) last = std::move(const_cast<tf::AsyncTask&>(*inner));
    else last = *inner;
    CHECK(!last.empty() && last.is_done() && last.use_count() == 1);
    tf::AsyncTask& itself = last;
    last = std::move(itself);
    CHECK(!last.empty() && last.use_count() == 1);
  }
}

void dependent(tf::Executor& executor) {
  // A triangle: each task waits for two of the row above.
  constexpr std::size_t n = 30;
  std::vector<tf::AsyncTask> above;
  std::vector<std::vector<int>> value(n, std::vector<int>(n, 1));
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<tf::AsyncTask> row;
    for (std::size_t j = 0; j <= i; ++j) {
      std::vector<tf::AsyncTask> before;
      if (i > 0 && j > 0) before.push_back(above[j - 1]);
      if (i > 0 && j < i) before.push_back(above[j]);
      row.push_back(executor.silent_dependent_async(
          [&value, i, j] {
            if (j > 0 && j < i) value[i][j] = (value[i - 1][j - 1] + value[i - 1][j]) % 10007;
          },
          before.begin(), before.end()));
    }
    above = row;
  }
  auto [last, sum] = executor.dependent_async([&] { return value[n - 1][1]; }, above.begin(), above.end());
  CHECK(sum.get() == 29);
  executor.wait_for_all();
  CHECK(last.is_done() && value[10][5] == 252);
  tf::AsyncTask none;
  CHECK(none.empty() && none.use_count() == 0);
  auto failed = executor.silent_dependent_async([] { throw std::runtime_error("kept"); }, none);
  executor.wait_for_all();
  CHECK(failed.has_exception_ptr() && failed.use_count() == 1);
  const tf::AsyncTask& itself = failed;
  failed = itself;
  CHECK(failed.use_count() == 1);
}

void groups(tf::Executor& executor) {
  executor
      .async([&] {
        auto group = executor.task_group();
        std::atomic<int> ran{0};
        auto future = group.async([] { return 3; });
        for (int i = 0; i < 100; ++i) group.silent_async("named", [&] { ++ran; });
        group.corun();
        CHECK(ran == 100 && future.get() == 3);
        group.silent_async([] { throw std::runtime_error("of a child"); });
        CHECK(throws("of a child", [&] { group.corun(); }));
        auto failing = group.async([] { throw std::runtime_error("in the future"); });
        group.corun();
        CHECK(throws("in the future", [&] { failing.get(); }) && !group.is_cancelled());
        // A group that was cancelled stays so; one whose task has thrown does not.
        group.cancel();
        CHECK(group.is_cancelled());
        for (int round = 0; round < 3; ++round) {
          for (int i = 0; i < 100; ++i) group.silent_async([&] { ++ran; });
          group.corun();
          CHECK(ran == 100 && group.is_cancelled());
        }
        auto other = executor.task_group();
        for (int i = 0; i < 10; ++i) other.silent_async([] { throw std::runtime_error("of many"); });
        other.cancel();
        try {
          other.corun();
        } catch (const std::runtime_error&) {  // unless it was cancelled before one began
        }
        other.silent_async([&] { ++ran; });
        other.corun();
        CHECK(ran == 100 && other.is_cancelled());
      })
      .get();
}

void semaphores(tf::Executor& executor) {
  tf::Taskflow taskflow;
  tf::Semaphore two(2);
  std::atomic<int> inside{0}, most{0};
  for (int i = 0; i < 200; ++i) {
    auto task = taskflow.emplace([&] {
      const int now = ++inside;
      for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
      }
      --inside;
    });
    task.acquire(two).release(two);
  }
  executor.run_n(taskflow, 3).get();
  CHECK(most <= 2 && two.value() == 2);
  tf::CriticalSection section;  // up to 3.7
  tf::Taskflow alone;
  int plain = 0;
  for (int i = 0; i < 100; ++i) section.add(alone.emplace([&] { ++plain; }), alone.emplace([&] { ++plain; }));
  executor.run(alone).get();
  CHECK(plain == 200 && section.count() == 1);
  tf::Semaphore full(1);
  tf::Taskflow above;
  above.emplace([] {}).release(full);
  CHECK(throws("maximum", [&] { executor.run(above).get(); }));
}

// All workers wait at the same time for what they have submitted.
void waits_in_tasks(tf::Executor& executor) {
  std::atomic<std::size_t> here{0}, done{0};
  std::vector<std::future<void>> futures;
  for (std::size_t i = 0; i < executor.num_workers(); ++i)
    futures.push_back(executor.async([&] {
      ++here;
      while (here < executor.num_workers()) std::this_thread::yield();
      tf::Taskflow taskflow;
      taskflow.emplace([] {}).precede(taskflow.emplace([&] { ++done; }));
      executor.run(taskflow).wait();
      CHECK(executor.async([] { return 7; }).get() == 7);
    }));
  for (auto& f : futures) f.get();
  CHECK(done == executor.num_workers());
}

void where(tf::Executor& executor) {
  tf::Executor other(2);
  tf::Taskflow taskflow;
  taskflow.emplace([] {});
  CHECK(executor.this_worker_id() == -1 && executor.this_worker() == nullptr);
  CHECK(throws("worker", [&] { executor.corun(taskflow); }));
  CHECK(throws("worker", [&] { executor.task_group(); }));
  CHECK(throws("at least one", [] { tf::Executor none(0); }));
  executor
      .async([&] {
        const int id = executor.this_worker_id();
        CHECK(id >= 0 && id < static_cast<int>(executor.num_workers()) && other.this_worker_id() == -1);
        CHECK(executor.num_waiters() < executor.num_workers());
        CHECK(throws("itself", [&] { executor.wait_for_all(); }));
        other.run(taskflow).wait();
        CHECK(executor.this_worker_id() == id);
      })
      .get();
}

void destroyed_by_its_own_task() {
  auto* const executor = new tf::Executor(2);
  std::atomic<bool> gone{false};
  executor->silent_async([&] {
    delete executor;
    gone = true;
  });
  while (!gone) std::this_thread::yield();
}

struct Counting : tf::WorkerInterface {
  std::atomic<std::size_t> begun{0}, ended{0};
  void scheduler_prologue(tf::Worker& worker) override { begun += 1 + worker.id(); }
  void scheduler_epilogue(tf::Worker& worker, std::exception_ptr) override { ended += 1 + worker.id(); }
};

// So does one that has threads of its own. The next one gets the same seats while the former thread leaves.
void own_threads_destroyed_by_a_task(std::size_t workers) {
  std::shared_ptr<Counting> before;
  for (int round = 0; round < 100; ++round) {
    auto counting = std::make_shared<Counting>();
    auto* const executor = new tf::Executor(workers, counting);
    std::atomic<bool> gone{false};
    executor->silent_async([&] {
      delete executor;
      gone = true;
    });
    while (!gone) std::this_thread::yield();
    if (before != nullptr)
      while (before->ended != before->begun) std::this_thread::yield();
    before = std::move(counting);
  }
  while (before->ended != before->begun) std::this_thread::yield();
}

// What parent and child count together.
struct Shared {
  const pid_t parent = getpid();
  std::atomic<int> here{0}, in_child{0};
  void count() { ++(getpid() == parent ? here : in_child); }
};

Shared& shared_count() {
  void* const page = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(page != MAP_FAILED);
  return *new (page) Shared;
}

void child_is_good(pid_t child) {
  int status = 0;
  CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

// The child has none of the tasks that wait in its parent's queues. It goes on with the executor, and with others.
void forked_under_load(std::size_t workers) {
  constexpr int kTasks = 300;
  Shared& count = shared_count();
  for (int round = 1; round <= 5; ++round) {
    tf::Executor executor(workers);
    tf::Taskflow taskflow;
    taskflow.emplace([] {});
    for (int i = 0; i < kTasks; ++i)
      executor.silent_async([&](tf::Runtime& runtime) {
        runtime.silent_async([&] {
          std::this_thread::sleep_for(std::chrono::microseconds(20));
          count.count();
        });
      });
    std::this_thread::sleep_for(std::chrono::microseconds(100 * round));
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      std::atomic<int> own{0};
      executor.wait_for_all();
      for (int i = 0; i < 10; ++i) executor.silent_async([&] { ++own; });
      executor.async([&] { ++own; }).get();
      executor.run(taskflow).wait();
      executor.wait_for_all();
      tf::Executor(2).async([&] { ++own; }).get();
      CHECK(own == 12 && count.in_child == 0);
      executor.~Executor();
      _exit(0);
    }
    executor.wait_for_all();
    CHECK(count.here == round * kTasks);
    child_is_good(child);
  }
  CHECK(munmap(&count, sizeof(Shared)) == 0);
}

// A task forks among its children. In the child a wait for them ends, as they are gone; the task goes on and has others.
void forked_in_a_task(std::size_t workers) {
  Shared& count = shared_count();
  tf::Executor executor(workers);
  executor
      .async([&] {
        auto group = executor.task_group();
        for (int i = 0; i < 100; ++i) group.silent_async([&] { count.count(); });
        const pid_t child = fork();
        if (child == 0) {
          alarm(60);
          group.corun();
          CHECK(count.in_child == 0);
          auto another = executor.task_group();
          for (int i = 0; i < 100; ++i) another.silent_async([&] { count.count(); });
          another.corun();
          CHECK(count.in_child == 100);
          _exit(0);
        }
        group.corun();
        CHECK(count.here == 100);
        child_is_good(child);
      })
      .get();
  CHECK(munmap(&count, sizeof(Shared)) == 0);
}

}  // namespace

int main(int argc, char** argv) {
  tf::Executor executor(workers_of(argc, argv));
  for (int round = 0; round < 10; ++round) {
    implicit_join(executor);
    of_subflows(executor);
    scheduled(executor);
    corun_of_runtime(executor);
    predicate_that_takes(executor);
    of_older_runtimes(executor);
    handles_in_tasks(executor);
    dependent(executor);
    groups(executor);
    semaphores(executor);
    waits_in_tasks(executor);
    where(executor);
  }
  destroyed_by_its_own_task();
  own_threads_destroyed_by_a_task(workers_of(argc, argv));
  forked_under_load(workers_of(argc, argv));
  forked_in_a_task(workers_of(argc, argv));
}
