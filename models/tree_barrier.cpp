// The tree barrier, with a fan-out of two: TREE-1, TREE-2, TREE-3 (core/barrier/PROTOCOL.md), BARRIER-2 (core/team/PROTOCOL.md). The
// engine's own wait is explored by models/regions.cpp and others under XOMP_BARRIER=tree.
#include "core/barrier/tree_barrier.h"

#include "models/barrier_team.h"

namespace xomp::models {
namespace {

using barrier::TreeBarrier;

// kByTellers: threads other than thread 0 do not look at the word, so their tellers must let them go. Then there are no tasks.
template <int kThreads, bool kByTellers = false>
struct Team : BarrierTeam {
  TreeBarrier tree{kThreads, 2};

  // Returns false if the barrier was given up.
  bool pass(int thread, int size) {
    const auto number = static_cast<std::uint32_t>(thread);
    const TreeBarrier::Arrival mine = tree.arrive(number);
    const Seen arrival =
        Seen::after(static_cast<std::uint32_t>(mine.before)).with(mine.is_last ? static_cast<std::uint32_t>(size) : 0);
    const auto is_told = [&] { return tree.is_told(number, mine.before); };
    if (mine.is_last) complete_or_announce(arrival);
    if (kByTellers && number != 0 && !mine.is_last) wait_until(is_told);
    else if (!wait(arrival, size, is_told)) return false;
    tree.let_go(number, mine.before);
    return true;
  }
  void prepare(int size) {
    tree.prepare(static_cast<std::uint32_t>(size), word.look().completions(), nullptr, nullptr);
  }
};

const Registered<BarriersWithTasks<Team<2>, 2>> two("tree-2",
                                                    "complete when all have arrived and no task is left, and all pass",
                                                    {.departures = 3, .departures_long = 4});
const Registered<BarriersWithTasks<Team<3>, 3>> three("tree-3", "the same on two levels",
                                                      {.departures = 1, .departures_long = 3, .random = 5000});
const Registered<PlainBarriers<Team<3, true>, 3, 3>> plain("tree-plain",
                                                           "no thread passes before all have arrived, and each is told",
                                                           {.departures = 2, .departures_long = 3});
const Registered<PlainBarriers<Team<5, true>, 5, 2>> plain_five(
    "tree-three-levels", "the same on three levels", {.departures = 1, .departures_long = 2, .random = 5000});

// Regions of three, two and three threads, whose primary is thread 0. Nobody waits until a teller has told: it may do so in a later region,
// when the tree is another one. kCanceller: all regions are of three threads, and in the first one that thread gives the last barrier up.
template <int kCanceller>
struct Regions : Team<3> {
  static constexpr int threads = 3;
  atomic<int> opened{0}, left{0};
  int reached[3] = {};

  static int size_of(int region) { return region == 2 && kCanceller == 0 ? 2 : 3; }
  static bool counts_leavers(int region) { return kCanceller != 0 && region == 1; }
  // The primary does this between two regions. The last barrier of a region that is not cancelled has told it that all have arrived.
  void begin_region(int region) {
    if (kCanceller != 0 && region == 2) {
      wait_until([&] { return left.load(acquire) == 3; });
      word.reset();
      tree.forget();
      cancelled.store(false, relaxed);
    }
    prepare(size_of(region));
    opened.store(region, release);
  }
  void run(int thread) { run_regions(*this, thread, kCanceller); }
};
const Registered<Regions<0>> sizes("tree-sizes",
                                   "a region of another size counts from 0, and no late word lets a thread go",
                                   {.departures = 2, .departures_long = 3});
const Registered<Regions<2>> cancelled("tree-given-up",
                                       "a barrier that was given up leaves nothing behind; nobody passes it",
                                       {.departures = 1, .departures_long = 2, .random = 10000});
const Registered<Regions<1>> cancelled_below("tree-given-up-below",
                                             "the same with a group of threads that is left half full",
                                             {.departures = 1, .departures_long = 2, .random = 3000});

}  // namespace
}  // namespace xomp::models
