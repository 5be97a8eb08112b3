// The memory of recursions and of tasks by the million, and what recursions give.
#include "../check.h"

#include <sys/resource.h>

#include <thread>

namespace {

long fibonacci(tf::Executor& executor, int n) {
  if (n < 2) return n;
  long a = 0;
  auto group = executor.task_group();
  group.silent_async([&, n] { a = fibonacci(executor, n - 1); });
  const long b = fibonacci(executor, n - 2);
  group.corun();
  CHECK(group.size() == 0);
  return a + b;
}

long fibonacci(tf::Runtime& runtime, int n) {
  if (n < 2) return n;
  long a = 0;
  runtime.silent_async([&, n](tf::Runtime& child) { a = fibonacci(child, n - 1); });
  const long b = fibonacci(runtime, n - 2);
  runtime.corun();
  return a + b;
}

long fibonacci(tf::Subflow& subflow, int n) {
  if (n < 2) return n;
  long a = 0, b = 0;
  subflow.emplace([&, n](tf::Subflow& child) { a = fibonacci(child, n - 1); });
  subflow.emplace([&, n](tf::Subflow& child) { b = fibonacci(child, n - 2); });
  subflow.join();
  return a + b;
}

// How much more memory f() needs than there was, in MiB, at its peak.
template <typename F>
long mebibytes_of(F&& f) {
  const auto peak = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
  };
  const long before = peak();
  f();
  return peak() - before;
}

// Memory follows the depth of a recursion, not the number of its tasks. The first one to run, as peaks stay.
void of_recursion(tf::Executor& executor) {
  constexpr long kMost = 20;
  tf::Taskflow taskflow;
  long result = 0;
  taskflow.emplace([&](tf::Subflow& subflow) { result = fibonacci(subflow, 23); });
  CHECK(mebibytes_of([&] { executor.run(taskflow).get(); }) <= kMost && result == 28657);
  CHECK(mebibytes_of([&] {
          executor.async([&](tf::Runtime& runtime) { result = fibonacci(runtime, 25); }).get();
        }) <= kMost);
  CHECK(mebibytes_of([&] { result += executor.async([&] { return fibonacci(executor, 25); }).get(); }) <= kMost);
  CHECK(result == 2 * 75025);
  // Subflows, one in the other, that wait for nothing but their child's end.
  constexpr int kDepth = 50000;
  std::function<void(tf::Subflow&, int)> deepen = [&](tf::Subflow& subflow, int depth) {
    if (depth > 0) subflow.emplace([&, depth](tf::Subflow& child) { deepen(child, depth - 1); });
    else result = kDepth;
  };
  tf::Taskflow deep;
  deep.emplace([&](tf::Subflow& subflow) { deepen(subflow, kDepth); });
  CHECK(mebibytes_of([&] { executor.run(deep).get(); }) <= kDepth * 320 / (1 << 20) + kMost && result == kDepth);
}

constexpr long kMostAsyncs = 60;  // MiB, of tasks by the million

// What waits at a time.
void of_asyncs(tf::Executor& executor) {
  std::atomic<long> ran{0};
  constexpr long kAsyncs = 3000000;
  CHECK(mebibytes_of([&] {
          executor.async([&] {
            for (long i = 0; i < kAsyncs; ++i) executor.silent_async([&] { ran.fetch_add(1, std::memory_order_relaxed); });
          });
          executor.wait_for_all();
        }) <= kMostAsyncs);
  CHECK(ran == kAsyncs);
}

// The tasks of a chain, or all behind one, are in no queue until those before them have ended. `from` makes them.
template <typename From>
void make_dependent(From& from, long n, std::atomic<long>& ran) {
  const auto count = [&ran] { ran.fetch_add(1, std::memory_order_relaxed); };
  tf::AsyncTask last, first = from.silent_dependent_async(count);
  for (long i = 1; i < n; ++i) {
    if (i % 3 == 0) last = from.silent_dependent_async(count, last);
    else if (i % 3 == 1) from.silent_dependent_async(count, first);
    else from.silent_dependent_async(count);
  }
}

void of_dependent_asyncs(tf::Executor& executor) {
  constexpr long kTasks = 3000000;
  std::atomic<long> ran{0};
  CHECK(mebibytes_of([&] {
          executor.async([&] { make_dependent(executor, kTasks, ran); });
          executor.wait_for_all();
        }) <= kMostAsyncs);
  CHECK(mebibytes_of([&] {
          executor.async([&](tf::Runtime& runtime) { make_dependent(runtime, kTasks, ran); });
          executor.wait_for_all();
        }) <= kMostAsyncs);
  CHECK(mebibytes_of([&] {
          executor
              .async([&] {
                auto group = executor.task_group();
                make_dependent(group, kTasks, ran);
                group.corun();
              })
              .get();
        }) <= kMostAsyncs);
  CHECK(mebibytes_of([&] {
          make_dependent(executor, kTasks, ran);
          executor.wait_for_all();
        }) <= kMostAsyncs);
  CHECK(ran == 4 * kTasks);
}

// A creator does not wait for its tasks: here they wait for it.
void creator_opens_the_gate(tf::Executor& executor) {
  constexpr long kTasks = 300000;
  std::atomic<bool> is_open{false};
  std::atomic<long> ran{0};
  const auto make = [&] {
    const tf::AsyncTask gate = executor.silent_dependent_async([&] {
      while (!is_open) std::this_thread::yield();
    });
    for (long i = 0; i < kTasks; ++i) executor.silent_dependent_async([&] { ++ran; }, gate);
    CHECK(ran == 0);
    is_open = true;
  };
  make();
  executor.wait_for_all();
  CHECK(ran == kTasks);
}

void fork_join(tf::Executor& executor) {
  CHECK(executor.async([&] { return fibonacci(executor, 20); }).get() == 6765);
  long result = 0;
  executor.async([&](tf::Runtime& runtime) { result = fibonacci(runtime, 15); }).get();
  CHECK(result == 610);
}

}  // namespace

int main(int argc, char** argv) {
  tf::Executor executor(workers_of(argc, argv));
  of_recursion(executor);
  of_asyncs(executor);
  of_dependent_asyncs(executor);
  creator_opens_the_gate(executor);
  for (int round = 0; round < 10; ++round) fork_join(executor);
}
