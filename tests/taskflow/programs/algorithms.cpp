// Algorithms under each partitioner, and pipelines.
#include "../check.h"

#include <taskflow/algorithm/data_pipeline.hpp>
#include <taskflow/algorithm/fill.hpp>
#include <taskflow/algorithm/find.hpp>
#include <taskflow/algorithm/for_each.hpp>
#include <taskflow/algorithm/generate.hpp>
#include <taskflow/algorithm/merge.hpp>
#include <taskflow/algorithm/pipeline.hpp>
#include <taskflow/algorithm/reduce.hpp>
#include <taskflow/algorithm/scan.hpp>
#include <taskflow/algorithm/sort.hpp>
#include <taskflow/algorithm/transform.hpp>

namespace {

template <typename P>
void loops(tf::Executor& executor, P part) {
  for (const int n : {0, 1, 2, 7, 1000, 4099}) {
    tf::Taskflow taskflow;
    std::vector<int> in(static_cast<std::size_t>(n)), out(in.size()), sums(in.size());
    std::atomic<int> visits{0};
    int total = 5;
    long squares = 0;
    std::vector<int>::iterator found, least;
    auto begin = in.begin();
    auto init = taskflow.for_each_index(0, n, 1, [&](int i) { in[static_cast<std::size_t>(i)] = i; }, part);
    auto each = taskflow.for_each(std::ref(begin), in.end(), [&](int& v) { v += 1, ++visits; }, part);
    auto twice = taskflow.transform(in.begin(), in.end(), out.begin(), [](int v) { return 2 * v; }, part);
    auto sum = taskflow.reduce(out.begin(), out.end(), total, std::plus<int>(), part);
    auto square = taskflow.transform_reduce(
        in.begin(), in.end(), squares, std::plus<long>(), [](int v) { return static_cast<long>(v) * v; }, part);
    auto search = taskflow.find_if(in.begin(), in.end(), found, [](int v) { return v == 5 || v > 3000; }, part);
    auto min = taskflow.min_element(in.begin(), in.end(), least, std::less<int>(), part);
    auto scan = taskflow.inclusive_scan(in.begin(), in.end(), sums.begin(), std::plus<int>());
    init.precede(each);
    each.precede(twice, square, search, min, scan);
    twice.precede(sum);
    for (int round = 0; round < 4; ++round) {  // from the second on, short loops run on one worker
      visits = 0, total = 5, squares = 0;
      executor.run(taskflow).get();
      CHECK(visits == n && total == 5 + n * (n + 1));
      CHECK(squares == static_cast<long>(n) * (n + 1) * (2 * n + 1) / 6);
      CHECK(found == (n >= 5 ? in.begin() + 4 : in.end()) && least == in.begin());
      CHECK(n == 0 || sums.back() == n * (n + 1) / 2);
    }
  }
}

void ranges(tf::Executor& executor) {
  tf::Taskflow taskflow;
  std::vector<std::atomic<int>> visited(60 * 7);
  tf::IndexRanges<int, 2> box(tf::IndexRange<int>(0, 60, 1), tf::IndexRange<int>(0, 14, 2));
  taskflow.for_each_by_index(
      box,
      [&](const tf::IndexRanges<int, 2>& part) {
        const auto [i0, i1, di] = part.dim(0);
        const auto [j0, j1, dj] = part.dim(1);
        for (int i = i0; i < i1; i += di)
          for (int j = j0; j < j1; j += dj) ++visited[static_cast<std::size_t>(i * 7 + j / 2)];
      },
      tf::DynamicPartitioner(5));
  double sum = 0;
  taskflow.reduce_by_index(
      tf::IndexRange<int>(0, 1000, 1), sum,
      [](const tf::IndexRange<int>& r, std::optional<double> before) {
        double s = before.value_or(0);
        for (int i = r.begin(); i < r.end(); i += r.step_size()) s += i;
        return s;
      },
      std::plus<double>());
  executor.run(taskflow).get();
  for (const auto& v : visited) CHECK(v == 1);
  CHECK(sum == 499500);
}

void orders(tf::Executor& executor) {
  std::mt19937 random(7);
  for (const std::size_t n : {0, 1, 100, 20000}) {
    std::vector<unsigned> a(n), b(n / 2 + 1), both(a.size() + b.size());
    for (auto& v : a) v = static_cast<unsigned>(random()) % 1000;
    tf::Taskflow taskflow;
    auto generate = taskflow.generate_n(b.begin(), b.size(), [] { return 500u; });
    auto fill = taskflow.fill_n(b.begin(), b.size() / 2, 3u);
    auto sort = taskflow.sort(a.begin(), a.end());
    auto merge = taskflow.merge(a.begin(), a.end(), b.begin(), b.end(), both.begin());
    generate.precede(fill);
    merge.succeed(sort, fill);
    executor.run(taskflow).get();
    CHECK(std::is_sorted(a.begin(), a.end()) && std::is_sorted(both.begin(), both.end()));
  }
}

void pipelines(tf::Executor& executor) {
  constexpr std::size_t tokens = 50;
  std::vector<std::size_t> order;
  std::atomic<std::size_t> between{0};
  tf::Pipeline pipeline(
      4, tf::Pipe{tf::PipeType::SERIAL, [&](tf::Pipeflow& flow) { if (flow.token() == tokens) flow.stop(); }},
      tf::Pipe{tf::PipeType::PARALLEL, [&](tf::Pipeflow&) { ++between; }},
      tf::Pipe{tf::PipeType::SERIAL, [&](tf::Pipeflow& flow) { order.push_back(flow.token()); }});
  tf::Taskflow taskflow;
  taskflow.composed_of(pipeline);
  CHECK(taskflow.dump().find("\"nprt-3\"") != std::string::npos);
  for (int round = 1; round <= 3; ++round) {
    order.clear();
    executor.run(taskflow).get();
    CHECK(pipeline.num_tokens() == tokens && between == tokens * static_cast<std::size_t>(round));
    CHECK(order.size() == tokens && std::is_sorted(order.begin(), order.end()));
    pipeline.reset();
  }
  std::vector<std::string> texts;
  tf::DataPipeline data(
      3,
      tf::make_data_pipe<void, int>(tf::PipeType::SERIAL,
                                    [](tf::Pipeflow& flow) {
                                      if (flow.token() == 20) flow.stop();
                                      return static_cast<int>(flow.token());
                                    }),
      tf::make_data_pipe<int, std::string>(tf::PipeType::PARALLEL, [](int& v) { return std::to_string(v); }),
      tf::make_data_pipe<std::string, void>(tf::PipeType::SERIAL, [&](std::string& s) { texts.push_back(s); }));
  tf::Taskflow second;
  second.composed_of(data);
  executor.run(second).get();
  CHECK(texts.size() == 20 && texts[13] == "13");
}

// Token 2 i waits for token 2 i + 1.
void deferred(tf::Executor& executor) {
  std::vector<std::size_t> order;
  std::vector<tf::Pipe<>> pipes;
  pipes.emplace_back(tf::PipeType::SERIAL, [](tf::Pipeflow& flow) {
    if (flow.token() == 40) flow.stop();
    else if (flow.token() % 2 == 0 && flow.num_deferrals() == 0) flow.defer(flow.token() + 1);
  });
  pipes.emplace_back(tf::PipeType::SERIAL, [&](tf::Pipeflow& flow) { order.push_back(flow.token()); });
  tf::ScalablePipeline<std::vector<tf::Pipe<>>::iterator> pipeline(3, pipes.begin(), pipes.end());
  tf::Taskflow taskflow;
  taskflow.composed_of(pipeline);
  executor.run(taskflow).get();
  CHECK(order.size() == 40);
  for (std::size_t i = 0; i < 40; i += 2) CHECK(order[i] == i + 1 && order[i + 1] == i);
}

// Subranges are not larger than the chunks that the program wants, also where a loop runs on one worker because it is short.
void chunks_of_ranges(tf::Executor& executor) {
  constexpr std::size_t chunk = 5;
  const bool one = executor.num_workers() == 1;  // and so is its share
  std::atomic<std::size_t> visits{0}, too_large{0};
  tf::Taskflow taskflow;
  taskflow.for_each_by_index(
      tf::IndexRange<int>(0, 300, 1),
      [&](const tf::IndexRange<int>& part) {
        visits += part.size();
        if (part.size() > chunk) ++too_large;
      },
      tf::DynamicPartitioner<>(chunk));
  executor.run_n(taskflow, 20).get();
  CHECK(visits == 20 * 300 && (one || too_large == 0));
}

// A loop that was short, and so ran on one worker, gets others when it takes long: its later iterations wait for a second worker.
template <typename P>
void short_then_long(tf::Executor& executor, P part) {
  constexpr int n = 1000;
  std::atomic<int> visits{0};
  std::atomic<std::size_t> first{SIZE_MAX};
  std::atomic<bool> has_second{false};
  bool is_long = false;
  tf::Taskflow taskflow;
  taskflow.for_each_index(
      0, n, 1,
      [&](int i) {
        visits.fetch_add(1, std::memory_order_relaxed);
        if (!is_long) return;
        const auto me = static_cast<std::size_t>(executor.this_worker_id());
        std::size_t seen = SIZE_MAX;
        if (!first.compare_exchange_strong(seen, me) && seen != me) has_second = true;
        const auto start = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() - start < std::chrono::microseconds(5)) continue;
        while (i >= n / 2 && executor.num_workers() > 1 && !has_second) std::this_thread::yield();
      },
      part);
  executor.run_n(taskflow, 50).get();
  is_long = true;
  executor.run(taskflow).get();
  CHECK(visits == 51 * n && has_second == (executor.num_workers() > 1));
  is_long = false;
  executor.run_n(taskflow, 50).get();
  CHECK(visits == 101 * n);
}

// When one worker's share throws, the other shares still use variables of the algorithm's function. These variables must live until all
// shares have ended: an object that a share makes in a variable that is gone is never destroyed, and the count shows it.
struct Counted {
  static inline std::atomic<int> alive{0};
  int value;
  Counted(int v = 1) : value(v) { ++alive; }
  Counted(const Counted& other) : value(other.value) { ++alive; }
  Counted& operator=(const Counted&) = default;
  ~Counted() { --alive; }
};
void throwing_shares(tf::Executor& executor) {
  constexpr std::size_t n = 800;
  {
    std::vector<Counted> in(n), out(n);
    std::atomic<bool> has_first{false}, has_second{false}, has_thrown{false};
    tf::Taskflow taskflow;
    std::mutex mutex;
    std::thread::id first;
    taskflow.inclusive_scan(in.begin(), in.end(), out.begin(), [&](const Counted& a, const Counted& b) {
      {
        const std::lock_guard<std::mutex> lock(mutex);
        if (!has_first) first = std::this_thread::get_id(), has_first = true;
      }
      if (std::this_thread::get_id() == first && !has_thrown) {
        while (!has_second) std::this_thread::yield();
        has_thrown = true;
        throw std::runtime_error("first");
      }
      has_second = true;
      while (!has_thrown) std::this_thread::yield();
      std::this_thread::yield();
      return Counted(a.value + b.value);
    });
    CHECK(throws("first", [&] { executor.run(taskflow).get(); }));
  }
  CHECK(Counted::alive == 0);
}

}  // namespace

int main(int argc, char** argv) {
  tf::Executor executor(workers_of(argc, argv));
  for (const std::size_t chunk : {0, 1, 33}) {
    loops(executor, tf::StaticPartitioner<>(chunk));
    loops(executor, tf::DynamicPartitioner<>(chunk));
    loops(executor, tf::GuidedPartitioner<>(chunk));
    loops(executor, tf::RandomPartitioner<>(chunk));
  }
  for (int round = 0; round < 20; ++round) {
    ranges(executor);
    orders(executor);
    pipelines(executor);
    deferred(executor);
    if (executor.num_workers() > 2) throwing_shares(executor);  // of two workers one folds
  }
  chunks_of_ranges(executor);
  short_then_long(executor, tf::GuidedPartitioner<>());
  short_then_long(executor, tf::DynamicPartitioner<>());
  CHECK(throws("line", [] { tf::ScalablePipeline<std::vector<tf::Pipe<>>::iterator> none(0); }));
}
