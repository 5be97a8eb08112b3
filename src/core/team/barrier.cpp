// The team's barrier. A waiting thread runs the team's tasks; the barrier is complete when all threads have arrived and
// no task is left. Any waiting thread may be the one that finds out.
#include "core/team/team.h"

namespace xomp::team {

namespace {

using barrier::BarrierWord;

// Alone: what is left are tasks that wait for an event; after fork() also those that this thread still holds.
[[gnu::noinline]] void finish_own_tasks(Worker& me) {
  sched::wait_running_tasks_until(me, [&me] { return sched::team_is_quiescent(*me.thread->team); });
}

struct Waiting {
  Team* team;
  BarrierWord::Seen arrival;
  const Thread* leaving;  // at the end of a region, else nullptr
  bool over() const { return team->barrier.look().completions() != arrival.completions(); }
  // A thread at the end of its region need not look at the barrier's line, which the others write: the next region
  // begins after the barrier.
  bool next_region() const { return leaving != nullptr && team->word.look().number() != leaving->last_region; }
  bool can_complete(BarrierWord::Seen now) const {
    return now.completions() == arrival.completions() && static_cast<int>(now.arrived()) == team->size &&
           (!team->tasking.load(relaxed) || sched::team_is_quiescent(*team));  // tasking: published by the arrivals
  }
};

// All have arrived and nothing is left: lets everybody go.
void complete(Team& team, BarrierWord::Seen now) {
  if (!team.barrier.try_complete(now)) return;
  std::uint32_t request = team.cancelled_construct.load(relaxed);
  if (request >> 8 == now.completions() && request != 0) [[unlikely]]  // [CANCEL-2]
    team.cancelled_construct.compare_exchange_strong(request, 0, relaxed, relaxed);
  sched::wake_idle(team);
}

// Runs a task found while waiting. One that was taken after the barrier was completed may belong to the team's next
// region, in which this thread does not count yet: it goes where all look. So do those that were taken together with it
// and are in this thread's deque, which was empty. The take has acquired what followed the completion, so over() is
// sure.
void run_or_give_back(Worker& me, const Waiting& waiting, task::Task* t) {
  if (!waiting.over()) return sched::execute(me, t);
  for (; t != nullptr; t = me.thread->deque.pop(me.thread->floor)) sched::put_aside(*waiting.team, t);
}

Passage wait(Worker& me, Waiting waiting) {
  const trace::During looking(trace::Activity::runtime);
  Team& team = *waiting.team;
  sleep::Patience patience(me.waits(waiting.leaving != nullptr ? sched::Wait::region : sched::Wait::barrier));
  const std::int32_t missing = team.size - static_cast<std::int32_t>(waiting.arrival.arrived());
  if (waiting.leaving == nullptr && missing < sleep::crowd.processors.load(relaxed)) patience.hope();
  sleep::Step last = sleep::Step::yielded;
  sched::IdleNap nap;
  for (;;) {
    if (waiting.next_region()) break;
    if (waiting.leaving != nullptr && last == sleep::Step::polled && !team.tasking.load(relaxed)) {  // hint
      last = patience.step();
      if (last != sleep::Step::sleep) continue;
    }
    const bool cancelled = team.cancelled.load(acquire);  // [CANCEL-1] before the word
    const BarrierWord::Seen now = team.barrier.look();
    if (now.completions() != waiting.arrival.completions()) break;
    if (cancelled) [[unlikely]]
      return Passage::given_up;
    if (team.tasking.load(relaxed)) {  // hint; SLEEP-1 rechecks
      sched::take_returned(me);
      if (task::Task* t = sched::next_task(me, sched::Allowed::any)) {
        run_or_give_back(me, waiting, t);
        if (team.alone) [[unlikely]]
          break;  // fork() in that task
        patience.restart(me.waits(sched::Wait::tasks));
        nap = {};
        continue;
      }
    }
    if (waiting.can_complete(now)) {
      complete(team, now);
      break;
    }
    if (last != sleep::Step::sleep) last = patience.step();
    if (last != sleep::Step::sleep) continue;
    last = sleep::Step::yielded;
    if (task::Task* t = sched::search_hard(me, sched::Allowed::any)) {
      run_or_give_back(me, waiting, t);
      if (team.alone) [[unlikely]]
        break;  // as above
      patience.restart(me.waits(sched::Wait::tasks));
      nap = {};
      continue;
    }
    sched::sleep_idle(me,
                      {[](void* p) {
                         const Waiting& w = *static_cast<Waiting*>(p);
                         return w.over() || w.next_region() || w.team->cancelled.load(relaxed) ||  // the loop rechecks
                                w.can_complete(w.team->barrier.look());
                       },
                       &waiting},
                      nap);
  }
  patience.finish();
  return Passage::complete;
}

}  // namespace

namespace {

// Counts this thread in. True: all are here and nothing is left, so the barrier is complete.
bool arrive_in_word(Team& team, Waiting& waiting) {
  waiting.arrival = team.barrier.arrive();
  if (!waiting.can_complete(waiting.arrival)) return false;
  complete(team, waiting.arrival);
  return true;
}

// The same in a large team, where the last thread alone knows that all are here. While nobody has deferred a task it
// lets everybody go by one write of the word. Otherwise it tells the others first: to find out that no task is left
// takes long, and any of them may do it.
bool arrive_in_group(const Worker& me, Team& team, Waiting& waiting) {
  const auto size = static_cast<std::uint32_t>(team.size);
  waiting.arrival = team.arrivals.arrive(static_cast<std::uint32_t>(me.thread->number), size);
  if (waiting.arrival.arrived() != size) return false;
  if (team.tasking.load(relaxed)) {  // published by the arrivals; only a task could set it now
    team.barrier.announce_all(waiting.arrival);
    return false;
  }
  complete(team, waiting.arrival.with(0));
  return true;
}

[[gnu::noinline]] Passage arrive_among_others(Worker& me, Team& team, const Thread* leaving) {
  Waiting waiting{&team, {}, leaving};
  const bool is_large = team.size > barrier::kFewThreads;
  Passage passage = Passage::complete;
  if (!(is_large ? arrive_in_group(me, team, waiting) : arrive_in_word(team, waiting))) {
    passage = wait(me, waiting);
    if (team.alone) [[unlikely]]
      finish_own_tasks(me);
  }
  sched::take_returned(me);
  return passage;
}

bool own_tasks_are_finished(Worker& me, const Team& team) {
  const Thread& thread = thread_of(me);
  if (team.size != 1) return sched::team_is_quiescent(team);
  return thread.finished.load(acquire) + team.finished_elsewhere.load(acquire) ==
         thread.created.load(relaxed);  // [BARRIER-1]
}

Passage arrive(Worker& me, const Thread* leaving) {
  Team& team = team_of(me);
  sched::take_returned(me);
  if (team.cancelled.load(relaxed)) [[unlikely]]
    return Passage::given_up;  // own region's: this thread is in it
  if (team.size != 1 && !team.alone) return arrive_among_others(me, team, leaving);
  if (team.cancelled_construct.load(relaxed) != 0) [[unlikely]]
    team.cancelled_construct.store(0, relaxed);  // alone
  if (!own_tasks_are_finished(me, team)) [[unlikely]]
    finish_own_tasks(me);
  return Passage::complete;
}

}  // namespace

Passage pass_barrier(Worker& me) { return arrive(me, nullptr); }

void barrier(Worker& me) { arrive(me, nullptr); }

void join(Worker& me) {
  if (arrive(me, nullptr) == Passage::given_up) [[unlikely]]
    leave_cancelled_region(me);
  sched::end_region(me);
}

void leave_region(Worker& me) {
  if (arrive(me, &thread_of(me)) == Passage::given_up) [[unlikely]]
    leave_cancelled_region(me);
  sched::end_region(me);
}

}  // namespace xomp::team
