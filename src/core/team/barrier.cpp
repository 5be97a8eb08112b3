// The team's barrier. A waiting thread runs the team's tasks; the barrier is complete when all threads have arrived and
// no task is left. Any waiting thread may be the one that finds out.
#include "core/sched/finish.h"
#include "core/sched/hand_over.h"
#include "core/sched/waiting.h"
#include "core/team/team.h"
#include "core/team/watched.h"
#include "platform/fence.h"
#include "platform/probe.h"

namespace xomp::team {

namespace {

using barrier::BarrierWord;

// Says whether all tasks have ended that a thread which is alone in its team has made. In fork()'s child the counts do not tell, because
// threads that had not entered the region yet left those of the last one. So the answer there is no.
bool own_tasks_are_finished(const Team& team, const sched::TeamThread& thread) {
  return !team.alone && thread.finished.load(acquire) + team.finished_elsewhere.load(acquire) ==
                            thread.created.load(relaxed);  // [BARRIER-1]
}

// The tasks that are left wait for an event. In fork()'s child this thread also runs those that it still holds, and the wait ends when it
// finds none.
[[gnu::noinline]] void finish_own_tasks(Worker& me) {
  sched::wait_until(me, [&me] { return own_tasks_are_finished(team_of(me), *me.thread); });
}

// Lets all threads go, because all have arrived and no task is left.
void complete(Team& team, BarrierWord::Seen now) {
  if (!team.barrier.try_complete(now)) return;
  std::uint32_t request = team.cancelled_construct.load(relaxed);
  if (request >> 8 == now.completions() && request != 0) [[unlikely]]  // [CANCEL-2]
    team.cancelled_construct.compare_exchange_strong(request, 0, relaxed, relaxed);
  sched::wake_idle(team);
}

// The waiter knows what a thread that has arrived waits for. `leaving` is the thread itself at the end of a region, otherwise nullptr.
class AtBarrier final : public sched::Waiter {
 public:
  AtBarrier(const Worker& me, Team& team, const Thread* leaving)
      : Waiter(sched::Allowed::any, leaving != nullptr ? sched::Wait::region : sched::Wait::barrier),
        thread_(*me.thread),
        team_(team),
        leaving_(leaving),
        own_ends_(thread_.finished.load(relaxed)),
        other_ends_(team_.finished_elsewhere.load(relaxed)) {
    looks_while_tasking = true;
    may_be_late = true;
  }
  // Counts the thread in. Returns true if all have arrived and no task is left, so the barrier is complete.
  bool arrive(const Worker& me) { return team_.size > barrier::kFewThreads ? arrive_in_group(me) : arrive_in_word(); }
  bool given_up() const { return given_up_; }

  void begin(sleep::Backoff& backoff) override {
    const std::int32_t missing = team_.size - static_cast<std::int32_t>(arrival_.arrived());
    if (leaving_ == nullptr) backoff.poll_in_crowds();
    if (leaving_ == nullptr && missing < sleep::own_threads.processors.load(relaxed)) backoff.hope();
  }

  bool is_over(Worker& me) override {
    if (next_region()) return true;
    // A thread that polls at the end of its region looks at the region word alone, because the next region begins after the barrier. So
    // it does not slow the others, which write the barrier's line.
    only_polls_ = leaving_ != nullptr && last_step == sleep::Step::polled && !team_.tasking.load(relaxed) &&
                  !trace::is_watched();  // hints; a tool wants to hear of the end before the next region begins
    if (only_polls_) return false;
    const bool cancelled = team_.cancelled.load(acquire);  // [CANCEL-1] before the word
    now_ = team_.barrier.look();
    if (now_.completions() != arrival_.completions()) return true;
    given_up_ = cancelled;
    if (cancelled) [[unlikely]]
      return true;
    if (team_.tasking.load(relaxed)) sched::take_returned(me);  // hint
    return false;
  }

  bool is_over_without_tasks(Worker&) override {
    if (only_polls_ || !can_complete(now_)) return false;
    complete(team_, now_);
    return true;
  }

  // A task that was taken after the barrier was completed may belong to the team's next region, in which this thread
  // does not count yet. The take has acquired what followed the completion, so this look is sure.
  bool is_late(const task::Task&) override { return is_complete(); }

  bool is_complete() const { return team_.barrier.look().completions() != arrival_.completions(); }

  void sleep(Worker& me, sched::TimedWait& timed_wait) override {
    sched::sleep_idle(me,
                      {[](void* p) {
                         AtBarrier& w = *static_cast<AtBarrier*>(p);
                         return w.is_complete() || w.next_region() ||
                                w.team_.cancelled.load(relaxed) ||  // the loop rechecks
                                w.can_complete(w.team_.barrier.look());
                       },
                       this},
                      timed_wait);
  }

 private:
  bool arrive_in_word() {
    arrival_ = team_.barrier.arrive();
    if (!can_complete(arrival_)) return false;
    complete(team_, arrival_);
    return true;
  }
  // In a large team the last thread alone knows that all have arrived. While nobody has deferred a task it lets everybody go by one write
  // of the word. Otherwise it tells the others first, because it takes long to find out that no task is left, and any of them may do it.
  bool arrive_in_group(const Worker& me) {
    const auto size = static_cast<std::uint32_t>(team_.size);
    arrival_ = team_.arrivals.arrive(static_cast<std::uint32_t>(me.thread->number), size);
    if (arrival_.arrived() != size) return false;
    if (team_.tasking.load(relaxed)) {  // published by the arrivals; only a task could set it now
      must_look_ = true;
      team_.barrier.announce_all(arrival_);
      return false;
    }
    complete(team_, arrival_.with(0));
    return true;
  }
  bool can_complete(BarrierWord::Seen now) {
    if (now.completions() != arrival_.completions() || static_cast<int>(now.arrived()) != team_.size) return false;
    if (!team_.tasking.load(relaxed)) return true;  // published by the arrivals
    return team_.size > barrier::kFewThreads ? seems_quiescent() : sched::team_is_quiescent(team_);
  }
  // BARRIER-3: in a large team the counts are many lines, so not every waiting thread looks at them all the time. Those look that must:
  // the thread that knew first that all have arrived, and each thread that has ended a task since it last looked.
  bool seems_quiescent() {
    const std::uint64_t own = thread_.finished.load(relaxed);            // own
    const std::uint64_t other = team_.finished_elsewhere.load(acquire);  // [BARRIER-3] then the counts
    if (!must_look_ && own == own_ends_ && other == other_ends_) return false;
    own_ends_ = own;
    other_ends_ = other;
    platform::fence_seq_cst();                            // [BARRIER-3] own ends, then those of others
    return must_look_ = sched::team_is_quiescent(team_);  // a thread that is told "yes" asks once more
  }
  bool next_region() const { return leaving_ != nullptr && team_.word.look().number() != leaving_->last_region; }

  const sched::TeamThread& thread_;
  Team& team_;
  const Thread* const leaving_;
  // [BARRIER-3] How many tasks this thread had ended, and threads outside of the team had ended, when it last looked at the counts. It
  // need not look for ends before its arrival, because the last thread to arrive sees those.
  std::uint64_t own_ends_, other_ends_;
  bool must_look_ = false;
  BarrierWord::Seen arrival_{};
  BarrierWord::Seen now_{};
  bool only_polls_ = false;
  bool given_up_ = false;
};

[[gnu::noinline]] Passage arrive_among_others(Worker& me, Team& team, const Thread* leaving) {
  AtBarrier waiter(me, team, leaving);
  if (!waiter.arrive(me)) {
    const trace::During looking(trace::Activity::runtime);
    platform::probe::barrier_begin(&team, me.thread->number);
    sched::wait(me, waiter);
    if (team.alone) [[unlikely]]
      finish_own_tasks(me);
    platform::probe::barrier_end(&team, me.thread->number);
  }
  sched::take_returned(me);
  return waiter.given_up() ? Passage::given_up : Passage::complete;
}

Passage arrive(Worker& me, const Thread* leaving) {
  Team& team = team_of(me);
  sched::take_returned(me);
  if (team.cancelled.load(relaxed)) [[unlikely]]
    return Passage::given_up;  // the flag is that of this thread's own region
  if (team.size != 1 && !team.alone) return arrive_among_others(me, team, leaving);
  if (team.cancelled_construct.load(relaxed) != 0) [[unlikely]]
    team.cancelled_construct.store(0, relaxed);  // alone
  if (!own_tasks_are_finished(team, *me.thread)) [[unlikely]]
    finish_own_tasks(me);
  return Passage::complete;
}

}  // namespace

namespace {

[[gnu::noinline, gnu::cold]] Passage pass_watched(Worker& me) {
  const ompt_sync_region_t kind = barrier_kind(me);
  const WatchedSync wait(me, kind, me.seen.call.address);
  return arrive(me, nullptr);
}

// Ends a region that a tool watches. A cancelled region has something else in the barrier's place, but the tool must hear of a barrier
// there, too. `leaving` is what AtBarrier takes.
[[gnu::noinline, gnu::cold]] void leave_watched(Worker& me, const Thread* leaving) {
  Thread& mine = thread_of(me);
  const Team& team = mine.team_of();
  end_work(me, nullptr);
  mine.seen.frame.exit_frame.ptr = nullptr;
  const auto leave = [&me, leaving] {
    if (arrive(me, leaving) == Passage::given_up) leave_cancelled_region(me);
  };
  if (team.level == 0) {  // a team of a league has no barrier of its own
    leave();
  } else {
    const WatchedSync wait(me, ompt_sync_region_barrier_implicit_parallel,
                           leaving == nullptr ? team.seen.call : nullptr, true);
    leave();
  }
  sched::end_region(me);
  watch_implicit_end(me, mine);
}

}  // namespace

Passage pass_barrier(Worker& me) {
  if (me.thread->implicit.has(task::kWatched)) [[unlikely]]
    return pass_watched(me);
  return arrive(me, nullptr);
}

void barrier(Worker& me) { pass_barrier(me); }

void join(Worker& me) {
  if (me.thread->implicit.has(task::kWatched)) [[unlikely]]
    return leave_watched(me, nullptr);
  if (arrive(me, nullptr) == Passage::given_up) [[unlikely]]
    leave_cancelled_region(me);
  sched::end_region(me);
}

void leave_region(Worker& me) {
  if (me.thread->implicit.has(task::kWatched)) [[unlikely]]
    return leave_watched(me, &thread_of(me));
  if (arrive(me, &thread_of(me)) == Passage::given_up) [[unlikely]]
    leave_cancelled_region(me);
  sched::end_region(me);
}

}  // namespace xomp::team
