// Scans, reductions, merges and searches of many lengths against the standard library's, also with operations whose order matters.
#include "../check.h"

#include <list>
#include <numeric>
#include <random>
#include <taskflow/algorithm/find.hpp>
#include <taskflow/algorithm/merge.hpp>
#include <taskflow/algorithm/reduce.hpp>
#include <taskflow/algorithm/scan.hpp>

namespace {

constexpr std::size_t kLengths[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 64, 129, 1000, 4097, 16391, 50001, 300007};

template <typename T>
std::vector<T> random_values(std::size_t n) {
  static std::mt19937 engine{7};
  std::vector<T> values(n);
  for (T& value : values) value = static_cast<T>(engine() % 50);
  return values;
}

template <typename T, typename Op>
void scans(tf::Executor& executor, std::size_t n, Op op) {
  const auto in = random_values<T>(n);
  auto in_place = in;
  std::vector<T> sums(n), after(n), before(n), expected(n);
  const auto twice = [](T value) { return static_cast<T>(2 * value); };
  tf::Taskflow taskflow;
  taskflow.inclusive_scan(in.begin(), in.end(), sums.begin(), op);
  taskflow.inclusive_scan(in.begin(), in.end(), after.begin(), op, T(3));
  taskflow.transform_exclusive_scan(in.begin(), in.end(), before.begin(), T(5), op, twice);
  executor.run(taskflow).get();
  std::inclusive_scan(in.begin(), in.end(), expected.begin(), op);
  CHECK(sums == expected);
  std::inclusive_scan(in.begin(), in.end(), expected.begin(), op, T(3));
  CHECK(after == expected);
  std::transform_exclusive_scan(in.begin(), in.end(), expected.begin(), T(5), op, twice);
  CHECK(before == expected);
  tf::Taskflow over;
  over.exclusive_scan(in_place.begin(), in_place.end(), in_place.begin(), T(1), op);
  executor.run(over).get();
  std::exclusive_scan(in.begin(), in.end(), expected.begin(), T(1), op);
  CHECK(in_place == expected);
}

// Sums of numbers in a row, which are made in registers of four: from any place, by pointers, and where two elements overflow and the sum
// does not. With several workers a block's own sum may overflow, as the standard library's may.
void scans_of_rows(tf::Executor& executor, std::size_t n) {
  const int large = executor.num_workers() == 1 ? 0x40000000 : 1;
  std::vector<int> in(n + 3), sums(n + 3, -1), expected(n + 3, -1);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = i % 4 < 2 ? large : -large;
  for (const std::size_t from : {0, 1, 2, 3}) {
    const int before = -large - large / 2 * static_cast<int>(from % 2);
    tf::Taskflow taskflow;
    taskflow.inclusive_scan(in.data(), in.data() + n, sums.data() + from, std::plus<int>(), before);
    executor.run(taskflow).get();
    std::inclusive_scan(in.data(), in.data() + n, expected.data() + from, std::plus<int>(), before);
    CHECK(sums == expected);
  }
}

// Associative, but not commutative: the last one that is not a multiple of three.
constexpr auto last_of = [](auto a, auto b) { return static_cast<long>(b) % 3 != 0 ? b : a; };

template <typename T, typename Op>
void reductions(tf::Executor& executor, std::size_t n, Op op) {
  const auto in = random_values<T>(n);
  T sum = 3, in_order = 3;
  tf::Taskflow taskflow;
  taskflow.reduce(in.begin(), in.end(), sum, op);
  taskflow.reduce(in.begin(), in.end(), in_order, last_of);
  for (int round = 0; round < 3; ++round) {
    sum = in_order = 3;
    executor.run(taskflow).get();
    CHECK(sum == std::accumulate(in.begin(), in.end(), T(3), op));
    if (executor.num_workers() == 1) CHECK(in_order == std::accumulate(in.begin(), in.end(), T(3), last_of));
  }
}

struct Card {
  short key, place;  // equal keys stay in the order of their places
};
constexpr auto by_key = [](const Card& a, const Card& b) { return a.key < b.key; };

std::vector<Card> cards(std::size_t n, int least, int keys, short place) {
  std::vector<Card> made(n);
  auto values = random_values<int>(n);
  for (int& value : values) value %= keys;
  std::sort(values.begin(), values.end());
  for (std::size_t i = 0; i < n; ++i) made[i] = {static_cast<short>(least + values[i]), static_cast<short>(place + i % 1000)};
  return made;
}

void merges(tf::Executor& executor, const std::vector<Card>& a, const std::vector<Card>& b) {
  std::vector<Card> out(a.size() + b.size()), expected(out.size());
  tf::Taskflow taskflow;
  taskflow.merge(a.begin(), a.end(), b.begin(), b.end(), out.begin(), by_key);
  executor.run(taskflow).get();
  std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin(), by_key);
  const auto are_same = [](const Card& x, const Card& y) { return x.key == y.key && x.place == y.place; };
  CHECK(std::equal(out.begin(), out.end(), expected.begin(), are_same));
}

template <typename Range>
void searches(tf::Executor& executor, Range& range, std::size_t n) {
  for (const std::size_t place : {std::size_t{0}, n / 10, n / 2, n - 1, n}) {
    auto found = range.begin();
    std::size_t i = 0;
    for (auto& value : range) value = i++ < place ? 0 : 1;  // all behind it match, too
    tf::Taskflow taskflow;
    taskflow.find_if(range.begin(), range.end(), found, [](int value) { return value == 1; });
    for (int round = 0; round < 3; ++round) {
      executor.run(taskflow).get();
      CHECK(static_cast<std::size_t>(std::distance(range.begin(), found)) == place);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  tf::Executor executor(workers_of(argc, argv));
  for (const std::size_t n : kLengths) {
    scans<int>(executor, n, std::plus<int>());
    scans<double>(executor, n, std::plus<>());
    scans<float>(executor, n, std::plus<float>());  // whole numbers, so that the order of the additions changes nothing
    scans<unsigned>(executor, n, std::plus<>());
    scans_of_rows(executor, n);
    scans<unsigned>(executor, n, std::multiplies<unsigned>());
    scans<unsigned char>(executor, n, std::plus<unsigned char>());
    scans<long>(executor, n, last_of);
    reductions<unsigned>(executor, n, std::plus<unsigned>());
    reductions<double>(executor, n, std::plus<>());
    reductions<int>(executor, n, [](int a, int b) { return std::max(a, b); });
    for (const std::size_t other : {std::size_t{0}, std::size_t{1}, n / 3, n}) {
      merges(executor, cards(n, 0, 50, 0), cards(other, 0, 50, 10000));
      merges(executor, cards(n, 0, 3, 0), cards(other, 100, 50, 10000));
      merges(executor, cards(other, 100, 2, 0), cards(n, 0, 1, 10000));
    }
    std::vector<int> line(n);
    if (n != 0) searches(executor, line, n);
    std::list<int> list(n);
    if (n != 0) searches(executor, list, n);
  }
}
