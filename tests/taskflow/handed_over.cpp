// Plain data that goes from task to task, to the thread that waits and to the next graph, for ThreadSanitizer with a library that is not
// built with it. A report is a hand-over that the headers do not tell of.
#include "check.h"

namespace {

void graphs(tf::Executor& executor) {
  for (int round = 0; round < 30; ++round) {
    auto numbers = std::make_unique<std::vector<int>>(8, round);
    long sum = 0;
    tf::Taskflow flow;
    auto first = flow.emplace([&] { ++(*numbers)[0]; });
    auto last = flow.emplace([&] { sum = std::accumulate(numbers->begin(), numbers->end(), 0L); });
    for (std::size_t i = 0; i < 8; ++i) {
      auto middle = flow.emplace([&, i] { (*numbers)[i] += 1; });
      if (i % 2 == 0) middle.priority(tf::TaskPriority::LOW);
      first.precede(middle);
      middle.precede(last);
    }
    executor.run_n(flow, 3).get();
    CHECK(sum == 8 * round + 3 + 24);
  }
}

void nested(tf::Executor& executor) {
  tf::Taskflow inner, flow;
  std::vector<long> values(32);
  long sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) inner.emplace([&, i] { ++values[i]; });
  const auto add = [&] { sum += std::accumulate(values.begin(), values.end(), 0L); };
  auto a = flow.emplace([&](tf::Subflow& subflow) {
    for (long& value : values) subflow.emplace([&] { ++value; });
    subflow.join();
    add();
    subflow.reset();  // what is emplaced from here on runs as well
    for (long& value : values) subflow.emplace([&] { ++value; });
  });
  auto b = flow.emplace([&](tf::Runtime& runtime) {
    add();
    for (long& value : values) runtime.silent_async([&] { ++value; });
    runtime.corun();
    add();
  });
  auto c = flow.composed_of(inner);
  auto d = flow.emplace([&] {
    add();
    executor.corun(inner);
    auto group = executor.task_group();
    for (long& value : values) group.silent_async([&] { value = 0; });
    group.corun();
  });
  flow.linearize({a, b, c, d});
  for (int round = 0; round < 20; ++round) executor.run(flow).get();
  CHECK(sum == 20 * 32 * (1 + 2 + 3 + 4));
}

void asyncs(tf::Executor& executor) {
  std::vector<int> values(200);
  long before = 0;
  tf::AsyncTask chain;
  for (int round = 0; round < 5; ++round) {
    for (int& value : values) executor.silent_async([&] { ++value; });
    executor.wait_for_all();
    for (int& value : values) ++value;
    for (int i = 0; i < 200; ++i) chain = executor.silent_dependent_async([&] { ++before; }, chain);
    CHECK(executor.dependent_async([&] { return before; }, chain).second.get() == 200 * (round + 1));
    CHECK(executor.async([text = std::string(50, 'x')] { return text; }).get().size() == 50);
  }
  CHECK(values[7] == 10);
}

void semaphores(tf::Executor& executor) {
  tf::Semaphore one(1);
  tf::Taskflow flow;
  long count = 0;
  std::vector<long> by_worker(executor.num_workers());
  for (int i = 0; i < 100; ++i) flow.emplace([&] { ++count; }).acquire(one).release(one);
  for (int i = 0; i < 100; ++i)
    flow.emplace([&] { ++by_worker[static_cast<std::size_t>(executor.this_worker_id())]; });
  executor.run_n(flow, 5).get();
  CHECK(count == 500 && std::accumulate(by_worker.begin(), by_worker.end(), 0L) == 500);
}

void executors() {
  for (int round = 0; round < 50; ++round) {
    auto number = std::make_unique<int>(0);
    {
      tf::Executor executor(2);
      executor.silent_async([&] { *number = round; });
    }
    CHECK(*number == round);
  }
}

// Threads of the program that end, and later ones that get their place in the library.
void threads_that_end(tf::Executor& executor) {
  long sum = 0;
  tf::Taskflow flow;
  flow.emplace([&] { ++sum; });
  for (int generation = 0; generation < 5; ++generation) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
      threads.emplace_back([&] {
        for (int run = 0; run < 10; ++run) executor.run(flow);
      });
    for (std::thread& thread : threads) thread.join();
  }
  executor.wait_for_all();
  CHECK(sum == 5 * 3 * 10);
}

}  // namespace

int main(int argc, char** argv) {
  tf::Executor executor(workers_of(argc, argv));
  graphs(executor);
  nested(executor);
  asyncs(executor);
  semaphores(executor);
  executors();
  threads_that_end(executor);
}
