// Words to sleep on: EVENT-1 (core/sleep/PROTOCOL.md).
#include "core/sleep/event_count.h"

#include "models/explore/model.h"

namespace xomp::models {
namespace {

// Conditions of their own, one word to sleep on.
template <int kSignallers, int kSleepers>
struct Conditions {
  static constexpr int threads = kSignallers + kSleepers;
  sleep::EventCount event;
  atomic<int> condition[kSignallers] = {};
  int written[kSignallers] = {};
  sleep::WaitHistory histories[kSleepers];

  void run(int thread) {
    if (thread < kSignallers) {
      written[thread] = 7;
      condition[thread].store(1, release);
      return event.notify_all();
    }
    const int mine = (thread - kSignallers) % kSignallers;
    event.wait_until(histories[thread - kSignallers], [&] { return condition[mine].load(acquire) != 0; });
    require(written[mine] == 7, "what came before the signal is seen");
  }
};
const Registered<Conditions<1, 1>> one("signal", "a sleeper is woken", {.departures = 5, .departures_long = 6});
const Registered<Conditions<1, 2>> two_sleepers("two-sleepers", "both are woken",
                                                {.departures = 3, .departures_long = 4});
const Registered<Conditions<2, 2>> two_conditions("two-conditions", "the bit of another: both are woken",
                                                  {.departures = 2, .departures_long = 3});

// A nudge wakes one thread, which passes on what it does not want.
struct Nudge {
  static constexpr int threads = 3;
  sleep::EventCount event;
  atomic<int> items{0}, taken{0};

  void run(int thread) {
    if (thread == 0) {
      items.fetch_add(1, release);
      event.notify_one();
      items.fetch_add(1, release);
      event.notify_one();
      return;
    }
    for (;;) {
      int n = items.load(acquire);
      while (n > 0 && !items.compare_exchange_weak(n, n - 1, acq_rel, acquire)) {
      }
      if (n > 0) break;
      const std::uint32_t announced = event.announce();
      if (items.load(acquire) == 0) event.sleep(announced);
    }
    taken.fetch_add(1, relaxed);
  }
  void at_end() { require(taken.load(relaxed) == 2, "two nudges for two sleepers"); }
};
const Registered<Nudge> nudge("nudge", "each nudge gets one sleeper on its way",
                              {.departures = 3, .departures_long = 4});

// Each thread sleeps as itself, so that a maker wakes only the thread for which it has made something.
struct Holders {
  static constexpr int threads = 3;
  sleep::EventCount event;
  atomic<int> items[2] = {};

  void run(int thread) {
    if (thread == 0) {
      for (int holder = 1; holder >= 0; --holder) {
        items[holder].store(1, release);
        event.notify_all_of(1u << holder);
      }
      return;
    }
    const int me = thread - 1;
    while (items[me].load(acquire) == 0) {
      const std::uint32_t announced = event.announce();
      if (items[me].load(acquire) == 0) event.sleep(announced, 0, 1u << me);
    }
  }
};
const Registered<Holders> holders("holders", "each is woken for what is its own",
                                  {.departures = 3, .departures_long = 4});

}  // namespace
}  // namespace xomp::models
