// The futures of asyncs and runs: each kind of value, errors, promises that nobody keeps, and how often a value is destroyed.
#include "../check.h"

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

using std::chrono::seconds;

struct alignas(64) Aligned {
  long value;
};
struct Counted {
  static inline std::atomic<int> alive{0};
  Counted() { ++alive; }
  Counted(Counted&&) { ++alive; }
  ~Counted() { --alive; }
};
struct Unmovable {  // its move fails
  Unmovable() = default;
  Unmovable(Unmovable&&) { throw std::runtime_error("cannot be moved"); }
};

void values(tf::Executor& executor) {
  int place = 3;
  std::future<int> plain = executor.async([] { return 7; });
  CHECK(plain.get() == 7 && !plain.valid());
  CHECK(executor.async([] { return std::string(1000, 'x'); }).get().size() == 1000);
  CHECK(*executor.async([] { return std::make_unique<int>(5); }).get() == 5);
  std::future<int&> reference = executor.async([&]() -> int& { return place; });
  CHECK(&reference.get() == &place);
  auto aligned = executor.async([] { return Aligned{9}; });
  CHECK(aligned.get().value == 9);
  executor.async([] {}).get();
  std::shared_future<std::string> shared = executor.async([] { return std::string("for all"); }).share();
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i) readers.emplace_back([shared] { CHECK(shared.get() == "for all"); });
  for (auto& reader : readers) reader.join();
  auto [task, dependent] = executor.dependent_async([] { return 11; });
  CHECK(dependent.get() == 11);
}

void timed(tf::Executor& executor) {
  std::atomic<bool> may_end{false};
  std::future<int> future = executor.async([&] {
    while (!may_end) std::this_thread::yield();
    return 1;
  });
  CHECK(future.wait_for(seconds(0)) == std::future_status::timeout);
  CHECK(future.wait_for(std::chrono::milliseconds(1)) == std::future_status::timeout);
  may_end = true;
  CHECK(future.wait_for(seconds(60)) == std::future_status::ready);
  CHECK(future.wait_for(seconds(0)) == std::future_status::ready && future.get() == 1);
}

bool is_broken(std::future<void>& future) {
  try {
    future.get();
  } catch (const std::future_error& error) {
    return error.code() == std::future_errc::broken_promise;
  }
  return false;
}

void errors(tf::Executor& executor) {
  auto failing = executor.async([]() -> int { throw std::runtime_error("of the task"); });
  CHECK(throws("of the task", [&] { failing.get(); }));
  auto unmovable = executor.async([] { return Unmovable(); });
  CHECK(throws("cannot be moved", [&] { unmovable.get(); }));
  // An async of a cancelled group is dropped.
  executor
      .async([&] {
        auto group = executor.task_group();
        group.cancel();
        std::future<void> dropped = group.async([] {});
        group.corun();
        CHECK(is_broken(dropped));
      })
      .get();
  tf::Taskflow taskflow;
  taskflow.emplace([] { throw std::runtime_error("of the run"); });
  auto run = executor.run(taskflow);
  CHECK(throws("of the run", [&] { run.get(); }));
}

void destroyed_once(tf::Executor& executor) {
  for (int i = 0; i < 100; ++i) {
    auto kept = executor.async([] { return Counted(); });
    executor.async([] { return Counted(); });  // nobody asks
    if (i % 2 == 0) kept.get();
    auto moved = std::move(kept);
  }
  executor.wait_for_all();
  // The end of the last task is told before its memory goes.
  while (Counted::alive != 0) std::this_thread::yield();
}

// What a task writes is there for the thread that gets its value.
void handed_over(tf::Executor& executor) {
  constexpr std::size_t n = 2000;
  std::vector<long> plain(n);
  std::vector<std::future<std::size_t>> futures;
  for (std::size_t i = 0; i < n; ++i)
    futures.push_back(executor.async([&plain, i] {
      plain[i] = static_cast<long>(i) + 1;
      return i;
    }));
  for (std::size_t i = 0; i < n; ++i) {
    CHECK(futures[i].get() == i && plain[i] == static_cast<long>(i) + 1);
  }
}

}  // namespace

namespace {

// A program sees the std::future, and gives it the state of another promise.
void another_state(tf::Executor& executor) {
  tf::Taskflow taskflow;
  taskflow.emplace([] {});
  auto future = executor.run(taskflow);
  std::future<void>& seen = future;
  seen.wait();
  std::promise<void> promise;
  seen = promise.get_future();
  std::vector<std::string> reused(100, std::string(100, 'x'));
  auto waits = executor.async([&] { future.wait(); });
  promise.set_value();
  waits.get();
  CHECK(reused[50] == std::string(100, 'x'));
}

}  // namespace

int main(int argc, char** argv) {
  tf::Executor executor(workers_of(argc, argv));
  for (int round = 0; round < 10; ++round) {
    values(executor);
    another_state(executor);
    timed(executor);
    errors(executor);
    destroyed_once(executor);
    handed_over(executor);
  }
}
