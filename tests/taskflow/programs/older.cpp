// A program that was written for Taskflow 3.6: what has meant something else since.
#define XOMP_TASKFLOW_VERSION 300600
#include "../check.h"

#include <taskflow/algorithm/for_each.hpp>
#include <taskflow/algorithm/reduce.hpp>
#include <taskflow/utility/object_pool.hpp>

namespace {

// The partitioners' names are types.
template <typename P>
void loop_with(tf::Executor& executor) {
  tf::Taskflow taskflow;
  std::vector<int> values(1000, 1);
  int sum = 0;
  auto add = taskflow.for_each(values.begin(), values.end(), [](int& v) { ++v; }, P(7));
  auto total = taskflow.reduce(values.begin(), values.end(), sum, std::plus<int>(), P());
  add.precede(total);
  executor.run(taskflow).wait();
  CHECK(sum == 2000);
}
void loop_by(tf::Executor& executor, const tf::StaticPartitioner& part) {
  tf::Taskflow taskflow;
  std::atomic<int> n{0};
  taskflow.for_each_index(0, 100, 1, [&](int) { ++n; }, part);
  executor.run(taskflow).wait();
  CHECK(n == 100);
}

// A condition may take a Runtime. Its choice is made when the tasks that it has made have ended.
void conditions(tf::Executor& executor) {
  tf::Taskflow taskflow;
  std::atomic<int> children{0};
  int turns = 0, left = 0, right = 0;
  auto start = taskflow.emplace([] {});
  auto loop = taskflow.emplace([&](tf::Runtime& runtime) {
    for (int i = 0; i < 10; ++i) runtime.silent_async([&] { ++children; });
    return ++turns < 50 ? 0 : 1;
  });
  auto both = taskflow.emplace([&](tf::Runtime&) {
    CHECK(children == 500);
    return tf::SmallVector<int>{0, 1};
  });
  auto a = taskflow.emplace([&] { ++left; });
  auto b = taskflow.emplace([&] { ++right; });
  start.precede(loop);
  loop.precede(loop, both);
  both.precede(a, b);
  executor.run(taskflow).wait();
  CHECK(turns == 50 && left == 1 && right == 1);
  CHECK(loop.type() == tf::TaskType::CONDITION && both.type() == tf::TaskType::CONDITION);
  CHECK(taskflow.emplace([](tf::Runtime&) {}).type() == tf::TaskType::STATIC);
  CHECK(both.num_weak_dependents() == 1);
}

// An exception of the condition, or of a task that it has made, ends the run.
void failures(tf::Executor& executor) {
  for (const bool is_child : {false, true}) {
    tf::Taskflow taskflow;
    int later = 0;
    auto choice = taskflow.emplace([is_child](tf::Runtime& runtime) {
      if (is_child) runtime.silent_async([] { throw std::runtime_error("a child's"); });
      else throw std::runtime_error("its own");
      return 0;
    });
    choice.precede(taskflow.emplace([&] { ++later; }));
    CHECK(throws(is_child ? "a child's" : "its own", [&] { executor.run(taskflow).get(); }));
    CHECK(later == 0);
  }
}

struct Pooled {
  int value = 3;
  TF_ENABLE_POOLABLE_ON_THIS;
};
void pool() {
  tf::ObjectPool<Pooled> pool(4);
  std::set<Pooled*> made;
  for (int i = 0; i < 100; ++i) made.insert(pool.animate());
  CHECK(made.size() == 100 && pool.capacity() == 100 && pool.num_allocated_objects() == 100);
  for (Pooled* const p : made) pool.recycle(p);
  CHECK(pool.num_available_objects() == 100 && pool.num_allocated_objects() == 0);
  CHECK(made.count(pool.animate()) == 1 && pool.num_available_objects() == 99);
  CHECK(pool.num_heaps() == pool.num_local_heaps() + pool.num_global_heaps() && pool.num_objects_per_block() > 0);
}

// A queue of 2^n places takes 2^n - 1 items.
void queue() {
  tf::BoundedTaskQueue<int*, 3> queue;
  int items[7], refused = 0;
  for (int& item : items) CHECK(queue.try_push(&item));
  CHECK(!queue.try_push(nullptr));
  queue.push(items, [&] { ++refused; });
  CHECK(refused == 1 && queue.size() == 7 && queue.pop() == items + 6 && queue.steal() == items);
}

}  // namespace

int main(int argc, char** argv) {
  tf::Executor executor(workers_of(argc, argv));
  loop_with<tf::StaticPartitioner>(executor);
  loop_with<tf::GuidedPartitioner>(executor);
  loop_with<tf::DynamicPartitioner>(executor);
  loop_with<tf::RandomPartitioner>(executor);
  loop_by(executor, tf::StaticPartitioner(3));
  conditions(executor);
  failures(executor);
  pool();
  queue();
}
