// The barrier of a large team, which counts arrivals in groups (of two here): ARRIVE-1, ARRIVE-2
// (core/barrier/PROTOCOL.md), BARRIER-2 (core/team/PROTOCOL.md). The engine's own wait is explored by models/regions.cpp and others.
#include "core/barrier/arrival.h"

#include "models/barrier_team.h"

namespace xomp::models {
namespace {

// kAllInGroups: teams of two count in groups, too.
template <bool kAllInGroups>
struct Team : BarrierTeam {
  barrier::GroupedArrivals arrivals;

  // Returns false if the barrier was given up.
  bool pass(int thread, int size) {
    const auto all = static_cast<std::uint32_t>(size);
    const bool in_groups = kAllInGroups || size > barrier::kFewThreads;
    const Seen arrival = in_groups ? arrivals.arrive(static_cast<std::uint32_t>(thread), all) : word.arrive();
    if (in_groups && arrival.arrived() == all) complete_or_announce(arrival);
    return wait(arrival, size, [] { return false; });
  }
  void prepare(int size) {
    if (kAllInGroups || size > barrier::kFewThreads)
      arrivals.prepare(static_cast<std::uint32_t>(size), word.look().completions());
  }
};

const Registered<BarriersWithTasks<Team<true>, 2>> two(
    "arrivals-2", "complete when all have arrived and no task is left, and all pass",
    {.departures = 3, .departures_long = 4});
const Registered<BarriersWithTasks<Team<true>, 3>> three("arrivals-3", "the same on two levels",
                                                         {.departures = 2, .departures_long = 3, .random = 5000});
const Registered<PlainBarriers<Team<true>, 3, 3>> plain("arrivals-plain",
                                                        "no thread passes before all have arrived, and all pass",
                                                        {.departures = 2, .departures_long = 3});
const Registered<PlainBarriers<Team<true>, 5, 2>> plain_five("arrivals-three-levels", "the same on three levels",
                                                             {.departures = 1, .departures_long = 2, .random = 5000});

// Regions of three, two and three threads, whose primary is thread 0; two count in the word. kCancels: all of three,
// and in the first one a thread gives the last barrier up, so that groups are left half full.
template <bool kCancels>
struct Regions : Team<false> {
  static constexpr int threads = 3;
  atomic<int> opened{0}, left{0};
  int reached[3] = {};

  static int size_of(int region) { return region == 2 && !kCancels ? 2 : 3; }
  static bool counts_leavers(int) { return true; }
  void begin_region(int region) {
    if (region > 1) {
      wait_until([&] { return left.load(acquire) == size_of(region - 1); });
      left.store(0, relaxed);
      if (cancelled.load(relaxed)) {
        word.reset();
        arrivals.forget();
        cancelled.store(false, relaxed);
      }
    }
    prepare(size_of(region));
    opened.store(region, release);
  }
  void run(int thread) { run_regions(*this, thread, kCancels ? 1 : 0); }
};
const Registered<Regions<false>> sizes("arrivals-sizes", "a region of another size counts from 0",
                                       {.departures = 2, .departures_long = 3});
const Registered<Regions<true>> cancelled("arrivals-given-up",
                                          "a barrier that was given up leaves nothing behind; nobody passes it",
                                          {.departures = 1, .departures_long = 2, .random = 10000});

}  // namespace
}  // namespace xomp::models
