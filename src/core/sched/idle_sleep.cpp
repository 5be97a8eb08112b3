// Lets a thread sleep while the team has no work.
//
// CROWD-1: in a team of more threads than processors no more threads are told of tasks than there are processors, because more
// would get in one another's way. But tasks may wait for something else than a processor: for input, for a lock, for one
// another. So one sleeper watches: it looks again after a while, which grows each time. If many tasks have come and gone
// meanwhile, it sleeps on. If few have, and there is work, it wakes some of the others. Nobody watches before the first task.
//
//   sleeper:  sleepers + 1, full fence; if tasking: takes the watch if nobody has it; sleeps.
//   leaver:   gives up the watch, full fence, sleepers: wakes one. That one watches if enough are awake, or is a leaver, too.
//   first task: tasking, full fence, sleepers: wakes one in any case.
//   As in SLEEP-1, one of the two sees the other. So while there are tasks and a thread sleeps, one thread watches or is about to.
#include "core/sched/idle_sleep.h"

#include <algorithm>

#include "core/sched/hand_over.h"
#include "core/sleep/last_look.h"
#include "platform/probe.h"

namespace xomp::sched {

namespace {

std::uint64_t finished_tasks(const TeamTasks& team) {
  std::uint64_t finished = 0;
  for (int i = 0; i < team.size; ++i) finished += team.threads[i]->finished.load(relaxed);  // a guess is enough
  return finished;
}

// Holds the role of the one sleeper that watches, and gives it up at the end.
class Watch {
 public:
  explicit Watch(TeamTasks& team) : team_(team) {}
  ~Watch() {
    if (!mine_) return;
    team_.watched.store(false, relaxed);  // [CROWD-1] then the fence
    platform::fence_seq_cst();
    if (team_.tasking.load(relaxed) && team_.sleepers.load(relaxed) != 0) team_.idle_event.notify_one();  // [CROWD-1]
  }
  // Called when the caller goes on with something else. If nobody watches, it takes the watch, so that giving it up wakes another sleeper.
  void leave() {
    if (team_.tasking.load(relaxed)) try_take();
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  // Called after the caller has counted itself as a sleeper and passed a full fence. Returns whether the caller is the one that watches.
  bool try_take() {
    if (!mine_ && !team_.watched.load(relaxed)) mine_ = !team_.watched.exchange(true, relaxed);  // [CROWD-1]
    return mine_;
  }
  bool is_free() const { return mine_ || !team_.watched.load(relaxed); }  // hint: a leaver wakes a sleeper anyway

 private:
  TeamTasks& team_;
  bool mine_ = false;
};

bool has_work(Worker& me) {
  return !me.thread->team->shared.looks_empty() || policy->has_work(me, Effort::utmost) != Work::none;
}

// Returns whether the thread should look for work itself, because it is the only sleeper. Otherwise it wakes `count` others.
bool notify_some(Worker& me, int count) {
  TeamTasks& team = *me.thread->team;
  if (team.sleepers.load(relaxed) <= 1) return true;  // hint: the watching thread comes here again
  team.idle_event.notify_some(count);
  return false;
}

bool sleeps_among_many(Worker& me, Watch& watch, Condition done, std::uint32_t announced, TimedWait& timed_wait) {
  constexpr std::uint64_t kShort_ns = 50'000;  // no thread should be woken for a task as short as this
  constexpr int kMostWoken = 1 << 14;
  TeamTasks& team = *me.thread->team;
  for (int woken = 1;;) {
    const bool watches = team.tasking.load(relaxed) && watch.try_take();
    const std::uint64_t ns = watches ? timed_wait.watch_ns() : 0;
    const std::uint64_t finished = watches ? finished_tasks(team) : 0;
    const auto result = team.idle_event.sleep(announced, ns, as_sleeper(me.thread->number));
    const bool timed_out = result == platform::WaitResult::timed_out;
    if (timed_out) {
      const bool stands_still = finished_tasks(team) - finished < ns / kShort_ns && has_work(me);
      if (stands_still && notify_some(me, woken)) return true;
      if (!stands_still) timed_wait.watch_longer();
      woken = stands_still ? std::min(2 * woken, kMostWoken) : 1;
    }
    announced = team.idle_event.announce();
    platform::fence_seq_cst();  // [SLEEP-1] the thread still counts as a sleeper, so it checks again before it sleeps
    if (done.holds(done.argument)) return false;
    if (timed_out || (!needs_more(team) && watch.is_free())) continue;
    watch.leave();
    return false;
  }
}

// Returns whether the thread slept for the whole of its time.
bool sleeps_through(Worker& me, Condition done, TimedWait& timed_wait) {
  TeamThread& thread = *me.thread;
  TeamTasks& team = *thread.team;
  // A thread that finds work now does not count itself as a sleeper, because that is written where all threads read.
  if (done.holds(done.argument) || !team.shared.looks_empty()) return false;
  const bool tasking = team.tasking.load(relaxed);
  const bool crowded = one_watches(team);
  Watch watch(team);  // given up after the thread has ceased to count as a sleeper
  // While tasks come and go the sleep is timed first, because the heavy fence before a long one disturbs threads that have tasks.
  const bool may_be_timed = tasking && !timed_wait.is_longest() && !sleep::oversubscribed();
  const bool looks = tasking && (!crowded || needs_more(team, 1));
  Work work = looks ? policy->has_work(me, may_be_timed ? Effort::usual : Effort::utmost) : Work::none;
  if (work == Work::here) return false;
  const bool is_timed = work == Work::kept || may_be_timed;
  std::uint64_t longest_ns = is_timed ? timed_wait.ns() : 0;
  const std::uint32_t announced = team.idle_event.announce();
  thread.rest.store(Rest::idle, release);                   // [POLICY-1]
  if (!is_timed) team.long_sleepers.fetch_add(1, seq_cst);  // [SLEEP-1] as the next one
  team.sleepers.fetch_add(1, seq_cst);                      // [SLEEP-1] before the checks below
  platform::fence_seq_cst();                                // [SLEEP-1] as in wake_idle and announce
  work = as_work(done.holds(done.argument) || !team.shared.looks_empty());
  // [CROWD-1] While enough threads are awake, this one need not look, because those look before they sleep.
  const bool is_last = !crowded || needs_more(team);
  if (work == Work::none && !is_timed && is_last && team.tasking.load(relaxed)) {
    policy->before_sleep(me, Allowed::any);
    longest_ns = sleep::LastLook().limit_ns(longest_ns);  // [SLEEP-1] [POLICY-1]
    work = policy->has_work(me, Effort::utmost);
    if (work == Work::kept) longest_ns = timed_wait.ns();
    if (done.holds(done.argument) || !team.shared.looks_empty()) work = Work::here;
  }
  if (longest_ns == 0) longest_ns = timed_wait.limit_ns();
  // Nobody is woken when a task comes to stand behind one that waits for it [STRANDED-1]. So one thread looks for such a task soon. All
  // others look later, because the one that watches may have gone into a task.
  if (longest_ns == 0 && policy->holders_only && team.tasking.load(relaxed))
    longest_ns = timed_wait.next_stranded_ns(watch.try_take() ? 1 : static_cast<int>(team.size));
  bool timed_out = false;
  if (work != Work::here) {
    platform::probe::sleep(&team, thread.number, longest_ns);
    if (longest_ns == 0 && crowded) {
      timed_out = sleeps_among_many(me, watch, done, announced, timed_wait);
    } else {
      timed_out =
          team.idle_event.sleep(announced, longest_ns, as_sleeper(thread.number)) == platform::WaitResult::timed_out;
      if (crowded && !timed_out) watch.leave();
    }
    platform::probe::wake(&team, thread.number);
  }
  team.sleepers.fetch_sub(1, relaxed);                      // a count too high for a moment costs one needless wake-up
  if (!is_timed) team.long_sleepers.fetch_sub(1, relaxed);  // the same holds for this count
  thread.rest.store(Rest::none, relaxed);                   // and for this mark
  return timed_out;
}

}  // namespace

void sleep_idle(Worker& me, Condition done, TimedWait& timed_wait) {
  timed_wait.end(sleeps_through(me, done, timed_wait));
}

}  // namespace xomp::sched
