// Where the next task comes from, and what a thread does that finds none: the policy `auto`.
//
// Own deque first, newest task first; then what the team shares; then the oldest task of a victim. A thief that finds
// private tasks only asks the victim to share, and raids it when it does not answer: then it is inside a long task.
#include <algorithm>

#include "core/sched/finish.h"
#include "core/sched/scheduler.h"
#include "core/task/dependences.h"
#include "core/task/taskgroup.h"
#include "platform/memory.h"

namespace xomp::sched {

namespace {

constexpr std::uint32_t kRing = 2048;         // tasks that a thread may have deferred; more run at once
constexpr int kMaxAncestors = 64;             // length of a chain that CONSTRAINT-1 follows
constexpr int kQuickLooks = 8;                // tasks in the shared queue that a constrained thread looks at in passing
constexpr int kMostDug = 8;                   // tasks of one victim that a constrained thread puts aside

std::uint32_t next_random(Worker& me) {
  std::uint32_t x = me.random;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return me.random = x;
}

// CONSTRAINT-1; sure when true and `t` is held by the caller, else a guess.
bool descends_from(const Task* t, const Task* ancestor) {
  const task::Lineage own = t->lineage.load(relaxed), wanted = ancestor->lineage.load(relaxed);  // guess, or held
  if (ancestor->has(task::kImplicit)) return own.root == wanted.root;
  if (own.depth <= wanted.depth && own.depth != task::Lineage::kDeepest) return false;
  const Task* chain[kMaxAncestors];
  int n = 0;
  for (const Task* at = t->parent.load(acquire); at != ancestor; at = at->parent.load(acquire)) {
    if (at == nullptr || n == kMaxAncestors || at->has(task::kImplicit)) return false;
    chain[n++] = at;
  }
  std::atomic_thread_fence(acquire);  // the flags are read after the links
  while (n-- > 0)
    if ((chain[n]->flags.load(acquire) & task::kOrphaned) != 0) return false;  // [CONSTRAINT-1]
  return true;
}

// CONSTRAINT-1. The groups of an unfinished task are open: `t` is held by the caller.
bool in_group_of(const Task* t, const Task* ancestor) {
  for (const task::Taskgroup* group = t->taskgroup; group != nullptr; group = group->outer)
    if (group->opened_by == ancestor) return true;
  return false;
}

bool may_run(Worker& me, const Task* t, Allowed allowed) {
  return allowed == Allowed::any || descends_from(t, me.current) || in_group_of(t, me.current);
}

// The same for a task that somebody may take meanwhile: a guess, never wrong memory, as descriptors stay descriptors.
bool seems_allowed(Worker& me, const Task* t, Allowed allowed) {
  return t != nullptr && (allowed == Allowed::any || descends_from(t, me.current));
}

// A task that the taker may not run. A thread that looked for work while it was in nobody's hands sleeps by now.
void put_aside(TeamTasks& team, Task* t) {
  team.shared.put(t, t->has(task::kPriority) ? t->priority : 0);
  wake_idle(team);  // [SLEEP-1]
}

Task* steal_from(Worker& me, TeamThread& victim, Allowed allowed) {
  if (victim.deque.public_items() == 0) return nullptr;
  if (allowed != Allowed::any && !seems_allowed(me, victim.deque.peek(), allowed)) return nullptr;
  Task* t = victim.deque.steal();
  if (t == nullptr) return nullptr;
  // [TEAM-1] With a task unfinished the victim stays where it is.
  if (victim.team != me.thread->team) [[unlikely]] {
    put_aside(*victim.team, t);
    return nullptr;
  }
  if (!may_run(me, t, allowed)) {
    // Somebody was quicker and this is another task: it waits where every thread looks.
    put_aside(*me.thread->team, t);
    return nullptr;
  }
  Counters::add(me.counters.stolen);
  // Where one was, more may be: the next sleeper should know.
  if (me.thread->team->sleepers.load(relaxed) != 0 && victim.deque.public_items() != 0)  // hints
    me.thread->team->idle_event.nudge_one();
  return t;
}

Task* steal(Worker& me, Allowed allowed) {
  TeamThread& thread = *me.thread;
  TeamTasks& team = *thread.team;
  const int n = team.size;
  if (n == 1) return nullptr;
  int victim = thread.last_victim;
  const int tries = n < 8 ? n : 8;
  for (int i = 0; i < tries; ++i) {
    if (victim != thread.number && victim < n) {
      TeamThread& v = *team.threads[victim];
      if (Task* t = steal_from(me, v, allowed)) {
        thread.last_victim = victim;
        return t;
      }
      if (v.deque.private_items() != 0) v.deque.ask();
    }
    victim = n <= 8 ? (victim + 1 >= n ? 0 : victim + 1) : static_cast<int>(next_random(me) % static_cast<std::uint32_t>(n));
  }
  return nullptr;
}

// A constrained thread found nothing that it may take: a task that it waits for may stand behind others at a public
// end. They go to the shared queue, where everybody may pick.
Task* dig(Worker& me, Effort effort) {
  TeamTasks& team = *me.thread->team;
  if (Task* t = team.shared.take([&](Task* candidate) { return may_run(me, candidate, Allowed::descendants); })) return t;
  // Dug up before and nobody wanted them yet: but those who would may all be busy for long.
  if (!team.shared.looks_empty() && effort == Effort::usual) return nullptr;
  for (int i = 0; i < team.size; ++i) {
    queue::SplitDeque<Task>& deque = team.threads[i]->deque;
    for (int n = std::min(deque.public_items(), kMostDug); n > 0; --n) {
      Task* t = deque.steal();
      if (t == nullptr) break;
      if (may_run(me, t, Allowed::descendants)) return t;
      put_aside(team, t);
    }
  }
  return nullptr;
}

// Somebody keeps tasks private and does not answer.
bool raid_someone(Worker& me) {
  TeamTasks& team = *me.thread->team;
  bool found = false;
  for (int i = 0; i < team.size; ++i) {
    TeamThread& victim = *team.threads[i];
    if (&victim == me.thread || victim.deque.private_items() == 0) continue;
    Counters::add(me.counters.raids);
    found = victim.deque.raid(static_cast<std::uint16_t>(me.id + 1)) || found;
  }
  return found;
}

}  // namespace

Task* next_task(Worker& me, Allowed allowed) {
  TeamThread& thread = *me.thread;
  if (!thread.team->shared.looks_empty()) [[unlikely]] {
    const auto accepts = [&](Task* candidate) { return may_run(me, candidate, allowed); };
    Task* t = thread.team->shared.take(accepts, kQuickLooks);
    if (t != nullptr) return t;
  }
  if (Task* t = thread.deque.pop(thread.floor)) return t;
  if (!thread.team->tasking.load(relaxed)) return nullptr;  // hint; SLEEP-1 rechecks
  return steal(me, allowed);
}

Task* search_hard(Worker& me, Allowed allowed, Effort effort) {
  if (!me.thread->team->tasking.load(relaxed)) return nullptr;  // hint, as in next_task
  raid_someone(me);
  return allowed == Allowed::any ? next_task(me, allowed) : dig(me, effort);
}

void submit_special(Worker& me, Task* t) {
  // A detachable task must not hold its creator up until somebody fulfils the event.
  const bool defers = me.thread->defers || t->has(task::kDetachable);
  if (!defers || t->has(task::kFinal)) return run_undeferred(me, t);
  count_created(me, t);
  count_deferred(me);
  if (t->has(task::kDependent) || !t->has(task::kPriority)) return make_available(me, t);
  TeamTasks& team = *me.thread->team;
  team.shared.put(t, t->priority);
  team.tasking.store(true, relaxed);  // [SLEEP-1] ordered in wake_idle
  wake_idle(team);
}

void submit_slow(Worker& me, Task* t, queue::PushResult result) {
  TeamThread& thread = *me.thread;
  TeamTasks& team = *thread.team;
  if (result == queue::PushResult::full) {
    if (!thread.deque.has_ring()) {
      auto* slots = static_cast<atomic<Task*>*>(platform::allocate_forever(kRing * sizeof(atomic<Task*>)));
      thread.deque.set_ring(slots, kRing);
      thread.deque.ask_self();
      return make_available(me, t);
    }
    // More than anybody can eat: depth first, here.
    Counters::add(me.counters.overflowed);
    return execute(me, t);
  }
  if (!team.tasking.load(relaxed)) team.tasking.store(true, relaxed);  // [SLEEP-1] ordered by the fence below
  thread.deque.clear_question();
  platform::fence_seq_cst();  // [SLEEP-1] [ASK-1] bottom, tasking, question before sleepers; they have the other order
  thread.deque.publish(queue::Share::half);
  if (team.sleepers.load(relaxed) != 0) {  // [SLEEP-1]
    team.idle_event.nudge_one();
    if (team.sleepers.load(relaxed) > 1) thread.deque.ask_self();  // hint: the next push wakes the next one
  }
}

void make_ready(Worker& me, Task* list, ReadyQueue queue) {
  while (list != nullptr) {
    Task* t = list;
    list = t->next;
    if (t->has(task::kUndeferred)) {
      Worker& owner = *workers[t->owner];
      t->handshake.store(1, release);
      wake(owner);
      continue;
    }
    auto* team = static_cast<TeamTasks*>(t->dependences->team);
    if (queue == ReadyQueue::own && me.thread->deque.has_ring() && !t->has(task::kPriority)) {
      const queue::PushResult result = me.thread->deque.push(t);
      if (result == queue::PushResult::pushed) continue;
      if (result == queue::PushResult::pushed_and_asked) {
        submit_slow(me, t, result);
        continue;
      }
    }
    team->shared.put(t, t->has(task::kPriority) ? t->priority : 0);
    team->tasking.store(true, relaxed);  // [SLEEP-1] ordered in wake_idle
    wake_idle(*team);
  }
}

void begin_region(Worker& me) {
  TeamThread& thread = *me.thread;
  thread.floor = thread.deque.bottom();
  thread.deque.ask_self();  // [SLEEP-1] the first push goes the slow way
}

void wake_idle(TeamTasks& team) {
  platform::fence_seq_cst();  // [SLEEP-1] what was written before, then the sleepers
  if (team.sleepers.load(relaxed) != 0) team.idle_event.signal();
}

void sleep_idle(Worker& me, Condition done) {
  TeamTasks& team = *me.thread->team;
  const std::uint32_t announced = team.idle_event.announce();
  team.sleepers.fetch_add(1, seq_cst);  // [SLEEP-1] before the checks below
  platform::fence_seq_cst();            // [SLEEP-1] as in wake_idle and submit_slow
  bool work = done.holds(done.argument) || !team.shared.looks_empty();
  bool ordered = true;
  if (!work && team.tasking.load(relaxed)) {
    for (int i = 0; i < team.size; ++i) team.threads[i]->deque.ask();
    ordered = platform::fence_heavy();  // [SLEEP-1]
    for (int i = 0; i < team.size && !work; ++i) {
      queue::SplitDeque<Task>& deque = team.threads[i]->deque;
      work = deque.public_items() != 0 || deque.private_items() != 0;
    }
    if (work) raid_someone(me);
    work = work || done.holds(done.argument);
  }
  // Without the heavy fence a push may have been missed: look again soon.
  if (!work) team.idle_event.sleep(announced, ordered ? 0 : 1'000'000);
  team.sleepers.fetch_sub(1, relaxed);  // a count too high for a moment costs one needless wake-up
}

}  // namespace xomp::sched
