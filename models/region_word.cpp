// How a region starts on threads that a team keeps, and how an idle team gives them back: REGION-1, CLOSE-1
// (core/team/PROTOCOL.md). The threads that are awake are counted, too.
#include "core/team/region_word.h"

#include "core/barrier/barrier_word.h"
#include "models/explore/model.h"

namespace xomp::models {
namespace {

// Regions of different sizes; the last has size 1 and number kRegions, after which the threads leave.
template <int kWorkers, int kRegions, bool kCloses>
struct Regions {
  static constexpr int threads = 1 + kWorkers;
  team::RegionWord word;
  barrier::BarrierWord barrier;
  int description = 0;
  Ledger parts;
  sleep::WaitHistory histories[threads];

  // Which workers take part: all, or all but the last.
  static int size_of(int region) { return region % 2 == 1 || kWorkers == 1 ? threads : threads - 1; }
  void pass(int size) {
    barrier::BarrierWord::Seen seen = barrier.arrive();
    const std::uint32_t before = seen.completions();
    wait_until([&] {
      if (seen.arrived() == static_cast<std::uint32_t>(size) && barrier.try_complete(seen)) return true;
      seen = barrier.look();
      return seen.completions() != before;
    });
  }
  void run(int thread) {
    if (thread == 0) return lead();
    std::uint32_t last = 0;
    for (;;) {
      const team::RegionWord::Seen seen = word.wait_after(last, histories[thread], kCloses ? 1000 : 0);
      if (seen.number() == last) return require(seen.closed(), "only a closed word lets a thread go");
      last = seen.number();
      if (seen.size() == 0) return;
      if (thread >= seen.size()) continue;
      require(description == static_cast<int>(last), "the description is this region's");
      parts.enter(static_cast<int>(last));
      pass(seen.size());
    }
  }
  void lead() {
    for (int region = 1; region <= kRegions; ++region) {
      description = region;
      if (!word.start(size_of(region))) {
        require(kCloses, "nobody closes");
        return;  // all leave; the primary would attach others
      }
      parts.enter(region);
      pass(size_of(region));
    }
    word.open();
  }
  void at_end() {
    for (int region = 1; region <= kRegions; ++region)
      require(parts.count(region) == size_of(region) || (kCloses && parts.count(region) == 0),
              "all take part, or nobody");
  }
};
const Registered<Regions<1, 2, false>> one("one-worker",
                                           "every thread of the region takes part, and sees its description",
                                           {.departures = 3, .departures_long = 4});
const Registered<Regions<2, 2, false>> two("two-workers", "also one that a region leaves out",
                                           {.departures = 1, .departures_long = 3});
const Registered<Regions<1, 2, true>> closes(
    "close", "a thread whose time is over closes the word: nobody is in a region that starts later",
    {.departures = 3, .departures_long = 4});
const Registered<Regions<2, 2, true>> closes_two("close-two-workers", "the same with two",
                                                 {.departures = 1, .departures_long = 3});

}  // namespace
}  // namespace xomp::models
