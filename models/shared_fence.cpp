// One heavy fence for many threads: SHARED-FENCE-1 (core/sleep/PROTOCOL.md).
#include "core/sleep/shared_fence.h"

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

}  // namespace
}  // namespace xomp::models
