// Views: threads outside submit tasks that wait for one another, and then poll, or wait where the library does not see it. Each task
// gets a thread, however many look for tasks, fall asleep or poll at that moment.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "core/graph/layout.h"

namespace {

using xomp::graph::Seat;
using xomp::graph::Task;
using xomp::graph::View;

constexpr xomp::graph::ViewHooks kHooks = {[](Seat&) {}, nullptr};

struct OpenView {
  View* const view;
  explicit OpenView(std::uint32_t seats) : view(xomp_graph_view_open(&xomp::graph::kLayout, seats, &kHooks)) {}
  ~OpenView() { xomp_graph_view_close_1(view); }
};

// Tasks of one thread outside. All but the last one wait for the last one, so that two must run at once.
struct Round {
  struct One : Task {
    Round* round = nullptr;
    bool is_last = false;
  };
  std::vector<One> tasks;
  std::atomic<bool> last_ran{false};
  std::atomic<int> ended{0};

  explicit Round(int n) : tasks(static_cast<std::size_t>(n)) {
    for (One& one : tasks) {
      one.round = this;
      one.priority = 0;
      one.run = [](Seat&, Task* task) {
        auto& self = *static_cast<One*>(task);
        Round& of = *self.round;
        if (self.is_last) of.last_ran = true;
        while (!of.last_ran) std::this_thread::yield();
        ++of.ended;
      };
    }
    tasks.back().is_last = true;
  }
  bool is_over() const { return ended == static_cast<int>(tasks.size()); }
  static bool is_over(void* round) { return static_cast<Round*>(round)->is_over(); }
};

enum class Waits { polls, unseen };

void rounds_of(View* view, int tasks, Waits how, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    Round round(tasks);
    for (Round::One& one : round.tasks) xomp_graph_view_submit_1(view, &one);
    if (how == Waits::polls) xomp_graph_wait_outside_1(nullptr, nullptr, Round::is_over, &round);
    while (!round.is_over()) std::this_thread::yield();
    // Now and then all threads have fallen asleep.
    if (i % 64 == 63) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(Views, TasksThatWaitForOneAnotherAllGetThreads) {
  for (const std::uint32_t seats : {2u, 3u, 8u}) {
    OpenView open(seats);
    rounds_of(open.view, 2, Waits::polls, 100);
    rounds_of(open.view, 2, Waits::unseen, 50);
    rounds_of(open.view, 1, Waits::polls, 300);
  }
}

TEST(Views, ManyThreadsOutsideAndTwoViews) {
  OpenView one(4), other(4);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      // A seat for each of the view's waiting tasks, and one more.
      rounds_of(i % 2 == 0 ? one.view : other.view, 2, i < 2 ? Waits::polls : Waits::unseen, 50);
      rounds_of(i % 2 == 0 ? other.view : one.view, 1, Waits::polls, 100);
    });
  for (std::thread& t : threads) t.join();
}

TEST(Views, AFloodFromOutsideIsRunOnce) {
  struct Counted : Task {
    std::atomic<long>* ran;
  };
  constexpr int kEach = 50000;
  std::atomic<long> ran{0};
  std::vector<Counted> tasks(2 * kEach);
  OpenView open(3);
  std::vector<std::thread> threads;
  for (int p = 0; p < 2; ++p)
    threads.emplace_back([&, p] {
      for (int i = 0; i < kEach; ++i) {
        Counted& task = tasks[static_cast<std::size_t>(p * kEach + i)];
        task.ran = &ran;
        task.priority = 0;
        task.run = [](Seat&, Task* t) { ++*static_cast<Counted*>(t)->ran; };
        xomp_graph_view_submit_1(open.view, &task);
      }
    });
  for (std::thread& t : threads) t.join();
  const auto is_over = [](void* of) { return *static_cast<std::atomic<long>*>(of) == 2 * kEach; };
  xomp_graph_wait_outside_1(nullptr, nullptr, is_over, &ran);
  while (!is_over(&ran)) std::this_thread::yield();
}

}  // namespace
