// The team's barrier. A waiting thread runs the team's tasks; the barrier is complete when all threads have arrived and
// no task is left. Any waiting thread may be the one that finds out.
#include "core/team/barrier_wait.h"
#include "core/team/watched.h"

namespace xomp::team {

namespace {

// Says whether all tasks have ended that a thread which is alone in its team has made. In fork()'s child the counts do not tell, because
// threads that had not entered the region yet left those of the last one. So the answer there is no.
bool own_tasks_are_finished(const Team& team, const sched::TeamThread& thread) {
  return !team.alone && thread.finished.load(acquire) + team.finished_elsewhere.load(acquire) ==
                            thread.created.load(relaxed);  // [BARRIER-1]
}

}  // namespace

[[gnu::noinline]] void finish_own_tasks(Worker& me) {
  sched::wait_until(me, sched::Awaited::barrier, [&me] { return own_tasks_are_finished(team_of(me), *me.thread); });
}

namespace {

// The wait where all threads look at one word.
class AtBarrier final : public BarrierWait {
 public:
  AtBarrier(const Worker& me, Team& team, const Thread* leaving)
      : BarrierWait(me, team, leaving, Ends::until_now(me, team)) {}

  // Both count the thread in. They return true if all have arrived and no task is left, so the barrier is complete.
  bool arrive_in_word() {
    arrival_ = team_.barrier.arrive();
    if (!can_complete(arrival_)) return false;
    complete_barrier(team_, arrival_);
    return true;
  }
  bool arrive_in_group(const Worker& me) {
    const auto size = static_cast<std::uint32_t>(team_.size);
    arrival_ = team_.arrivals.arrive(static_cast<std::uint32_t>(me.thread->number), size);
    return arrival_.arrived() == size && complete_or_announce();
  }

  bool is_over(Worker& me) override {
    if (next_region()) return true;
    // A thread that polls at the end of its region looks at the region word alone, because the next region begins after the barrier. So
    // it does not slow the others, which write the barrier's line.
    only_polls_ = leaving_ != nullptr && last_step == sleep::Step::polled && !team_.tasking.load(relaxed) &&
                  !trace::is_watched();  // hints; a tool wants to hear of the end before the next region begins
    if (only_polls_) return false;
    const bool cancelled = team_.cancelled.load(acquire);  // [CANCEL-1] before the word
    if (ends_by_word(cancelled)) return true;
    if (team_.tasking.load(relaxed)) sched::take_returned(me);  // hint
    return false;
  }

  bool is_over_without_tasks(Worker&) override {
    if (only_polls_ || !can_complete(now_)) return false;
    complete_barrier(team_, now_);
    return true;
  }

 private:
  bool only_polls_ = false;
};

[[gnu::noinline]] Passage arrive_among_others(Worker& me, Team& team, const Thread* leaving) {
  AtBarrier waiter(me, team, leaving);
  bool is_complete;
  if (team.size <= barrier::few_threads) is_complete = waiter.arrive_in_word();
  else if (team.tree == nullptr) is_complete = waiter.arrive_in_group(me);
  else return pass_tree(me, team, leaving);
  if (!is_complete) wait_at_barrier(me, team, waiter);
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

void choose_barrier() {
  switch (icv::global.barrier) {
    case icv::BarrierKind::groups: return barrier::choose_groups();
    case icv::BarrierKind::word: return barrier::choose_word();
    case icv::BarrierKind::tree: return barrier::choose_tree(static_cast<std::uint32_t>(icv::global.barrier_fan_out));
  }
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
