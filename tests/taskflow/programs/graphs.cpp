// Graphs of every kind of task, runs and their order, modules, subflows, exceptions, cancellation.
#include "../check.h"

namespace {

// Each cell of a triangle waits for the two above it.
void triangle(tf::Executor& executor) {
  constexpr int n = 40;
  tf::Taskflow taskflow("triangle");
  std::vector<std::vector<long>> value(n);
  std::vector<std::vector<tf::Task>> task(n);
  for (int i = 0; i < n; ++i) {
    value[i].resize(i + 1);
    for (int j = 0; j <= i; ++j) {
      task[i].push_back(taskflow.emplace([&value, i, j] {
        value[i][j] = i == 0 ? 1 : ((j > 0 ? value[i - 1][j - 1] : 0) + (j < i ? value[i - 1][j] : 0)) % 1000003;
      }));
      if (i > 0 && j > 0) task[i][j].succeed(task[i - 1][j - 1]);
      if (i > 0 && j < i) task[i - 1][j].precede(task[i][j]);
    }
  }
  CHECK(taskflow.num_tasks() == n * (n + 1) / 2);
  CHECK(task[2][1].num_strong_dependencies() == 2 && task[2][1].num_successors() == 2);
  executor.run_n(taskflow, 5).get();
  CHECK(value[4][2] == 6 && value[20][10] == 184756);
}

void loops(tf::Executor& executor) {
  tf::Taskflow taskflow;
  int i = 0, odd = 0, even = 0;
  auto [start, pick, a, b, again, end] =
      taskflow.emplace([&] { i = 0; }, [&] { return i % 2; }, [&] { ++even; }, [&] { ++odd; },
                       [&] { return ++i < 100 ? 0 : 1; }, [] {});
  start.precede(pick);
  pick.precede(a, b);
  tf::Task to_again_a = taskflow.emplace([] { return 0; }), to_again_b = taskflow.emplace([] { return 0; });
  a.precede(to_again_a);
  b.precede(to_again_b);
  to_again_a.precede(again);
  to_again_b.precede(again);
  again.precede(pick, end);
  CHECK(pick.num_weak_dependencies() == 1 && pick.num_strong_dependencies() == 1);
  executor.run_n(taskflow, 10).get();
  CHECK(even == 500 && odd == 500);
}

void several_ways_at_once(tf::Executor& executor) {
  tf::Taskflow taskflow;
  std::atomic<int> ran{0};
  tf::Task source = taskflow.emplace([] { return tf::SmallVector<int>{0, 2, 7, -1}; });
  for (int i = 0; i < 3; ++i) source.precede(taskflow.emplace([&ran, i] { ran += i == 1 ? 1000 : 1; }));
  executor.run(taskflow).get();
  CHECK(ran == 2);
}

long count_subflow(tf::Subflow& subflow, int depth, std::atomic<long>& leaves) {
  if (depth == 0) return ++leaves;
  for (int i = 0; i < 3; ++i)
    subflow.emplace([&leaves, depth](tf::Subflow& child) { count_subflow(child, depth - 1, leaves); });
  return 0;
}

void subflows(tf::Executor& executor) {
  std::atomic<long> leaves{0};
  long seen = 0;
  tf::Taskflow taskflow;
  auto tree = taskflow.emplace([&](tf::Subflow& subflow) { count_subflow(subflow, 6, leaves); });
  auto after = taskflow.emplace([&] { seen = leaves; });
  auto joined = taskflow.emplace([&](tf::Subflow& subflow) {
    int inner = 0;
    auto a = subflow.emplace([&] { ++inner; });
    subflow.emplace([&] { inner *= 10; }).succeed(a);
    subflow.join();
    CHECK(inner == 10 && !subflow.joinable());
    CHECK(throws("already joined", [&] { subflow.join(); }));
    subflow.retain(true);
  });
  tree.precede(after);
  executor.run(taskflow).get();
  CHECK(leaves == 729 && seen == 729);
  int kept = 0;
  joined.for_each_subflow_task([&](tf::Task) { ++kept; });
  CHECK(kept == 2);
}

void modules(tf::Executor& executor) {
  std::atomic<int> count{0};
  tf::Taskflow inner, middle, outer;
  inner.emplace([&] { ++count; }).precede(inner.emplace([&] { ++count; }));
  auto first = middle.composed_of(inner), second = middle.composed_of(inner);
  first.precede(second);
  auto module = outer.composed_of(middle);
  int at_end = 0;
  module.precede(outer.emplace([&] { at_end = count; }));
  tf::Graph own;
  tf::FlowBuilder(own).emplace([&] { count += 100; });
  outer.adopt(std::move(own)).succeed(module);
  executor.run_n(outer, 3).get();
  CHECK(count == 3 * 104 && at_end >= 4);
  module.name("a module");
  const std::string dump = outer.dump();
  CHECK(dump.find("digraph") == 0 && dump.find("{\nlabel=\"a module\"") != std::string::npos);
}

void exceptions(tf::Executor& executor) {
  tf::Taskflow taskflow;
  std::atomic<int> ran{0};
  auto bad = taskflow.emplace([] { throw std::runtime_error("the first"); });
  bad.precede(taskflow.emplace([&] { ++ran; }));
  for (int i = 0; i < 3; ++i) {
    CHECK(throws("the first", [&] { executor.run(taskflow).get(); }));
    CHECK(ran == 0);
  }
  tf::Taskflow module, outer;
  outer.composed_of(taskflow).precede(outer.emplace([&] { ++ran; }));
  CHECK(throws("the first", [&] { executor.run(outer).get(); }));
  CHECK(ran == 0);
  auto nested = executor.async([&] {
    CHECK(throws("the first", [&] { executor.corun(taskflow); }));
    return 5;
  });
  CHECK(nested.get() == 5);
}

void cancellation(tf::Executor& executor) {
  tf::Taskflow taskflow;
  tf::Task endless = taskflow.emplace([] { return 0; });
  auto start = taskflow.emplace([] {});
  start.precede(endless);
  endless.precede(endless);
  auto first = executor.run(taskflow);
  auto second = executor.run(taskflow);
  CHECK(first.cancel() && second.cancel());
  first.get();
  second.get();
  CHECK(!first.cancel());
  CHECK(!tf::Future<void>().cancel());
}

void runs(tf::Executor& executor) {
  std::atomic<int> rounds{0};  // run_until() asks while earlier runs go on
  int ends = 0;
  tf::Taskflow taskflow, empty;
  taskflow.emplace([&] { ++rounds; });
  for (int i = 0; i < 50; ++i) executor.run(taskflow, [&] { ++ends; });
  executor.run_until(taskflow, [&] { return rounds >= 60; }).get();
  CHECK(rounds == 60 && ends == 50);
  executor.run(empty, [&] { ++ends; }).get();
  executor.run_n(taskflow, 0, [&] { ++ends; }).get();
  CHECK(ends == 52 && rounds == 60);
  tf::Taskflow given;
  given.emplace([&] { ++rounds; });
  std::future<void> plain = executor.run(std::move(given));
  plain.get();
  CHECK(rounds == 61);
  executor.wait_for_all();
  CHECK(executor.num_topologies() == 0);
}

// A task that is run again and again detaches a subflow each time. The run ends when all of them have.
void detached_in_a_loop(tf::Executor& executor) {
  constexpr int rounds = 200;
  tf::Taskflow taskflow;
  std::vector<std::atomic<int>> ran(rounds);
  int i = 0;
  auto [start, detaches, again] = taskflow.emplace(
      [&] { i = 0; },
      [&](tf::Subflow& subflow) {
        auto [a, b] = subflow.emplace([&ran, i] { ++ran[i]; }, [&ran, i] { ++ran[i]; });
        a.precede(b);
        subflow.detach();
      },
      [&] { return ++i < rounds ? 0 : 1; });
  start.precede(detaches);
  detaches.precede(again);
  again.precede(detaches);
  executor.run_n(taskflow, 3).get();
  for (const auto& times : ran) CHECK(times == 3 * 2);
  CHECK(taskflow.num_tasks() == 3);
}

// What starts by itself in a graph that was changed before its first run, and in its later runs. Many nodes: chunks of every size.
void changed_graphs(tf::Executor& executor) {
  constexpr std::size_t n = 40000;
  tf::Taskflow taskflow;
  std::vector<int> ran(n);
  std::vector<tf::Task> task(n);
  for (std::size_t i = 0; i < n; ++i) task[i] = taskflow.emplace([&ran, i] { ++ran[i]; });
  // Each third task precedes the next one; of these pairs some lose their edge, their first or their second task.
  std::vector<int> expected(n, 1);
  for (std::size_t i = 0; i + 1 < n; i += 3) {
    task[i].precede(task[i + 1]);
    switch (i % 4) {
      case 0: taskflow.remove_dependency(task[i], task[i + 1]); break;
      case 1: taskflow.erase(task[i]), expected[i] = 0; break;
      case 2: taskflow.erase(task[i + 1]), expected[i + 1] = 0; break;
      default: break;
    }
  }
  // A condition that chooses nothing holds its successor; without its callable it is a task as others are.
  task[2].work([] { return -1; }).precede(task[5]);
  expected[2] = expected[5] = 0;
  task[8].work([] { return -1; }).precede(task[11]);
  task[8].reset_work();
  expected[8] = 0;
  for (int round = 1; round <= 3; ++round) {
    executor.run(taskflow).get();
    for (std::size_t i = 0; i < n; ++i) CHECK(ran[i] == round * expected[i]);
  }
}

// Counters that a run leaves behind do not reach the next one: of a task that waits for one more, and of a circle.
void counters_left_behind(tf::Executor& executor) {
  tf::Taskflow taskflow;
  int joined = 0, circled = 0, way = 0;
  auto [a, choose, b, both] = taskflow.emplace([] {}, [&] { return way; }, [] {}, [&] { ++joined; });
  choose.precede(b);
  both.succeed(a, b);
  auto [source, first, second] = taskflow.emplace([] {}, [&] { ++circled; }, [&] { ++circled; });
  source.precede(first);
  first.precede(second);
  second.precede(first);
  for (way = 1; way >= -1; --way) executor.run_n(taskflow, 2).get();
  CHECK(joined == 2 && circled == 0);  // twice by way 0
}

// Callables are destroyed once, wherever their node lies, and none is left.
void callables_end(tf::Executor& executor) {
  auto token = std::make_shared<std::atomic<int>>(0);  // tasks run at the same time
  {
    tf::Taskflow taskflow;
    std::vector<tf::Task> task;
    for (int i = 0; i < 3000; ++i) {
      // Few have anything to destroy; some are larger than a node.
      if (i % 700 == 0) task.push_back(taskflow.emplace([token] { ++*token; }));
      else if (i % 700 == 1) task.push_back(taskflow.emplace([token, more = std::array<long, 8>{}] { *token += more[0] == 0; }));
      else task.push_back(taskflow.emplace([] {}));
      if (i > 0) task[0].precede(task.back());
    }
    CHECK(token.use_count() == 11);
    taskflow.erase(task[700]);
    CHECK(token.use_count() == 10);
    executor.run_n(taskflow, 2).get();
    CHECK(*token == 18);
  }
  CHECK(token.use_count() == 1);
}

void no_source(tf::Executor& executor) {
  tf::Taskflow taskflow;
  auto [a, b] = taskflow.emplace([] {}, [] {});
  a.precede(b);
  b.precede(a);
  executor.run(taskflow).get();  // ends, with a message
}

// What subflows and callables of 3.x could.
void of_older_versions(tf::Executor& executor) {
  tf::Taskflow taskflow;
  std::atomic<int> ran{0}, seen{0};
  taskflow.emplace([&](tf::Subflow& subflow) {
    subflow.emplace([&] { ++ran; });
    subflow.join();
    CHECK(!subflow.joinable());
    subflow.reset();
    CHECK(subflow.joinable());
    subflow.emplace([&] { ran += 10; });
    subflow.join();
    subflow.reset(false);
    subflow.emplace([&] { ran += 100; });  // with the one before
    subflow.join();
    subflow.reset();
    for (int i = 0; i < 20; ++i) subflow.emplace([&] { ran += 1000; });  // nobody joins these
  });
  auto returns = taskflow.emplace([&](tf::Subflow& subflow) {
    subflow.emplace([&] { ++seen; });
    return 7;
  });
  auto also_returns = taskflow.emplace([&](tf::Runtime& runtime) {
    runtime.silent_async([&] { ++seen; });
    return 7;
  });
  CHECK(returns.type() == tf::TaskType::SUBFLOW && also_returns.type() == tf::TaskType::RUNTIME);
  executor.run(taskflow).get();
  CHECK(ran == 20121 && seen == 2);
  // Predecessors come in the order in which they were connected.
  tf::Taskflow ordered;
  std::vector<tf::Task> before(20);
  auto last = ordered.placeholder();
  for (tf::Task& task : before) {
    task = ordered.placeholder();
    task.precede(last);
    last.precede(ordered.placeholder());
  }
  std::vector<tf::Task> visited;
  last.for_each_predecessor([&](tf::Task task) { visited.push_back(task); });
  CHECK(visited == before);
}

}  // namespace

int main(int argc, char** argv) {
  tf::Executor executor(workers_of(argc, argv));
  for (int round = 0; round < 20; ++round) {
    triangle(executor);
    loops(executor);
    several_ways_at_once(executor);
    subflows(executor);
    modules(executor);
    exceptions(executor);
    cancellation(executor);
    runs(executor);
    detached_in_a_loop(executor);
    counters_left_behind(executor);
    callables_end(executor);
    of_older_versions(executor);
  }
  changed_graphs(executor);
  no_source(executor);
}
