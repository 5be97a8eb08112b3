// What the models of the barriers have in common: a team with a word, two tasks and a place to sleep, the wait of core/team/barrier_wait.h
// without backoff, and what its threads do.
#pragma once

#include "core/barrier/barrier_word.h"
#include "core/sleep/event_count.h"
#include "models/explore/model.h"
#include "platform/memory.h"

namespace xomp::platform {
[[gnu::weak]] void* allocate_forever(std::size_t bytes, std::size_t) { return models::allocate(bytes); }
}  // namespace xomp::platform

namespace xomp::models {

using Seen = barrier::BarrierWord::Seen;

struct BarrierTeam {
  barrier::BarrierWord word;
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
  void complete(Seen seen) {
    if (word.try_complete(seen)) event.notify_all();
  }
  // The last thread that has arrived is the one that knows.
  void complete_or_announce(Seen all) {
    if (tasking.load(relaxed)) word.announce_all(all);
    else complete(all.with(0));
  }
  bool can_complete(Seen now, Seen arrival, int size) const {
    return now.completions() == arrival.completions() && static_cast<int>(now.arrived()) == size &&
           (!tasking.load(relaxed) || unfinished.load(acquire) == 0);
  }
  // Returns false if the barrier was given up. is_told(): another thread has said that it is complete.
  template <class IsTold>
  bool wait(Seen arrival, int size, IsTold&& is_told) {
    for (;;) {
      const bool given_up = cancelled.load(acquire);
      if (is_told()) return true;
      const Seen now = word.look();
      if (now.completions() != arrival.completions()) return true;
      if (given_up) return false;
      if (run_one()) continue;
      if (can_complete(now, arrival, size)) {
        complete(now);
        return true;
      }
      const std::uint32_t announced = event.announce();
      const Seen again = word.look();
      if (has_task() || again.completions() != arrival.completions() || cancelled.load(acquire) ||
          can_complete(again, arrival, size))
        continue;
      event.sleep(announced);
    }
  }
};

// Two barriers in a row; in the first, thread 0 leaves a task that creates another one.
template <class Team, int kThreads>
struct BarriersWithTasks : Team {
  static constexpr int threads = kThreads;
  int before[kThreads] = {};

  BarriersWithTasks() { this->prepare(kThreads); }
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

// Barriers without tasks, where the last thread writes the word once.
template <class Team, int kThreads, int kBarriers>
struct PlainBarriers : Team {
  static constexpr int threads = kThreads;
  int reached[2][kThreads] = {};

  PlainBarriers() { this->prepare(kThreads); }
  void run(int thread) {
    for (int b = 1; b <= kBarriers; ++b) {
      reached[b % 2][thread] = b;
      this->pass(thread, kThreads);
      for (const int r : reached[b % 2]) require(r == b, "what all did before is seen");
    }
  }
};

// What a thread does in region 1, 2, 3 of `size` threads: two barriers. A canceller (0: none) gives the second one of region 1 up.
template <class Team>
void run_region(Team& team, int (&reached)[3], int thread, int region, int size, int canceller) {
  reached[thread] = 2 * region;
  require(team.pass(thread, size), "nobody has given this one up");
  for (int i = 0; i < size; ++i) require(reached[i] == 2 * region, "what all did before is seen");
  if (canceller == 0 || region != 1) return require(team.pass(thread, size), "nor this one");
  if (thread != canceller)
    return require(!team.pass(thread, size), "nobody passes a barrier that a thread has given up");
  team.cancelled.store(true, release);
  team.event.notify_all();
}

// Three regions, whose primary is thread 0. Where the model says so, threads count that they have left one, which orders more than a
// barrier does.
template <class Regions>
void run_regions(Regions& regions, int thread, int canceller) {
  for (int region = 1; region <= 3; ++region) {
    if (thread == 0) regions.begin_region(region);
    else wait_until([&] { return regions.opened.load(acquire) >= region; });
    if (thread >= regions.size_of(region)) continue;
    run_region(regions, regions.reached, thread, region, regions.size_of(region), canceller);
    if (regions.counts_leavers(region)) regions.left.fetch_add(1, acq_rel);
  }
}

}  // namespace xomp::models
