// Sleeping while the team has no work.
//
// CROWD-1: while the process is oversubscribed `auto` tells no more threads of tasks than there are processors. More would
// get in one another's way. But tasks may wait for something else than a processor: for input, for a lock, for one
// another. So a sleeper looks again after a while, which grows each time. If many tasks have come and gone meanwhile, it
// sleeps on.
#include "core/sched/idle.h"

#include <utility>

#include "core/sched/hand_over.h"
#include "core/sleep/shared_fence.h"

namespace xomp::sched {

namespace {

std::uint64_t finished_tasks(const TeamTasks& team) {
  std::uint64_t finished = 0;
  for (int i = 0; i < team.size; ++i) finished += team.threads[i]->finished.load(relaxed);  // a guess is enough
  return finished;
}

bool sleeps_oversubscribed(Worker& me, Condition done, std::uint32_t announced, Nap& nap) {
  constexpr std::uint64_t kShort_ns = 50'000;  // no thread should be woken for a task as short as this
  TeamTasks& team = *me.thread->team;
  for (std::uint64_t finished = finished_tasks(team);;) {
    const std::uint64_t ns = nap.next_oversubscribed_ns();
    if (team.idle_event.sleep(announced, ns, as_sleeper(me.thread->number)) != platform::WaitResult::timed_out)
      return false;
    const std::uint64_t before = std::exchange(finished, finished_tasks(team));
    if (finished - before < ns / kShort_ns) return true;
    announced = team.idle_event.announce();
    platform::fence_seq_cst();  // [SLEEP-1] as before the first sleep: it still counts as a sleeper
    if (done.holds(done.argument) || !team.shared.looks_empty()) return false;
  }
}

// Returns whether the thread slept for the whole of its time.
bool sleeps_through(Worker& me, Condition done, Nap& nap) {
  TeamThread& thread = *me.thread;
  TeamTasks& team = *thread.team;
  // A thread that cannot sleep need not write what all read.
  if (done.holds(done.argument) || !team.shared.looks_empty()) return false;
  const bool tasking = team.tasking.load(relaxed);
  // While tasks come and go it naps first: the heavy fence before a long sleep disturbs the threads that have some.
  const bool may_nap = tasking && !nap.is_longest() && !sleep::oversubscribed();
  Work work = tasking ? policy->has_work(me, may_nap ? Effort::usual : Effort::utmost) : Work::none;
  if (work == Work::here) return false;
  const bool naps = work == Work::kept || may_nap;
  std::uint64_t longest_ns = naps ? nap.ns() : 0;
  const std::uint32_t announced = team.idle_event.announce();
  thread.rest.store(Rest::idle, release);               // [POLICY-1]
  if (!naps) team.long_sleepers.fetch_add(1, seq_cst);  // [SLEEP-1] as the next one
  team.sleepers.fetch_add(1, seq_cst);                  // [SLEEP-1] before the checks below
  platform::fence_seq_cst();                            // [SLEEP-1] as in wake_idle and announce
  work = as_work(done.holds(done.argument) || !team.shared.looks_empty());
  if (work == Work::none && !naps && team.tasking.load(relaxed)) {
    policy->before_sleep(me, Allowed::any);
    // Without the heavy fence a push may have been missed: look again soon.
    if (!sleep::shared_fence.pass()) longest_ns = Nap::kLongest_ns;  // [SLEEP-1] [POLICY-1]
    work = policy->has_work(me, Effort::utmost);
    if (work == Work::kept) longest_ns = nap.ns();
    if (done.holds(done.argument) || !team.shared.looks_empty()) work = Work::here;
  }
  if (longest_ns == 0) longest_ns = nap.limit_ns();
  // Nobody is woken when a task comes to stand behind one that waits for it [STRANDED-1].
  if (longest_ns == 0 && policy->holders_only && team.tasking.load(relaxed)) longest_ns = nap.next_stranded_ns();
  bool timed_out = false;
  if (work != Work::here) {
    if (longest_ns == 0 && sleep::oversubscribed()) timed_out = sleeps_oversubscribed(me, done, announced, nap);
    else
      timed_out =
          team.idle_event.sleep(announced, longest_ns, as_sleeper(thread.number)) == platform::WaitResult::timed_out;
  }
  team.sleepers.fetch_sub(1, relaxed);                  // a count too high for a moment costs one needless wake-up
  if (!naps) team.long_sleepers.fetch_sub(1, relaxed);  // as above
  thread.rest.store(Rest::none, relaxed);               // as above
  return timed_out;
}

}  // namespace

void sleep_idle(Worker& me, Condition done, Nap& nap) { nap.end(sleeps_through(me, done, nap)); }

}  // namespace xomp::sched
