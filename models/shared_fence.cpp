// One heavy fence for many threads: SHARED-FENCE-1; and the look before a sleep, that relies on it: SLEEP-1 (core/sleep/PROTOCOL.md).
#include "core/sleep/event_count.h"
#include "core/sleep/last_look.h"

#include "models/explore/model.h"

namespace xomp::models {
namespace {

// Thread 0 has the light side of a Dekker pair with each of the others, who pass the fence at the same time.
template <int kOthers>
struct Dekker {
  static constexpr int threads = 1 + kOthers;
  sleep::SharedFence fence;
  atomic<int> work{0};
  atomic<int> sleeps[kOthers] = {};
  bool seen_asleep[kOthers] = {}, seen_work[kOthers] = {};

  void run(int thread) {
    if (thread == 0) {
      work.store(1, release);
      platform::fence_light();
      for (int i = 0; i < kOthers; ++i) seen_asleep[i] = sleeps[i].load(relaxed) != 0;
      return;
    }
    const int i = thread - 1;
    sleeps[i].store(1, relaxed);
    require(fence.pass(), "there are heavy fences here");
    seen_work[i] = work.load(acquire) != 0;
  }
  void at_end() {
    for (int i = 0; i < kOthers; ++i) require(seen_asleep[i] || seen_work[i], "one of the two sees the other");
  }
};
const Registered<Dekker<1>> alone("alone", "one thread at a time", {.departures = 3, .departures_long = 4});
const Registered<Dekker<2>> two("two", "a fence that began before the second one's call does not count for it",
                                {.departures = 3, .departures_long = 4});
const Registered<Dekker<3>> three("three", "two wait for the fence of a third",
                                  {.departures = 2, .departures_long = 3});

// One thread puts tasks, each with plain stores, and wakes whom it sees asleep. The others sleep when they find none.
template <int kSleepers>
struct Sleeping {
  static constexpr int threads = 1 + kSleepers;
  static constexpr int kTasks = 2;
  atomic<int> put{0}, taken{0};  // put: only the maker's
  atomic<int> sleepers{0};
  sleep::EventCount event;

  bool take() {
    int n = taken.load(relaxed);
    return n < put.load(acquire) && taken.compare_exchange_strong(n, n + 1, acq_rel, relaxed);
  }
  void make() {
    for (int i = 1; i <= kTasks; ++i) {
      put.store(i, release);
      if (sleep::after_putting(sleepers) != 0) event.notify_all();
    }
  }
  void fall_asleep() {
    sleepers.fetch_add(1, relaxed);
    const std::uint32_t announced = event.announce();
    const sleep::LastLook look;
    require(look.is_sure(), "there are heavy fences here");
    const int seen = taken.load(acquire);
    if (seen < kTasks && put.load(acquire) == seen) event.sleep(announced, look.limit_ns(0));
    sleepers.fetch_sub(1, relaxed);
  }
  void run(int thread) {
    if (thread == 0) return make();
    while (taken.load(relaxed) < kTasks)
      if (!take() && taken.load(relaxed) < kTasks) fall_asleep();
    event.notify_all();  // the last task is taken
  }
};
const Registered<Sleeping<1>> sleeping("sleeping", "a task that is put beside a sleeper is taken",
                                       {.departures = 3, .departures_long = 4});
const Registered<Sleeping<2>> sleeping_two("sleeping-two", "as that, with two sleepers",
                                           {.departures = 2, .departures_long = 3});

}  // namespace
}  // namespace xomp::models
