// Thread-local termination counting: the threads of a team count the tasks they create and end in plain variables of
// their own, and add the sum to the team's one word when they fall idle. One load of it says that no task is left and
// all are idle. An alternative to summing what each thread has counted (team_is_quiescent): PROTOCOL.md compares the
// two. The data-flow engine uses it (core/graph).
//
// TERM-1: the word is 0 only when no task is left.
//   word = 2^48 * (threads that are not idle) + (tasks created - tasks ended, as far as added).
//   A thread counts a creation before the task can be taken, and an end after all that the task did and created. It is
//   not idle when it counts: it calls wake_up() (acq_rel on the word) after it has taken a task and before it runs it.
//   fall_idle() adds its balance and takes the thread out in one step (acq_rel).
//   So nothing that was counted stays behind unseen: as long as a balance is not in the word, its thread is.
//
// TERM-3: the other way (XOMP_TTG_TERMINATION=process). The word is tasks submitted - tasks ended, and no thread counts for itself.
//   A task is added before others can take it, and before the task that submits it ends. It is taken away after all that it did (release).
//   So the word is 0 only when no task is left. The thread that makes it 0 is told.
#pragma once

#include <cassert>
#include <cstdint>

#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::sched {

// One for a team. Written by threads that fall idle or wake up.
class Termination {
 public:
  // Notes that all of `threads` are at work. Must be called before any of them looks or counts.
  void open(std::int32_t threads) {
    word_.store(threads * kThread, relaxed);  // published with the start of the region
  }
  // Returns true when no task is left and all threads are idle, which stays so. A thread that gets true sees what all
  // tasks did. Any thread.
  bool is_over() const { return word_.load(acquire) == 0; }  // [TERM-1]
  // As is_over(). It is a read-modify-write, so that what is added from now on sees what the caller has done.
  bool meet() { return word_.fetch_add(0, acq_rel) == 0; }  // [TERM-1]
  // Counts tasks that a thread outside of all tasks creates. Must be called before they can be taken, by any thread.
  // The thread need not be at work, because the threads that end the tasks count them as any others. seq_cst, because
  // GRAPH-3 looks at another word afterwards.
  void add_external(std::int64_t tasks) { word_.fetch_add(tasks, seq_cst); }  // [TERM-1]
  // [TERM-3] By a task that is counted here: relaxed is enough, because its own end comes later in the word's order.
  void add_one() { word_.fetch_add(1, relaxed); }
  // Returns true if no task is left.
  [[nodiscard]] bool end_one() { return word_.fetch_sub(1, release) == 1; }  // [TERM-3]

 private:
  friend class TaskBalance;
  static constexpr std::int64_t kThread = std::int64_t{1} << 48;  // the rest: |created - ended| < 2^47
  // A sum of 0 means 0 in both parts: the lower one cannot reach a multiple of kThread, whatever its sign.
  alignas(platform::cache_line) atomic<std::int64_t> word_{0};
};

// One for a thread; used by that thread only. Starts at work.
class TaskBalance {
 public:
  bool is_idle() const { return idle_; }
  // For a thread that open() has not counted, so it must begin idle.
  void begin_idle() { idle_ = true; }
  // Must be called before the task is put where others may take it.
  void count_created() {
    assert(!idle_);
    ++balance_;
  }
  // Must be called after all that the task did.
  void count_ended() {
    assert(!idle_);
    --balance_;
  }
  // Counts what the thread has counted elsewhere, in place of so many calls of the two.
  void count(std::int64_t created_less_ended) {
    assert(!idle_ || created_less_ended == 0);
    balance_ += created_less_ended;
  }
  // Called when the thread has found nothing to do. Returns true if it was the last one and nothing is left; exactly
  // one thread of the team is told. A thread that means to sleep looks for tasks once more afterwards: those put in
  // between have not been announced.
  [[nodiscard]] bool fall_idle(Termination& team) {
    assert(!idle_);
    idle_ = true;
    const std::int64_t change = balance_ - Termination::kThread;
    balance_ = 0;
    return team.word_.fetch_add(change, acq_rel) + change == 0;  // [TERM-1]
  }
  // Called when the thread has taken a task, or is about to create one outside of all tasks. Does nothing while
  // the thread is at work.
  void wake_up(Termination& team) {
    if (!idle_) return;
    idle_ = false;
    team.word_.fetch_add(Termination::kThread, acq_rel);  // [TERM-1]
  }
  // In place of fall_idle() and wake_up(), for a thread that has taken a task of another group, because it counts in
  // one word at a time. Returns what fall_idle() of the former word would return.
  [[nodiscard]] bool change(Termination& from, Termination& to) {
    const bool is_last = !idle_ && fall_idle(from);
    wake_up(to);
    return is_last;
  }

 private:
  std::int64_t balance_ = 0;  // created - ended since it was last idle
  bool idle_ = false;
};

// The words of tasks that are waited for in groups. A task may make one for another group.
//
// TERM-2: all_over() is true only if there was a moment without tasks.
//   crossing, in a task: the other group's word + 1, then crossings + 1 (release), then the task ends in its own word.
//   all_over(): crossings (acquire), each word (acquire), crossings again.
//   If a group that was over has got a task from one that has ended since, the second look at crossings sees it,
//   because the end came before that word's 0, which the look at the word has acquired.
template <std::uint32_t kGroups>
class GroupTerminations {
 public:
  Termination& operator[](std::uint32_t group) { return words_[group]; }
  // From now on groups below `number` may have tasks. One thread at a time calls it.
  void know(std::uint32_t number) {
    if (number > known()) known_.store(number, seq_cst);  // GRAPH-3: before the word's additions
  }
  std::uint32_t known() const { return known_.load(acquire); }
  // Counts a task of a group to which the caller's task, if it is in one, does not belong.
  void add_external(std::uint32_t group, bool is_crossing) {
    words_[group].add_external(1);                      // [TERM-2]
    if (is_crossing) crossings_.fetch_add(1, release);  // [TERM-2]
  }
  bool all_over() const {
    for (;;) {
      const std::uint64_t crossings = crossings_.load(acquire);  // [TERM-2]
      for (std::uint32_t group = 0; group < known(); ++group)
        if (!words_[group].is_over()) return false;
      if (crossings_.load(relaxed) == crossings) return true;  // [TERM-2] after the words' acquires
    }
  }

 private:
  Termination words_[kGroups];
  atomic<std::uint32_t> known_{1};
  atomic<std::uint64_t> crossings_{0};
};

}  // namespace xomp::sched
