// Termination counted where it happens: TERM-1 (core/sched/PROTOCOL.md), and in groups: TERM-2. Each task counted by itself: TERM-3.
#include "core/sched/termination.h"

#include "models/explore/model.h"

namespace xomp::models {
namespace {

// A bag of tasks, each of which may create more; threads fall idle and wake up.
template <int kThreads>
struct Bag {
  static constexpr int threads = kThreads;
  static constexpr int kTasks = 4;
  sched::Termination termination;
  sched::TaskBalance balances[kThreads];
  atomic<int> bag[kTasks] = {};  // 1: can be taken
  int written[kTasks] = {};
  atomic<int> told{0};
  Ledger taken;

  Bag() { termination.open(kThreads); }
  void create(int me, int task) {
    balances[me].count_created();
    bag[task].store(1, release);
  }
  bool run_one(int me) {
    for (int task = 0; task < kTasks; ++task) {
      int there = 1;
      if (bag[task].load(relaxed) != 1 || !bag[task].compare_exchange_strong(there, 0, acquire, relaxed)) continue;
      balances[me].wake_up(termination);
      taken.enter_once(task, "a task runs once");
      written[task] = 1;
      if (task == 0) {
        create(me, 2);
        create(me, 3);
      }
      balances[me].count_ended();
      return true;
    }
    return false;
  }
  void run(int me) {
    if (me == 0) {
      create(me, 0);
      create(me, 1);
    }
    while (!termination.is_over()) {
      if (run_one(me)) continue;
      if (!balances[me].is_idle()) {
        if (balances[me].fall_idle(termination)) told.fetch_add(1, relaxed);
      } else {
        give_way();
      }
    }
    require(taken.sum() == kTasks, "over only when no task is left");
    for (const int w : written) require(w == 1, "what the tasks did is seen");
  }
  void at_end() { require(told.load(relaxed) == 1, "exactly one thread is told"); }
};
const Registered<Bag<2>> two("two-threads", "over when no task is left, and then for all",
                             {.departures = 3, .departures_long = 4});
const Registered<Bag<3>> three("three-threads", "over when no task is left, and then for all",
                               {.departures = 2, .departures_long = 3});

// GRAPH-2 (core/graph): a thread outside of all tasks adds its tasks to the word itself, before they can be taken. Then it
// helps, and finds the end when all have ended. The other threads begin idle.
template <int kThreads>
struct FromOutside {
  static constexpr int threads = kThreads;
  static constexpr int kTasks = 3;
  sched::Termination termination;
  sched::TaskBalance balances[kThreads];
  atomic<int> bag[kTasks] = {};
  atomic<bool> submitted{false};
  int written[kTasks] = {};
  Ledger taken;

  FromOutside() {
    termination.open(0);
    for (sched::TaskBalance& b : balances) b.begin_idle();
  }
  bool run_one(int me) {
    for (int task = 0; task < kTasks; ++task) {
      int there = 1;
      if (bag[task].load(relaxed) != 1 || !bag[task].compare_exchange_strong(there, 0, acquire, relaxed)) continue;
      balances[me].wake_up(termination);
      taken.enter_once(task, "a task runs once");
      written[task] = 1;
      int counted = 0;
      if (task == 0) {
        ++counted;
        bag[2].store(1, release);
      }
      balances[me].count(counted - 1);
      return true;
    }
    return false;
  }
  void run(int me) {
    if (me == 0) {
      for (int task = 0; task < 2; ++task) {
        termination.add_external(1);  // [GRAPH-2]
        bag[task].store(1, release);
      }
      submitted.store(true, release);
    }
    while (!submitted.load(acquire) || !termination.is_over()) {
      if (run_one(me)) continue;
      if (!balances[me].is_idle()) (void)balances[me].fall_idle(termination);
      else give_way();
    }
    require(taken.sum() == kTasks, "over only when no task is left");
    for (const int w : written) require(w == 1, "what the tasks did is seen");
  }
  void at_end() {}
};
const Registered<FromOutside<2>> outside("from-outside", "over when the tasks of a thread outside have ended",
                                         {.departures = 3, .departures_long = 4});

// [TERM-2] Two groups. Thread 0 submits task 0 of group 0, from outside. That one makes task 1 of group 1, which makes task 2 of
// group 0. Thread 0 waits for both groups, or for group 1 alone after it has seen that task 0 has ended.
enum class For { all, second };
template <For kFor>
struct Groups {
  static constexpr int threads = 2;
  static constexpr int kTasks = 3;
  sched::GroupTerminations<2> words;
  sched::TaskBalance balances[threads];
  std::uint32_t counts_for[threads] = {};
  atomic<int> bag[kTasks] = {};
  atomic<bool> submitted{false};
  int written[kTasks] = {};
  Ledger taken;

  Groups() {
    words.know(2);
    for (sched::TaskBalance& b : balances) b.begin_idle();
  }
  static std::uint32_t group_of(int task) { return task == 1 ? 1 : 0; }
  bool run_one(int me) {
    for (int task = 0; task < kTasks; ++task) {
      int there = 1;
      if (bag[task].load(relaxed) != 1 || !bag[task].compare_exchange_strong(there, 0, acquire, relaxed)) continue;
      const std::uint32_t group = group_of(task);
      (void)balances[me].change(words[counts_for[me]], words[group]);
      counts_for[me] = group;
      taken.enter_once(task, "a task runs once");
      written[task] = 1;
      if (task + 1 < kTasks) {
        words.add_external(group_of(task + 1), true);
        bag[task + 1].store(1, release);
      }
      balances[me].count_ended();
      return true;
    }
    return false;
  }
  bool is_over() { return submitted.load(acquire) && (kFor == For::all ? words.all_over() : words[1].is_over()); }
  void run(int me) {
    if (me == 0) {
      words.add_external(kFor == For::all ? 0 : 1, false);
      bag[kFor == For::all ? 0 : 1].store(1, release);
      submitted.store(true, release);
    }
    while (!is_over()) {
      if (run_one(me)) continue;
      if (!balances[me].is_idle()) (void)balances[me].fall_idle(words[counts_for[me]]);
      else give_way();
    }
    for (int task = kFor == For::all ? 0 : 1; task < (kFor == For::all ? kTasks : 2); ++task)
      require(written[task] == 1, "over only when no task is left, and what the tasks did is seen");
  }
  void at_end() {}
};
const Registered<Groups<For::all>> groups("two-groups", "all over when no group has a task",
                                          {.departures = 3, .departures_long = 4});
const Registered<Groups<For::second>> second("one-of-two-groups", "a group is over whatever the other one does",
                                             {.departures = 3, .departures_long = 4});

// [TERM-3] A thread outside submits two tasks, of which the first one makes two. Each is counted by itself, and one thread is told.
template <int kThreads>
struct EachTask {
  static constexpr int threads = kThreads;
  static constexpr int kTasks = 4;
  sched::Termination termination;
  atomic<int> bag[kTasks] = {};
  atomic<bool> submitted{false};
  atomic<int> told{0};
  int written[kTasks] = {};
  Ledger taken;

  void create(int task) {
    termination.add_one();
    bag[task].store(1, release);
  }
  bool run_one() {
    for (int task = 0; task < kTasks; ++task) {
      int there = 1;
      if (bag[task].load(relaxed) != 1 || !bag[task].compare_exchange_strong(there, 0, acquire, relaxed)) continue;
      taken.enter_once(task, "a task runs once");
      written[task] = 1;
      if (task == 0) create(2), create(3);
      if (termination.end_one()) told.fetch_add(1, relaxed);
      return true;
    }
    return false;
  }
  void run(int me) {
    if (me == 0) {
      termination.add_external(2);
      for (int task = 0; task < 2; ++task) bag[task].store(1, release);
      submitted.store(true, release);
    }
    while (!submitted.load(acquire) || !termination.is_over())
      if (!run_one()) give_way();
    require(taken.sum() == kTasks, "over only when no task is left");
    for (const int w : written) require(w == 1, "what the tasks did is seen");
  }
  void at_end() { require(told.load(relaxed) == 1, "exactly one thread is told"); }
};
const Registered<EachTask<2>> each("each-task", "over when each task has ended",
                                   {.departures = 3, .departures_long = 4});

}  // namespace
}  // namespace xomp::models
