// What Taskflow's master has on top of 4.1.
#include "../check.h"

#include <taskflow/algorithm/for_each.hpp>
#include <taskflow/algorithm/reduce.hpp>
#include <taskflow/core/wsq.hpp>

#if defined(__cpp_concepts) && defined(__cpp_lib_ranges)
namespace concepts {

using It = std::vector<int>::iterator;
using Negate = int (*)(int);
using Add = int (*)(int, int);
using Print = void (*)(const std::string&);

static_assert(tf::InputIteratorLike<It> && tf::InputIteratorLike<std::reference_wrapper<It>>);
static_assert(!tf::InputIteratorLike<int>);
static_assert(tf::UnaryOperationLike<Negate, It> && !tf::UnaryOperationLike<Print, It>);
static_assert(tf::BinaryOperationLike<Add, It, It> && !tf::BinaryOperationLike<Negate, It, It>);
static_assert(tf::UnaryTransformLike<Negate, It, It>);
static_assert(!tf::UnaryTransformLike<Negate, It, std::vector<std::string>::const_iterator>);
static_assert(tf::BinaryTransformLike<Add, It, It, It>);
static_assert(!tf::BinaryTransformLike<Add, It, It, std::vector<int>::const_iterator>);
static_assert(tf::AsyncTaskHandleLike<tf::AsyncTask&> && !tf::AsyncTaskHandleLike<tf::Task>);
static_assert(tf::BoundedWSQLike<tf::BoundedWSQ<int*>> && !tf::BoundedWSQLike<std::vector<int>>);

}  // namespace concepts
#endif

namespace {

// A reduction over a box of several dimensions: every point counts once, whatever pieces it is cut into.
template <typename P>
void reduce_boxes(tf::Executor& executor, P part) {
  const tf::IndexRange<int> x(0, 20, 2), y(10, -3, -1), z(5, 8, 1);
  tf::IndexRanges<int, 3> box(x, y, z);
  long total = 7, expected = 7;
  for (int i = 0; i < 20; i += 2)
    for (int j = 10; j > -3; --j)
      for (int k = 5; k < 8; ++k) expected += 10000 * i + 100 * j + k;
  tf::Taskflow taskflow;
  taskflow.reduce_by_index(
      std::ref(box), total,
      [](const auto& piece, std::optional<long> before) {
        long sum = before.value_or(0);
        const auto [x0, x1, xs] = piece.dim(0);
        const auto [y0, y1, ys] = piece.dim(1);
        const auto [z0, z1, zs] = piece.dim(2);
        for (int i = x0; i < x1; i += xs)
          for (int j = y0; j > y1; j += ys)
            for (int k = z0; k < z1; k += zs) sum += 10000 * i + 100 * j + k;
        return sum;
      },
      std::plus<long>(), part);
  executor.run(taskflow).wait();
  CHECK(total == expected);
}

// Boxes of a chunk; a range with an empty dimension inside.
void boxes() {
  const tf::IndexRanges<int, 2> range(tf::IndexRange<int>(0, 8, 2), tf::IndexRange<int>(0, 5, 1));
  const tf::IndexRangesPartitioner boxes(range);
  CHECK(boxes.size() == 20 && boxes.active_rank() == 2);
  std::size_t points = 0;
  CHECK(!boxes.for_each_box(3, 17, [&](const auto& box) { points += box.size(); }));
  CHECK(points == 14);
  CHECK(boxes.for_each_box(0, 20, [](const auto&) { return true; }));
  const tf::IndexRangesPartitioner holed(tf::IndexRanges<int, 2>(tf::IndexRange<int>(0, 3, 1), tf::IndexRange<int>(0, 0, 1)));
  CHECK(holed.active_rank() == 1 && holed.size() == 3);
}

static_assert(std::is_same_v<tf::DefaultNotifier, tf::NonblockingNotifier>);

void graphs(tf::Executor& executor) {
  tf::Graph inner;
  int n = 0;
  tf::FlowBuilder(inner).emplace([&] { ++n; });
  tf::Taskflow taskflow;
  auto module = taskflow.emplace(std::move(inner));
  auto after = taskflow.emplace([&] { CHECK(n > 0); });
  module.precede(after);
  CHECK(module.type() == tf::TaskType::MODULE);
  executor.run_n(taskflow, 3).wait();
  CHECK(n == 3);
}

}  // namespace

int main(int argc, char** argv) {
  tf::Executor executor(workers_of(argc, argv));
  for (const std::size_t chunk : {0, 1, 7, 1000}) {
    reduce_boxes(executor, tf::StaticPartitioner<>(chunk));
    reduce_boxes(executor, tf::DynamicPartitioner<>(chunk));
    reduce_boxes(executor, tf::GuidedPartitioner<>(chunk));
    reduce_boxes(executor, tf::RandomPartitioner<>(chunk));
  }
  boxes();
  graphs(executor);
}
