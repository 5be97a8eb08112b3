// What single things of Taskflow's API cost. One source, built against any Taskflow:
//   g++ -std=c++20 -O3 -I FOLDER_OF_TASKFLOW bench/taskflow/costs.cpp ...; ./costs THREADS
// Each line: name, unit, value of this run. For least and median values run it several times, libraries in turn.
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <taskflow/algorithm/for_each.hpp>
#include <taskflow/taskflow.hpp>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }
double processor_seconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](timeval t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}
void report(const char* name, const char* unit, double value) { std::printf("%-28s %-14s %.4g\n", name, unit, value); }
void check(bool ok, const char* what) {
  if (ok) return;
  std::fprintf(stderr, "wrong result: %s\n", what);
  std::exit(1);
}

void chain(tf::Executor& executor) {
  constexpr int n = 1 << 20;
  for (int round = 0; round < 3; ++round) {
    long counter = 0;
    auto taskflow = std::make_unique<tf::Taskflow>();
    std::vector<tf::Task> tasks;
    tasks.reserve(n);
    auto start = Clock::now();
    for (int i = 0; i < n; ++i) tasks.push_back(taskflow->emplace([&counter] { ++counter; }));
    const double emplace = seconds_since(start);
    start = Clock::now();
    for (int i = 1; i < n; ++i) tasks[static_cast<std::size_t>(i - 1)].precede(tasks[static_cast<std::size_t>(i)]);
    const double precede = seconds_since(start);
    start = Clock::now();
    executor.run(*taskflow).wait();
    const double run = seconds_since(start);
    check(counter == n, "chain");
    start = Clock::now();
    taskflow.reset();
    const double free = seconds_since(start);
    if (round == 0) continue;  // warm-up
    report("emplace", "ns", emplace / n * 1e9);
    report("precede", "ns", precede / n * 1e9);
    report("chain, run", "ns a task", run / n * 1e9);
    report("free", "ns", free / n * 1e9);
  }
}

void binary_tree(tf::Executor& executor) {
  constexpr std::size_t n = 1 << 20;
  for (int round = 0; round < 3; ++round) {
    std::atomic<std::size_t> counter{0};
    const auto start = Clock::now();
    {
      tf::Taskflow taskflow;
      std::vector<tf::Task> tasks(n);
      for (std::size_t i = 1; i < n; ++i)
        tasks[i] = taskflow.emplace([&] { counter.fetch_add(1, std::memory_order_relaxed); });
      for (std::size_t i = 1; 2 * i + 1 < n; ++i) tasks[i].precede(tasks[2 * i], tasks[2 * i + 1]);
      executor.run(taskflow).wait();
    }
    check(counter == n - 1, "binary tree");
    if (round != 0) report("binary tree 2^20", "ms", seconds_since(start) * 1e3);
  }
}

void wavefront(tf::Executor& executor) {
  constexpr std::size_t m = 1024;
  for (int round = 0; round < 3; ++round) {
    const auto start = Clock::now();
    {
      tf::Taskflow taskflow;
      std::vector<tf::Task> nodes(m * m);
      for (auto& node : nodes) node = taskflow.placeholder();
      for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j < m; ++j) {
          if (j + 1 < m) nodes[i * m + j].precede(nodes[i * m + j + 1]);
          if (i + 1 < m) nodes[i * m + j].precede(nodes[(i + 1) * m + j]);
          nodes[i * m + j].work([=] { return static_cast<void>(i + j); });
        }
      }
      executor.run(taskflow).wait();
    }
    if (round != 0) report("wavefront 1024 x 1024", "ms", seconds_since(start) * 1e3);
  }
}

long fibonacci(tf::Executor& executor, int n) {
  if (n < 2) return n;
  long a;
  auto group = executor.task_group();
  group.silent_async([&executor, &a, n] { a = fibonacci(executor, n - 1); });
  const long b = fibonacci(executor, n - 2);
  group.corun();
  return a + b;
}

void fork_join(tf::Executor& executor) {
  constexpr int n = 30;
  constexpr double spawns = 1346268;
  for (int round = 0; round < 3; ++round) {
    const auto start = Clock::now();
    check(executor.async([&] { return fibonacci(executor, n); }).get() == 832040, "fibonacci");
    if (round != 0) report("fib(30), task groups", "ns a spawn", seconds_since(start) / spawns * 1e9);
  }
}

void asyncs(tf::Executor& executor) {
  constexpr int n = 1 << 19;
  for (int round = 0; round < 3; ++round) {
    std::atomic<int> counter{0};
    auto start = Clock::now();
    for (int i = 0; i < n; ++i) executor.silent_async([&] { counter.fetch_add(1, std::memory_order_relaxed); });
    executor.wait_for_all();
    check(counter == n, "silent_async");
    if (round != 0) report("silent_async, outside", "ns", seconds_since(start) / n * 1e9);
    std::vector<std::future<void>> futures;
    futures.reserve(n);
    start = Clock::now();
    for (int i = 0; i < n; ++i)
      futures.emplace_back(executor.async([&] { counter.fetch_add(1, std::memory_order_relaxed); }));
    executor.wait_for_all();
    check(counter == 2 * n, "async");
    if (round != 0) report("async, outside", "ns", seconds_since(start) / n * 1e9);
  }
}

void loop(tf::Executor& executor) {
  std::vector<float> values(1000, 1.0f);
  tf::Taskflow taskflow;
  taskflow.for_each_index(std::size_t{0}, values.size(), std::size_t{1},
                          [&](std::size_t i) { values[i] *= 1.000001f; });
  executor.run_n(taskflow, 100).wait();
  constexpr int rounds = 20000;
  const auto start = Clock::now();
  executor.run_n(taskflow, rounds).wait();
  report("for_each_index of 1000", "us", seconds_since(start) / rounds * 1e6);
}

void small_runs(tf::Executor& executor) {
  tf::Taskflow taskflow;
  taskflow.emplace([] {});
  constexpr int rounds = 5000;
  auto start = Clock::now();
  for (int i = 0; i < rounds; ++i) executor.run(taskflow).wait();
  report("run().wait() of a task", "us", seconds_since(start) / rounds * 1e6);
  tf::Taskflow diamond;
  auto [a, b, c, d] = diamond.emplace([] {}, [] {}, [] {}, [] {});
  a.precede(b, c);
  d.succeed(b, c);
  start = Clock::now();
  executor.run_n(diamond, 100000).wait();
  report("run_n of a diamond", "ns a round", seconds_since(start) / 100000 * 1e9);
}

void waiting(tf::Executor& executor) {
  std::atomic<bool> over{false};
  const double before = processor_seconds();
  std::thread outside([&] {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    over = true;
  });
  executor.async([&] { executor.corun_until([&] { return over.load(); }); }).get();
  outside.join();
  report("corun_until of 1 s", "processor s", processor_seconds() - before);
}

void executors() {
  for (const std::size_t workers : {8, 64}) {
    constexpr int rounds = 200;
    const auto start = Clock::now();
    for (int i = 0; i < rounds; ++i) tf::Executor executor(workers);
    char name[32];
    std::snprintf(name, sizeof name, "Executor(%zu)", workers);
    report(name, "us", seconds_since(start) / rounds * 1e6);
  }
}

void flood(tf::Executor& executor) {
  constexpr int n = 10000000;
  std::atomic<int> counter{0};
  executor.silent_async([&] {
    for (int i = 0; i < n; ++i) executor.silent_async([&] { counter.fetch_add(1, std::memory_order_relaxed); });
  });
  executor.wait_for_all();
  check(counter == n, "flood");
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  report("10^7 asyncs of one task", "MB at most", static_cast<double>(usage.ru_maxrss) / 1024);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t threads = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2;
  if (argc > 2) {  // alone, so that the peak of memory is its own
    tf::Executor executor(threads);
    flood(executor);
    return 0;
  }
  tf::Executor executor(threads);
  chain(executor);
  binary_tree(executor);
  wavefront(executor);
  fork_join(executor);
  asyncs(executor);
  loop(executor);
  small_runs(executor);
  waiting(executor);
  executors();
  return 0;
}
