// Algorithms under each partitioner and with iterators of every kind, and pipelines.
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
#include <taskflow/utility/lazy_string.hpp>
#include <taskflow/utility/stream.hpp>
#if defined(__cpp_lib_ranges)
#include <ranges>
#endif

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

// --- iterators whose *it is no reference to an element in memory ---

// What a random access iterator of numbers needs besides *it.
template <typename D, typename Reference, typename Category>
struct NumberIterator {
  using iterator_category = Category;
  using value_type = long;
  using difference_type = std::ptrdiff_t;
  using pointer = const long*;
  using reference = Reference;
  long at = 0;

  D& self() { return static_cast<D&>(*this); }
  static D moved(D it, difference_type n) { return it.at += n, it; }
  D& operator++() { return ++at, self(); }
  D& operator--() { return --at, self(); }
  D operator++(int) { return ++at, moved(self(), -1); }
  D operator--(int) { return --at, moved(self(), 1); }
  D& operator+=(difference_type n) { return at += n, self(); }
  D& operator-=(difference_type n) { return at -= n, self(); }
  decltype(auto) operator[](difference_type n) const { return *(static_cast<const D&>(*this) + n); }
  friend D operator+(const D& a, difference_type n) { return moved(a, n); }
  friend D operator+(difference_type n, const D& a) { return moved(a, n); }
  friend D operator-(const D& a, difference_type n) { return moved(a, -n); }
  friend difference_type operator-(const D& a, const D& b) { return a.at - b.at; }
  friend bool operator==(const D& a, const D& b) { return a.at == b.at; }
  friend bool operator!=(const D& a, const D& b) { return a.at != b.at; }
  friend bool operator<(const D& a, const D& b) { return a.at < b.at; }
  friend bool operator>(const D& a, const D& b) { return a.at > b.at; }
  friend bool operator<=(const D& a, const D& b) { return a.at <= b.at; }
  friend bool operator>=(const D& a, const D& b) { return a.at >= b.at; }
};

// The reference is into the iterator itself.
struct Counting : NumberIterator<Counting, const long&, std::random_access_iterator_tag> {
  const long& operator*() const { return at; }
};
// A value, so that by the old rules the iterator is an input iterator.
struct Values : NumberIterator<Values, long, std::input_iterator_tag> {
  long operator*() const { return at; }
};
// A proxy for a number in memory.
struct Cell {
  long* number;
  operator long() const { return *number; }
  const Cell& operator=(long value) const { return *number = value, *this; }
  Cell(long* n) : number(n) {}
  Cell(const Cell&) = default;
  const Cell& operator=(const Cell& other) const { return *this = static_cast<long>(other); }
  friend void swap(Cell a, Cell b) { std::swap(*a.number, *b.number); }
};
struct Cells : NumberIterator<Cells, Cell, std::random_access_iterator_tag> {
  long* numbers = nullptr;
  Cell operator*() const { return Cell(numbers + at); }
};

// All algorithms that read, over n numbers that are 0, 1, 2, ...
template <typename It>
void read_by(tf::Executor& executor, It first, long n) {
  const It last = first + n;
  const auto count = static_cast<std::size_t>(n);
  const long sum = n * (n - 1) / 2;
  const auto plus = [](long a, long b) { return a + b; };
  const auto same = [](long a) { return a; };
  std::vector<long> out(count), doubled(count), inclusive(count), exclusive(count), transformed(count), begun(count), before(count);
  std::vector<long> merged(2 * count);
  std::atomic<long> visited{0};
  long total = 0, of_one = 0, of_two = 0;
  It found = first, not_found = first, least = last, greatest = last;
  tf::Taskflow f;
  f.for_each(first, last, [&](long i) { visited += i; });
  f.transform(first, last, out.begin(), same);
  f.transform(first, last, first, doubled.begin(), plus);
  // The three sums go into the same variable.
  f.linearize({f.reduce(first, last, total, plus), f.reduce(first, last, total, plus, tf::StaticPartitioner<>()),
               f.reduce(first, last, total, plus, tf::DynamicPartitioner<>(3))});
  f.transform_reduce(first, last, of_one, plus, same);
  f.transform_reduce(first, last, first, of_two, plus, plus);
  f.inclusive_scan(first, last, inclusive.begin(), plus);
  f.inclusive_scan(first, last, begun.begin(), plus, 5L);
  f.exclusive_scan(first, last, exclusive.begin(), 0L, plus);
  f.transform_inclusive_scan(first, last, transformed.begin(), plus, same);
  f.transform_exclusive_scan(first, last, before.begin(), 0L, plus, same);
  f.find_if(first, last, found, [n](long i) { return i == n / 2; });
  f.find_if_not(first, last, not_found, [n](long i) { return i != n / 3; });
  f.min_element(first, last, least, std::less<long>(), tf::GuidedPartitioner<>());
  f.max_element(first, last, greatest, std::less<long>(), tf::GuidedPartitioner<>());
  f.merge(first, last, first, last, merged.begin());
  executor.run(f).get();
  CHECK(visited == sum && total == 3 * sum && of_one == sum && of_two == 2 * sum);
  for (std::size_t i = 0; i < count; ++i) {
    const auto k = static_cast<long>(i);
    const long until = k * (k + 1) / 2;
    CHECK(out[i] == k && doubled[i] == 2 * k && inclusive[i] == until && begun[i] == until + 5 && exclusive[i] == until - k);
    CHECK(transformed[i] == until && before[i] == until - k && merged[2 * i] == k && merged[2 * i + 1] == k);
  }
  CHECK(found - first == n / 2 && not_found - first == n / 3 && least == first && greatest == first + (n - 1));
}

// All algorithms that write.
void write_by(tf::Executor& executor, long n) {
  std::vector<long> numbers(static_cast<std::size_t>(n));
  const Cells first{{0}, numbers.data()}, last = first + n;
  const auto all = [&](auto&& value) {
    for (long i = 0; i < n; ++i)
      if (numbers[static_cast<std::size_t>(i)] != value(i)) return false;
    return true;
  };
  const auto run = [&](auto&& build) {
    tf::Taskflow f;
    build(f);
    executor.run(f).get();
  };
  run([&](tf::Taskflow& f) { f.fill(first, last, 3L); });
  CHECK(all([](long) { return 3; }));
  run([&](tf::Taskflow& f) { f.fill_n(first, n, 4L); });
  CHECK(all([](long) { return 4; }));
  run([&](tf::Taskflow& f) { f.generate(first, last, [] { return 5L; }); });
  CHECK(all([](long) { return 5; }));
  run([&](tf::Taskflow& f) { f.generate_n(first, n, [] { return 6L; }); });
  CHECK(all([](long) { return 6; }));
  run([&](tf::Taskflow& f) { f.transform(Values{}, Values{} + n, first, [n](long i) { return n - i; }); });
  CHECK(all([n](long i) { return n - i; }));
  run([&](tf::Taskflow& f) { f.sort(first, last); });
  CHECK(all([](long i) { return i + 1; }));
  run([&](tf::Taskflow& f) { f.inclusive_scan(first, last, first, std::plus<long>()); });
  CHECK(all([](long i) { return (i + 1) * (i + 2) / 2; }));
  run([&](tf::Taskflow& f) { f.for_each(first, last, [](auto&& cell) { cell = 7; }); });
  CHECK(all([](long) { return 7; }));
}

// Elements that can only be moved are moved from once.
void move_from(tf::Executor& executor, std::size_t n) {
  using Pointer = std::unique_ptr<long>;
  std::vector<Pointer> from(n), to(n);
  for (std::size_t i = 0; i < n; ++i) from[i] = std::make_unique<long>(static_cast<long>(i));
  const auto moved = [](auto it) { return std::make_move_iterator(it); };
  tf::Taskflow f, g;
  f.transform(moved(from.begin()), moved(from.end()), to.begin(), [](Pointer&& p) { return std::move(p); });
  executor.run(f).get();
  Pointer sum = std::make_unique<long>(0);
  const auto add = [](Pointer a, Pointer b) {
    *a += *b;
    return a;
  };
  g.reduce(moved(to.begin()), moved(to.end()), sum, add);
  executor.run(g).get();
  CHECK(*sum == static_cast<long>(n * (n - 1) / 2));
  for (std::size_t i = 0; i < n; ++i) CHECK(from[i] == nullptr && to[i] == nullptr);
  std::atomic<long> visited{0};
  std::vector<std::string> words(n, std::string(40, 'x'));
  tf::Taskflow h;
  h.for_each(moved(words.begin()), moved(words.end()), [&](std::string&& word) {
    const std::string taken = std::move(word);
    visited += static_cast<long>(taken.size());
  });
  executor.run(h).get();
  CHECK(visited == static_cast<long>(40 * n));
}

void iterators(tf::Executor& executor) {
  for (const long n : {1L, 2L, 5L, 3000L}) {
    std::vector<long> numbers(static_cast<std::size_t>(n));
    std::iota(numbers.begin(), numbers.end(), 0L);
    read_by(executor, Counting{}, n);
    read_by(executor, Values{}, n);
    read_by(executor, Cells{{0}, numbers.data()}, n);
    write_by(executor, n);
    move_from(executor, static_cast<std::size_t>(n));
  }
  const std::vector<bool> bits(1000, true);
  int set = 0, flags = 0;
  tf::Taskflow f;
  f.reduce(bits.begin(), bits.end(), set, std::plus<int>());
  f.transform_reduce(bits.begin(), bits.end(), flags, std::plus<int>(), [](bool b) { return b ? 2 : 0; });
#if defined(__cpp_lib_ranges)
  const auto view = std::views::iota(0L, 1000L) | std::views::transform([](long i) { return 2 * i; });
  long sum = 0;
  f.reduce(view.begin(), view.end(), sum, std::plus<long>());
  executor.run(f).get();
  CHECK(sum == 999000);
#else
  executor.run(f).get();
#endif
  CHECK(set == 1000 && flags == 2000);
}

// The whole range of a type: no index lies behind its last one.
void limits(tf::Executor& executor) {
  using Byte = signed char;
  constexpr int kLeast = std::numeric_limits<int>::min(), kMost = std::numeric_limits<int>::max();
  CHECK(tf::distance(kLeast, kMost, 1) == 4294967295u && tf::distance(kMost, kLeast, kLeast) == 2);
  CHECK(tf::distance<Byte>(-128, 127, 5) == 51 && tf::distance<Byte>(127, -128, -5) == 51);
  CHECK(tf::distance(0u, 4294967295u, 7u) == 613566757 && tf::distance(5, 5, 0) == 0);
  std::atomic<long> up{0}, down{0}, sum{0};
  tf::Taskflow flow;
  flow.for_each_index(kMost - 2000, kMost, 3, [&](int i) { up += i - kMost; });
  flow.for_each_index(kLeast + 2000, kLeast, -3, [&](int i) { down += i - kLeast; });
  flow.for_each_by_index(tf::IndexRange<int>(kLeast, kMost, 1 << 28), [&](const tf::IndexRange<int>& range) {
    sum += static_cast<long>(range.size());
  });
  executor.run(flow).get();
  CHECK(up == -667 * 1001 && down == 667 * 1001 && sum == 16);
}

// What other versions have under these names.
void old_names() {
  std::vector<int> numbers = {5, 1, 4, 9, 2, 8, 3, 7, 6};
  const auto by = std::less<int>();
  const auto at = [&](int i) { return numbers.begin() + i; };
  CHECK(*tf::median_of_three(at(0), at(1), at(2), by) == 4 && *tf::median_of_three(at(3), at(4), at(5), by) == 8);
  CHECK(*tf::pseudo_median_of_nine(numbers.begin(), numbers.end(), by) == 6);
  tf::sort3(at(0), at(1), at(2), by);
  CHECK(numbers[0] == 1 && numbers[1] == 4 && numbers[2] == 5);
  CHECK(tf::unique_id<int>() != tf::unique_id<int>());
  const auto stops_at = [](std::size_t n) { return [n](std::size_t b, std::size_t) { return b >= n; }; };
  std::atomic<std::size_t> next{0};
  tf::GuidedPartitioner<>(1).loop_until(100, 1, next, stops_at(50));
  CHECK(next > 50 && next < 100);
  tf::StaticPartitioner<>(1).loop_until(100, 1, 0, 10, stops_at(50));
  tf::LazyString none, text("a name"), copy(std::string("b"));
  const std::string& seen = text;
  CHECK(none.empty() && none.size() == 0 && seen == "a name" && copy.size() == 1);
  copy = std::string("longer");
  CHECK(tf::stringify(none, text, '|', copy) == "a name|longer");
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
  iterators(executor);
  limits(executor);
  old_names();
  short_then_long(executor, tf::GuidedPartitioner<>());
  short_then_long(executor, tf::DynamicPartitioner<>());
  CHECK(throws("line", [] { tf::ScalablePipeline<std::vector<tf::Pipe<>>::iterator> none(0); }));
}
