// A team's queue for tasks that have no place in a thread's queue: prioritised tasks, tasks taken by a thread that may
// not run them, tasks made ready by a thread outside the team, and tasks for which a queue has no room.
//
// It has parts, each under a lock of its own, and a task is in the part of the worker that created it. So two threads
// that create tasks do not meet. And a thread that waits inside a task, and may run only what descends from it, finds
// its children in its own part (its home), where the deepest tasks are at hand.
//
// A thread that may run everything takes the highest priority in any part, oldest first; of tasks without a priority
// the least deep one. A thread that is inside a task takes the highest priority that it may run, of the others the
// deepest one.
//
// SHARED-1: what all threads read (state_, highest_, deepest_) is in words of their own, which change only when a part
//   becomes empty or not, full or not, or when its highest priority or its deepest task changes. They are written under
//   the part's lock, so its bit of state_ says exactly whether it is empty: a thread that has put a task and passes a
//   full fence, or that has the lock, sees so. All else is a hint.
// PRIORITY-1: how many tasks with a priority wait is bounded. A thread whose part is full runs one task for each that it
//   makes: the new one (OpenMP lets any task run at once), or one that waits with a higher priority and that it may run.
//   A task that the end of another makes ready finds room all the same; THROTTLE-1 bounds these.
#pragma once

#include <algorithm>
#include <climits>
#include <cstdint>
#include <optional>

#include "core/sched/task_levels.h"
#include "core/task/task.h"
#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::sched {

class alignas(platform::cache_line) SharedQueue {
 public:
  using Task = task::Task;

  // A part with so many prioritised tasks is full, until half of them are gone. Its thread then must run one task for
  // each that it makes. A task that becomes ready by another's end finds room all the same.
  static constexpr std::int32_t kMostPrioritised = 512;

  void put(Task* task, std::int32_t priority);  // any thread

  // What a thread that may not run everything looks for.
  struct Wanted {
    int home;             // the id of its worker
    std::uint32_t depth;  // the least depth of a task that it may run
    int looks;            // at most so many in each part, at prioritised tasks and at others
    bool in_passing;      // it waits for no lock, and of the parts without a higher priority it looks at its home alone
    // What puts() was at an earlier look that saw all tasks and got none. Only later tasks need a look.
    std::optional<std::uint32_t> seen = std::nullopt;
  };
  struct Look {
    Task* task;
    bool looked;  // false: a lock was held, so a part was left out
    bool at_all;  // no task was left out that the thread might have run
  };

  // Takes the first task, or returns nullptr. In passing it does not wait for a lock. Any thread; `home` as above.
  Task* take_first(int home, bool in_passing);
  // Takes the first task that `allowed(task)` accepts. Any thread.
  template <class Allowed>
  Look take(const Wanted& wanted, Allowed&& allowed) {
    Look found{nullptr, true, true};
    const int best = best_part(wanted.home);
    if (best >= 0) look_into(parts_[best], wanted, allowed, found);
    const int home = part_of(wanted.home);
    const int parts = wanted.in_passing ? 1 : kParts;
    for (int i = 0; i < parts && found.task == nullptr; ++i) {
      const int p = (home + i) % kParts;
      if (p != best && has(p)) look_into(parts_[p], wanted, allowed, found);
    }
    return found;
  }
  // Takes the first task that `allowed(task)` accepts in the part with the highest priority, among the tasks with a
  // priority.
  template <class Allowed>
  Task* take_prioritised(const Wanted& wanted, Allowed&& allowed) {
    const int best = best_part(wanted.home);
    if (best < 0) return nullptr;
    Part& part = parts_[best];
    const Guard guard(part, !wanted.in_passing);
    bool at_all = true;
    Task* const t = guard ? find_prioritised(part, wanted, INT_MAX, allowed, at_all) : nullptr;
    if (t != nullptr) take_out(part, t, true);
    return t;
  }
  // Says whether a look in passing has a purpose for a thread that wants this. A hint.
  bool has_for(const Wanted& wanted) const {
    const std::uint64_t state = state_.load(relaxed);  // hints, here and below
    return (state & kAllPrioritised) != 0 || deepest_[part_of(wanted.home)].load(relaxed) > wanted.depth;
  }

  // A hint, which is exact for the thread that put last. Any thread.
  bool looks_empty() const { return (state_.load(acquire) & (kAllPrioritised | kAllPlain)) == 0; }
  // Says whether the part of this worker's tasks is full (PRIORITY-1). A hint. Any thread.
  bool is_full(int worker) const { return (state_.load(relaxed) & bit(kFull, part_of(worker))) != 0; }
  // Returns the highest priority that waits, or 0. A hint. Any thread.
  std::int32_t highest_priority() const;
  // Returns how many tasks have been put so far, modulo 2^32; a hint. Any thread.
  std::uint32_t puts() const {
    std::uint32_t puts = 0;
    for (const Part& part : parts_) puts += part.puts.load(relaxed);  // hint
    return puts;
  }
  // As puts(), for those parts only at which a thread looks in passing.
  std::uint32_t puts_at_hand(int home) const {
    const int best = best_part(home);
    const std::uint32_t others = best >= 0 && best != part_of(home) ? parts_[best].puts.load(relaxed) : 0;  // hint
    return others + parts_[part_of(home)].puts.load(relaxed);                                               // hint
  }

  // In fork()'s child: takes everything out. Another thread may have held a lock and been in the middle of a change, so
  // only the links from first to last are sure.
  template <class Visit>
  void drain_after_fork(Visit&& visit) {
    for (Part& part : parts_) {
      part.prioritised.drain(visit);
      part.plain.drain(visit);
      part.prioritised_count = 0;
      part.busy.store(false, relaxed);
      note_prioritised(part);
      note_plain(part);
      set_state(kFull, number(part), false);
    }
  }

 private:
  static constexpr int kParts = 16;
  // Bits of state_, shifted by the number of the part.
  enum Kind : int { kPrioritised = 0, kPlain = kParts, kFull = 2 * kParts };
  static constexpr std::uint64_t kAllPrioritised = (std::uint64_t{1} << kParts) - 1;
  static constexpr std::uint64_t kAllPlain = kAllPrioritised << kPlain;
  static std::uint64_t bit(Kind kind, int part) { return std::uint64_t{1} << (kind + part); }
  static int part_of(int worker) { return worker % kParts; }

  struct alignas(platform::cache_line) Part {
    atomic<bool> busy{false};
    // All else is written under busy.
    atomic<std::uint32_t> puts{0};
    std::int32_t prioritised_count = 0;
    TaskLevels<ByPriority> prioritised;
    TaskLevels<ByDepth> plain;
  };

  class Guard {
   public:
    explicit Guard(Part& part, bool waits = true) : part_(part), held_(waits ? lock(part) : try_lock(part)) {}
    ~Guard() {
      if (held_) part_.busy.store(false, release);
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    explicit operator bool() const { return held_; }

   private:
    Part& part_;
    const bool held_;
  };
  static bool lock(Part& part);
  static bool try_lock(Part& part) { return !part.busy.load(relaxed) && !part.busy.exchange(true, acquire); }  // hint

  bool has(int part) const {
    return (state_.load(relaxed) & (bit(kPrioritised, part) | bit(kPlain, part))) != 0;  // hint
  }
  // Returns the part with the highest priority. The home comes before others. -1: there are no prioritised tasks. A
  // hint.
  int best_part(int home) const;
  // Takes a task out, and writes what has changed by that.
  void take_out(Part& part, Task* t, bool prioritised);
  void note_prioritised(Part& part);
  void note_plain(Part& part);
  void set_state(Kind kind, int part, bool on);
  int number(const Part& part) const { return static_cast<int>(&part - parts_); }

  template <class Allowed>
  void look_into(Part& part, const Wanted& wanted, Allowed& allowed, Look& found) {
    const Guard guard(part, !wanted.in_passing);
    if (!guard) {
      found.looked = found.at_all = false;
      return;
    }
    const int unseen = unseen_by(wanted);
    if (Task* t = find_prioritised(part, wanted, unseen, allowed, found.at_all)) {
      take_out(part, t, true);
      found.task = t;
    } else if (Task* u = find_plain(part, wanted, unseen, allowed, found.at_all)) {
      take_out(part, u, false);
      found.task = u;
    }
  }
  // Returns how many tasks at most of the part came after the earlier look. The caller holds the part's lock, so its
  // own puts are exact. None of the others' is less than what was read then.
  int unseen_by(const Wanted& wanted) const {
    return wanted.seen ? static_cast<int>(std::min<std::uint32_t>(puts() - *wanted.seen, INT_MAX)) : INT_MAX;
  }

  // In each level it looks at the first task, then from the newest on, because a thread that may not run all of them
  // may mostly run its children. `unseen`: so many are new.
  template <class Allowed>
  static Task* find_prioritised(const Part& part, const Wanted& wanted, int unseen, Allowed& allowed, bool& at_all) {
    const auto& tasks = part.prioritised;
    int looks = wanted.looks;
    for (int level = tasks.highest(); level >= 0; level = tasks.below(level)) {
      Task* const first = tasks.first(level);
      const int behind = tasks.reach_of_newest(level, unseen);
      int here = 0;
      for (Task* t = first; here++ <= behind;) {
        if (looks-- <= 0) {
          at_all = false;
          return nullptr;
        }
        if (allowed(t)) return t;
        t = t == first ? tasks.last(level) : t->queued_before;
        if (t == first) break;
      }
    }
    return nullptr;
  }

  template <class Allowed>
  static Task* find_plain(const Part& part, const Wanted& wanted, int unseen, Allowed& allowed, bool& at_all) {
    const auto& tasks = part.plain;
    const int lowest = tasks.level_of(wanted.depth);
    int looks = wanted.looks;
    for (int level = tasks.highest(); level >= lowest; level = tasks.below(level)) {
      int here = tasks.reach_of_newest(level, unseen);
      for (Task* t = tasks.last(level); t != nullptr && here-- > 0; t = t->queued_before) {
        if (looks-- <= 0) {
          at_all = false;
          return nullptr;
        }
        if (allowed(t)) return t;
      }
    }
    return nullptr;
  }

  // [SHARED-1] Read by all threads at each look.
  atomic<std::uint64_t> state_{0};
  alignas(platform::cache_line) atomic<std::int32_t> highest_[kParts] = {};  // priorities; 0 = none
  // For the tasks without a priority: 0 = there is none, otherwise the depth of one that is among the deepest, plus 1.
  alignas(platform::cache_line) atomic<std::uint32_t> deepest_[kParts] = {};
  Part parts_[kParts];
};

}  // namespace xomp::sched
