// Where a task goes and where the next one comes from, as far as it is the same under every policy: own deque and the
// team's shared queue, what a thread may run, who is woken. The rest is the policy's (policy.h).
#include "core/sched/policy.h"

#include <utility>

#include "core/sched/finish.h"
#include "core/sleep/shared_fence.h"
#include "core/task/dependences.h"
#include "core/task/taskgroup.h"

namespace xomp::sched {

namespace {

enum class Kinship { none, unsure, descends };

constexpr int kMaxAncestors = 64;  // length of a chain that CONSTRAINT-1 follows
constexpr int kQuickLooks = 8;     // tasks in the shared queue that a constrained thread looks at in passing

// CONSTRAINT-1; `descends` is sure when `t` is held by the caller, else all are guesses. `unsure`: the chain is too
// long, or a parent has ended.
Kinship kinship(const Task* t, const Task* ancestor) {
  if (ancestor->has(task::kImplicit))
    return t->root.load(relaxed) == ancestor->root.load(relaxed) ? Kinship::descends : Kinship::none;  // guess, or held
  if (t->depth.load(relaxed) <= ancestor->depth.load(relaxed)) return Kinship::none;                   // the same
  const Task* chain[kMaxAncestors];
  int n = 0;
  const Task* at = t->parent.load(acquire);
  for (; at != ancestor && at != nullptr && !at->has(task::kImplicit); at = at->parent.load(acquire)) {
    if (n == kMaxAncestors) return Kinship::unsure;
    chain[n++] = at;
  }
  platform::fence_acquire();  // the flags are read after the links
  while (n-- > 0)
    if ((chain[n]->flags.load(acquire) & task::kOrphaned) != 0) return Kinship::unsure;  // [CONSTRAINT-1]
  return at == ancestor ? Kinship::descends : Kinship::none;
}

bool descends_from(const Task* t, const Task* ancestor) { return kinship(t, ancestor) == Kinship::descends; }

// CONSTRAINT-1. The groups of an unfinished task are open: `t` is held by the caller.
bool in_group_of(const Task* t, const Task* ancestor) {
  for (const task::Taskgroup* group = t->taskgroup; group != nullptr; group = group->outer)
    if (group->opened_by == ancestor) return true;
  return false;
}

bool may_run(Worker& me, const Task* t, Allowed allowed) {
  return allowed == Allowed::any || descends_from(t, me.current) || in_group_of(t, me.current);
}

}  // namespace

bool is_permitted(Worker& me, const Task* t, Allowed allowed) { return may_run(me, t, allowed); }

bool seems_to_descend(const Task* t, const Task* ancestor) { return descends_from(t, ancestor); }

bool seems_permitted(Worker& me, const Task* t, Allowed allowed) {
  return t != nullptr && (allowed == Allowed::any || descends_from(t, me.current));
}

bool may_be_waited_for(Worker& me, const Task* t) {
  if (t == nullptr) return false;
  const Kinship found = kinship(t, me.current);
  if (found != Kinship::unsure) return found == Kinship::descends;
  return me.current->taskgroup != nullptr &&
         me.current->taskgroup->opened_by == me.current;  // [CONSTRAINT-1] a member, perhaps
}

void put_aside(TeamTasks& team, Task* t) {
  team.shared.put(t, t->has(task::kPriority) ? t->priority : 0);
  wake_idle(team);  // [SLEEP-1] who looked for work while the task was in nobody's hands sleeps by now
}

Task* permitted(Worker& me, Task* t, Allowed allowed) {
  if (may_run(me, t, allowed)) return t;
  put_aside(*me.thread->team, t);
  return nullptr;
}

Task* take_shared(Worker& me, Allowed allowed) {
  return me.thread->team->shared.take([&](Task* candidate) { return may_run(me, candidate, allowed); });
}

namespace {

// In passing: not if another thread is at it, and not again in one wait before something has come that this thread has
// not seen.
[[gnu::noinline]] Task* look_at_shared(Worker& me, Allowed allowed) {
  TeamThread& thread = *me.thread;
  SharedQueue& shared = thread.team->shared;
  const std::uint32_t puts = shared.puts();
  if (allowed != Allowed::any && thread.refused_in == me.current && thread.refused_puts == puts) return nullptr;
  const auto accepts = [&](Task* candidate) { return may_run(me, candidate, allowed); };
  const SharedQueue::Look look = shared.try_take(accepts, kQuickLooks);
  if (look.task == nullptr && look.looked) {
    thread.refused_in = me.current;
    thread.refused_puts = puts;
  }
  return look.task;
}

}  // namespace

std::uint32_t next_random(Worker& me) {
  std::uint32_t x = me.random;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return me.random = x;
}

Task* next_task(Worker& me, Allowed allowed) {
  TeamThread& thread = *me.thread;
  if (!thread.team->shared.looks_empty()) [[unlikely]]
    if (Task* t = look_at_shared(me, allowed)) return t;
  if (Task* t = pop_own(me)) return t;
  if (!thread.team->tasking.load(relaxed)) return nullptr;  // hint; SLEEP-1 rechecks
  return policy->get(me, allowed);
}

Task* search_hard(Worker& me, Allowed allowed, Effort effort) {
  if (!me.thread->team->tasking.load(relaxed)) return nullptr;  // hint, as in next_task
  return policy->search(me, allowed, effort);
}

// As which a thread sleeps on its team's idle_event: a policy that gives tasks to single threads would wake all for
// each.
static platform::Sleepers as_sleeper(int number) { return platform::Sleepers{1} << (number % 32); }

// [POLICY-1] The task is where only `holder` takes it.
void wake_holder(TeamTasks& team, Holder holder) {
  TeamThread& thread = *team.threads[holder];
  switch (thread.rest.load(acquire)) {
    case Rest::none: break;
    case Rest::idle: team.idle_event.wake_all_of(as_sleeper(holder)); break;
    case Rest::napping: wake(*thread.worker); break;
  }
}

namespace {

// Puts the task where the policy wants it; false if that has no room.
bool offer(Worker& me, Task* t) {
  TeamTasks& team = *me.thread->team;
  const Holder holder = policy->put(me, t);
  if (holder == kNobody) return false;
  if (holder == kAnnounced) return true;
  const bool first = !team.tasking.load(relaxed);  // ordered below
  if (first) {
    team.tasking.store(true, relaxed);
    platform::fence_seq_cst();  // [SLEEP-1] a sleeper that has not seen it does without the heavy fence
  } else {
    platform::fence_light();  // [POLICY-1]
  }
  if (holder != kAnyone && holder != me.thread->number) wake_holder(team, holder);
  if (team.sleepers.load(relaxed) == 0) return true;  // [POLICY-1]
  if (first) {
    team.idle_event.signal();
  } else if (holder == kAnyone) {
    team.idle_event.wake_one();
  }
  return true;
}

}  // namespace

void submit(Worker& me, Task* t) {
  const bool included = me.current->has(task::kFinal);  // a final task itself may wait for a thread
  const bool waits = t->has(task::kDetachable);         // somebody may have to go on for it to end
  if (included || (!me.thread->defers && !waits) || (!t->has(task::kSpecial) && runs_in_place(me)))
    return run_undeferred(me, t);
  adopt(me, t);
  count_created(me, t);
  count_deferred(me);
  if (starts_alone(me, t)) return execute(me, t);
  if (t->has(task::kDependent) || !t->has(task::kPriority) || policy->by_priority) return make_available(me, t);
  TeamTasks& team = *me.thread->team;
  team.shared.put(t, t->priority);
  team.tasking.store(true, relaxed);  // [SLEEP-1] ordered in wake_idle
  wake_idle(team);
}

void submit_slow(Worker& me, Task* t, queue::PushResult result) {
  if (result == queue::PushResult::pushed_and_asked) return answer_question(me);
  if (offer(me, t)) return;
  // More than anybody can eat: depth first, here.
  Counters::add(me.counters.overflowed);
  take_returned(me);
  execute(me, t);
  share_rest(me);
}

void make_ready(Worker& me, Task& t, ReadyQueue queue) {
  if (t.has(task::kUndeferred)) {
    Worker& owner = *workers[t.owner];
    t.handshake.store(1, release);
    return wake(owner);
  }
  if (queue != ReadyQueue::shared && (policy->by_priority || !t.has(task::kPriority))) {
    const queue::PushResult result = me.thread->deque.push(&t);
    if (result == queue::PushResult::pushed) return;
    if (result == queue::PushResult::pushed_and_asked) {
      if (queue != ReadyQueue::next || me.thread->deque.private_items() > 1) answer_question(me);
      return;
    }
    if (offer(me, &t)) return;
  }
  auto* team = static_cast<TeamTasks*>(t.dependences->team);
  team->shared.put(&t, t.has(task::kPriority) ? t.priority : 0);
  team->tasking.store(true, relaxed);  // [SLEEP-1] ordered in wake_idle
  wake_idle(*team);
}

void begin_region(Worker& me) {
  TeamThread& thread = *me.thread;
  thread.floor = thread.deque.bottom();
  thread.most_children = kMostChildren;
  if (is_many(*thread.team)) me.returned_rings.expect_many();
  // [SLEEP-1] The first push goes the slow way, and is answered however soon it comes.
  thread.deque.ask_self();
  thread.next_answer = 0;
}

void wake_idle(TeamTasks& team) {
  platform::fence_seq_cst();  // [SLEEP-1] what was written before, then the sleepers
  if (team.sleepers.load(relaxed) != 0) team.idle_event.signal();
}

// CROWD-1: in a crowd no more threads are told of tasks than there are processors, or they would get in one another's
// way. But tasks may wait for something else than a processor: for input, for a lock, for one another. So a sleeper
// looks again after a while, longer from time to time, unless tasks have come and gone meanwhile: then it sleeps on.
static std::uint64_t finished_tasks(const TeamTasks& team) {
  std::uint64_t finished = 0;
  for (int i = 0; i < team.size; ++i) finished += team.threads[i]->finished.load(relaxed);  // a guess is enough
  return finished;
}

static bool sleeps_in_crowd(Worker& me, Condition done, std::uint32_t announced, IdleNap& nap) {
  constexpr std::uint64_t kShort_ns = 50'000;  // a task for which nobody should be woken
  TeamTasks& team = *me.thread->team;
  for (std::uint64_t finished = finished_tasks(team);;) {
    const std::uint64_t ns = nap.next_in_crowd_ns();
    if (team.idle_event.sleep(announced, ns, as_sleeper(me.thread->number)) != platform::WaitResult::timed_out)
      return false;
    const std::uint64_t before = std::exchange(finished, finished_tasks(team));
    if (finished - before < ns / kShort_ns) return true;
    announced = team.idle_event.announce();
    platform::fence_seq_cst();  // [SLEEP-1] as before the first sleep: it still counts as a sleeper
    if (done.holds(done.argument) || !team.shared.looks_empty()) return false;
  }
}

// Whether the thread slept for the whole of its time.
static bool sleeps_through(Worker& me, Condition done, IdleNap& nap) {
  TeamThread& thread = *me.thread;
  TeamTasks& team = *thread.team;
  // Who cannot sleep need not write what all read.
  if (done.holds(done.argument) || !team.shared.looks_empty()) return false;
  const bool tasking = team.tasking.load(relaxed);
  // While tasks come and go it naps first: the heavy fence before a long sleep disturbs those who have some.
  const bool may_nap = tasking && !nap.is_longest() && !sleep::oversubscribed();
  Work work = tasking ? policy->has_work(me, may_nap ? Effort::usual : Effort::utmost) : Work::none;
  if (work == Work::here) return false;
  const bool naps = work == Work::kept || may_nap;
  std::uint64_t longest_ns = naps ? nap.ns() : 0;
  const std::uint32_t announced = team.idle_event.announce();
  thread.rest.store(Rest::idle, release);               // [POLICY-1]
  if (!naps) team.long_sleepers.fetch_add(1, seq_cst);  // [SLEEP-1] as the next one
  team.sleepers.fetch_add(1, seq_cst);                  // [SLEEP-1] before the checks below
  platform::fence_seq_cst();                            // [SLEEP-1] as in wake_idle and offer
  work = as_work(done.holds(done.argument) || !team.shared.looks_empty());
  if (work == Work::none && !naps && team.tasking.load(relaxed)) {
    policy->before_sleep(me, Allowed::any);
    // Without the heavy fence a push may have been missed: look again soon.
    if (!sleep::shared_fence.pass()) longest_ns = IdleNap::kLongest_ns;  // [SLEEP-1] [POLICY-1]
    work = policy->has_work(me, Effort::utmost);
    if (work == Work::kept) longest_ns = nap.ns();
    if (done.holds(done.argument)) work = Work::here;
  }
  if (longest_ns == 0) longest_ns = nap.limit_ns();
  bool timed_out = false;
  if (work != Work::here) {
    if (longest_ns == 0 && sleep::oversubscribed()) timed_out = sleeps_in_crowd(me, done, announced, nap);
    else
      timed_out =
          team.idle_event.sleep(announced, longest_ns, as_sleeper(thread.number)) == platform::WaitResult::timed_out;
  }
  team.sleepers.fetch_sub(1, relaxed);                  // a count too high for a moment costs one needless wake-up
  if (!naps) team.long_sleepers.fetch_sub(1, relaxed);  // as above
  thread.rest.store(Rest::none, relaxed);               // as above
  return timed_out;
}

void sleep_idle(Worker& me, Condition done, IdleNap& nap) { nap.end(sleeps_through(me, done, nap)); }

}  // namespace xomp::sched
