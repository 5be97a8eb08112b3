// The barrier of a large team, which counts arrivals in groups (of two here): ARRIVE-1, ARRIVE-2
// (core/barrier/PROTOCOL.md), BARRIER-2 (core/team/PROTOCOL.md). The wait is the one of core/team/barrier.cpp without
// backoff; the engine's own is explored by models/regions.cpp and others.
#include "core/barrier/arrival.h"

#include "core/sleep/event_count.h"
#include "models/explore/model.h"
#include "platform/memory.h"

namespace xomp::platform {
void* allocate_forever(std::size_t bytes, std::size_t) { return models::allocate(bytes); }
}  // namespace xomp::platform

namespace xomp::models {
namespace {

using barrier::BarrierWord;

// What a team shares for its barriers, and how its threads wait. kAllInGroups: teams of two count in groups, too.
template <int kThreads, bool kAllInGroups = true>
struct Team {
  BarrierWord word;
  barrier::GroupedArrivals arrivals;
  sleep::EventCount event;
  atomic<int> bag[2] = {}, unfinished{0};
  atomic<bool> tasking{false}, cancelled{false};
  Ledger tasks;

  void create(int task) {
    tasking.store(true, relaxed);
    unfinished.fetch_add(1, relaxed);
    bag[task].store(1, release);
    event.notify_all();
  }
  bool has_task() const { return bag[0].load(acquire) == 1 || bag[1].load(acquire) == 1; }
  // The first task creates the second one.
  bool run_one() {
    for (int task = 0; task < 2; ++task) {
      int there = 1;
      if (bag[task].load(relaxed) != 1 || !bag[task].compare_exchange_strong(there, 0, acquire, relaxed)) continue;
      tasks.enter_once(task, "a task runs once");
      if (task == 0) create(1);
      unfinished.fetch_sub(1, acq_rel);
      return true;
    }
    return false;
  }
  void complete(BarrierWord::Seen seen) {
    if (word.try_complete(seen)) event.notify_all();
  }
  bool can_complete(BarrierWord::Seen now, BarrierWord::Seen arrival, int size) const {
    return now.completions() == arrival.completions() && static_cast<int>(now.arrived()) == size &&
           (!tasking.load(relaxed) || unfinished.load(acquire) == 0);
  }
  // Returns false if the barrier was given up.
  bool pass(int thread, int size) {
    const auto all = static_cast<std::uint32_t>(size);
    const bool in_groups = kAllInGroups || size > barrier::kFewThreads;
    const BarrierWord::Seen arrival =
        in_groups ? arrivals.arrive(static_cast<std::uint32_t>(thread), all) : word.arrive();
    if (in_groups && arrival.arrived() == all) {
      if (!tasking.load(relaxed)) {
        complete(arrival.with(0));
        return true;
      }
      word.announce_all(arrival);
    }
    for (;;) {
      const bool given_up = cancelled.load(acquire);
      const BarrierWord::Seen now = word.look();
      if (now.completions() != arrival.completions()) return true;
      if (given_up) return false;
      if (run_one()) continue;
      if (can_complete(now, arrival, size)) {
        complete(now);
        return true;
      }
      const std::uint32_t announced = event.announce();
      const BarrierWord::Seen again = word.look();
      if (has_task() || again.completions() != arrival.completions() || cancelled.load(acquire) ||
          can_complete(again, arrival, size))
        continue;
      event.sleep(announced);
    }
  }
  void prepare(int size) {
    if (kAllInGroups || size > barrier::kFewThreads)
      arrivals.prepare(static_cast<std::uint32_t>(size), word.look().completions());
  }
};

// Two barriers in a row; in the first, thread 0 leaves a task that creates another one.
template <int kThreads>
struct Tasks : Team<kThreads> {
  static constexpr int threads = kThreads;
  int before[kThreads] = {};

  Tasks() { this->prepare(kThreads); }
  void run(int thread) {
    if (thread == 0) this->create(0);
    before[thread] = 1;
    this->pass(thread, kThreads);
    require(this->tasks.sum() == 2, "complete when no task is left");
    for (const int b : before) require(b == 1, "what all did before is seen");
    this->pass(thread, kThreads);
    before[thread] = 2;
  }
};
const Registered<Tasks<2>> two("arrivals-2", "complete when all have arrived and no task is left, and all pass",
                               {.departures = 3, .departures_long = 4});
const Registered<Tasks<3>> three("arrivals-3", "the same on two levels",
                                 {.departures = 2, .departures_long = 3, .random = 5000});

// Barriers without tasks, where the last thread writes the word once.
template <int kThreads, int kBarriers>
struct Plain : Team<kThreads> {
  static constexpr int threads = kThreads;
  int reached[2][kThreads] = {};

  Plain() { this->prepare(kThreads); }
  void run(int thread) {
    for (int b = 1; b <= kBarriers; ++b) {
      reached[b % 2][thread] = b;
      this->pass(thread, kThreads);
      for (const int r : reached[b % 2]) require(r == b, "what all did before is seen");
    }
  }
};
const Registered<Plain<3, 3>> plain("arrivals-plain", "no thread passes before all have arrived, and all pass",
                                    {.departures = 2, .departures_long = 3});
const Registered<Plain<5, 2>> plain_five("arrivals-three-levels", "the same on three levels",
                                         {.departures = 1, .departures_long = 2, .random = 5000});

// Regions of three, two and three threads, whose primary is thread 0; two count in the word. kCancels: all of three,
// and in the first one a thread gives the last barrier up, so that groups are left half full.
template <bool kCancels>
struct Regions : Team<3, false> {
  static constexpr int threads = 3;
  static constexpr int kRegions = 3;
  atomic<int> opened{0}, left{0};
  int reached[3] = {};

  static int size_of(int region) { return region == 2 && !kCancels ? 2 : 3; }
  void run_region(int thread, int region) {
    const int size = size_of(region);
    reached[thread] = 2 * region;
    require(pass(thread, size), "nobody has given this one up");
    for (int i = 0; i < size; ++i) require(reached[i] == 2 * region, "what all did before is seen");
    if (kCancels && region == 1) {
      if (thread == 1) {
        cancelled.store(true, release);
        event.notify_all();
      } else {
        require(!pass(thread, size), "nobody passes a barrier that a thread has given up");
      }
      return;
    }
    require(pass(thread, size), "nor this one");
  }
  void run(int thread) {
    for (int region = 1; region <= kRegions; ++region) {
      if (thread == 0) {
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
      } else {
        wait_until([&] { return opened.load(acquire) >= region; });
      }
      if (thread >= size_of(region)) continue;
      run_region(thread, region);
      left.fetch_add(1, acq_rel);
    }
  }
};
const Registered<Regions<false>> sizes("arrivals-sizes", "a region of another size counts from 0",
                                       {.departures = 2, .departures_long = 3});
const Registered<Regions<true>> cancelled("arrivals-given-up",
                                          "a barrier that was given up leaves nothing behind; nobody passes it",
                                          {.departures = 1, .departures_long = 2, .random = 10000});

}  // namespace
}  // namespace xomp::models
