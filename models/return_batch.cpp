// Ends of tasks that are handed back together: BATCH-1, BATCH-2 (core/task/PROTOCOL.md).
#include "core/task/return_batch.h"

#include "core/sleep/event_word.h"
#include "models/explore/model.h"

namespace xomp::models {
namespace {

// The owner waits for two tasks that one executor ends and holds back; it sleeps, or comes for them.
template <int kTasks>
struct Batch {
  static constexpr int threads = 2;
  task::ReturnBatch batch;
  task::Task tasks[kTasks];
  int results[kTasks] = {};
  atomic<int> waits{0};               // the owner's mark
  atomic<task::Task*> list{nullptr};  // the owner's list
  sleep::EventWord event;
  Ledger returned;

  Batch() {
    for (task::Task& t : tasks) t.owner = 0;
  }
  void hand_back() {
    batch.hand_back_all([this](std::int32_t, task::Task* newest, task::Task* oldest, std::uint32_t) {
      task::Task* head = list.load(relaxed);
      do oldest->next = head;
      while (!list.compare_exchange_weak(head, newest, release, relaxed));
      if (waits.load(relaxed) != 0) event.signal();
    });
  }
  void run(int thread) {
    if (thread == 1) {
      for (int i = 0; i < kTasks; ++i) {
        results[i] = i + 1;
        if (batch.add(&tasks[i], [this](std::int32_t) { return waits.load(relaxed) != 0; })) hand_back();
      }
      return;  // not idle: it does not hand back by itself
    }
    for (int got = 0; got < kTasks;) {
      const std::uint32_t announced = event.announce();
      waits.store(1, relaxed);
      platform::fence_heavy();
      hand_back();
      int now = 0;
      for (task::Task* t = list.exchange(nullptr, acquire); t != nullptr; t = t->next, ++now) {
        const int i = static_cast<int>(t - tasks);
        returned.enter_once(i, "a task is handed back once");
        require(results[i] == i + 1, "what it did is seen");
      }
      got += now;
      if (now == 0 && got < kTasks) event.sleep(announced);
      waits.store(0, relaxed);
    }
  }
};
const Registered<Batch<1>> one("one", "nobody sleeps for an end that is held back",
                               {.departures = 4, .departures_long = 5});
const Registered<Batch<3>> three("three", "each end once, and nobody sleeps for one that is held back",
                                 {.departures = 2, .departures_long = 3});

}  // namespace
}  // namespace xomp::models
