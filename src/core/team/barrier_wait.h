// What every wait at a team's barrier has, whichever way the arrivals are counted and the release comes: when the barrier is complete, when
// it is given up, how the thread sleeps. barrier.cpp and tree_barrier.cpp have the waits themselves. The waiting thread calls all of this.
#pragma once

#include "core/sched/finish.h"
#include "core/sched/hand_over.h"
#include "core/sched/waiting.h"
#include "core/team/team.h"
#include "platform/fence.h"
#include "platform/probe.h"

namespace xomp::team {

// Lets all threads go, because all have arrived and no task is left.
inline void complete_barrier(Team& team, barrier::BarrierWord::Seen now) {
  if (!team.barrier.try_complete(now)) return;
  std::uint32_t request = team.cancelled_construct.load(relaxed);
  if (request >> 8 == now.completions() && request != 0) [[unlikely]]  // [CANCEL-2]
    team.cancelled_construct.compare_exchange_strong(request, 0, relaxed, relaxed);
  sched::wake_idle(team);
}

// The waiter knows what a thread that has arrived waits for. `leaving` is the thread itself at the end of a region, otherwise nullptr.
class BarrierWait : public sched::Waiter {
 public:
  // [BARRIER-3] How many tasks this thread had ended, and threads outside of the team had ended, when it last looked at the counts. It
  // need not look for ends before its arrival, because the last thread to arrive sees those.
  struct Ends {
    std::uint64_t own, others;
    static Ends until_now(const Worker& me, const Team& team) {
      return {me.thread->finished.load(relaxed), team.finished_elsewhere.load(relaxed)};
    }
  };

  BarrierWait(const Worker& me, Team& team, const Thread* leaving, Ends ends)
      : Waiter(sched::Allowed::any, leaving != nullptr ? sched::Wait::region : sched::Wait::barrier,
               leaving != nullptr ? sched::Awaited::region : sched::Awaited::barrier),
        thread_(*me.thread),
        team_(team),
        leaving_(leaving),
        seen_ends_(ends) {
    looks_while_tasking = true;
    may_be_late = true;
  }
  bool given_up() const { return given_up_; }

  void begin(sleep::Backoff& backoff) override {
    const std::int32_t missing = team_.size - static_cast<std::int32_t>(arrival_.arrived());
    if (leaving_ == nullptr) backoff.poll_in_crowds();
    if (leaving_ == nullptr && missing < sleep::own_threads.processors.load(relaxed)) backoff.hope();
  }

  // A task that was taken after the barrier was completed may belong to the team's next region, in which this thread
  // does not count yet. The take has acquired what followed the completion, so this look is sure.
  bool is_late(const task::Task&) override { return is_complete(); }

  void sleep(Worker& me, sched::TimedWait& timed_wait) override {
    sched::sleep_idle(me,
                      {[](void* p) {
                         BarrierWait& w = *static_cast<BarrierWait*>(p);
                         return w.is_complete() || w.next_region() ||  // [TREE-3]
                                w.team_.cancelled.load(relaxed) ||     // the loop rechecks
                                w.can_complete(w.team_.barrier.look());
                       },
                       this},
                      timed_wait);
  }

 protected:
  using Seen = barrier::BarrierWord::Seen;

  ~BarrierWait() = default;

  bool is_complete() const { return team_.barrier.look().completions() != arrival_.completions(); }
  bool next_region() const { return leaving_ != nullptr && team_.word.look().number() != leaving_->last_region; }

  // Looks at the word. Returns true if the thread need not wait any longer, because the barrier is complete or given up.
  bool ends_by_word(bool cancelled) {
    now_ = team_.barrier.look();
    if (now_.completions() != arrival_.completions()) return true;
    given_up_ = cancelled;
    return cancelled;
  }

  // In a large team the last thread alone knows that all have arrived. While nobody has deferred a task it lets everybody go by one write
  // of the word. Otherwise it tells the others first, because it takes long to find out that no task is left, and any of them may do it.
  // Returns true if the barrier is complete.
  bool complete_or_announce() {
    if (team_.tasking.load(relaxed)) {  // published by the arrivals; only a task could set it now
      must_look_ = true;
      team_.barrier.announce_all(arrival_);
      return false;
    }
    complete_barrier(team_, arrival_.with(0));
    return true;
  }
  bool can_complete(Seen now) {
    if (now.completions() != arrival_.completions() || static_cast<int>(now.arrived()) != team_.size) return false;
    if (!team_.tasking.load(relaxed)) return true;  // published by the arrivals
    return team_.size > barrier::few_threads ? seems_quiescent() : sched::team_is_quiescent(team_);
  }
  // BARRIER-3: in a large team the counts are many lines, so not every waiting thread looks at them all the time. Those look that must:
  // the thread that knew first that all have arrived, and each thread that has ended a task since it last looked.
  bool seems_quiescent() {
    const std::uint64_t own = thread_.finished.load(relaxed);             // own
    const std::uint64_t others = team_.finished_elsewhere.load(acquire);  // [BARRIER-3] then the counts
    if (!must_look_ && own == seen_ends_.own && others == seen_ends_.others) return false;
    seen_ends_ = {own, others};
    platform::fence_seq_cst();                            // [BARRIER-3] own ends, then those of others
    return must_look_ = sched::team_is_quiescent(team_);  // a thread that is told "yes" asks once more
  }
  // Says whether seems_quiescent() would look.
  bool has_ends_to_look_for() const {
    return must_look_ || thread_.finished.load(relaxed) != seen_ends_.own ||  // own
           team_.finished_elsewhere.load(relaxed) != seen_ends_.others;       // hint; seems_quiescent() acquires
  }

  const sched::TeamThread& thread_;
  Team& team_;
  const Thread* const leaving_;
  Ends seen_ends_;
  bool must_look_ = false;
  bool given_up_ = false;
  Seen arrival_{};
  Seen now_{};
};

// For a thread that is alone: the tasks that are left wait for an event. In fork()'s child this thread also runs those that it still holds,
// and the wait ends when it finds none (barrier.cpp).
void finish_own_tasks(Worker& me);

// The wait of a thread that has arrived, and what it does after it.
inline void wait_at_barrier(Worker& me, const Team& team, BarrierWait& waiter) {
  const trace::During looking(trace::Activity::runtime);
  platform::probe::barrier_begin(&team, me.thread->number);
  sched::wait(me, waiter);
  if (team.alone) [[unlikely]]
    finish_own_tasks(me);
  platform::probe::barrier_end(&team, me.thread->number);
}

}  // namespace xomp::team
