// Handing over a new task with clauses, and asking the policy whether tasks enough wait.
#include "core/sched/spawn.h"

#include "core/sched/constraint.h"
#include "core/sched/dependent.h"
#include "core/sched/execute.h"
#include "core/sched/hand_over.h"
#include "core/sched/held_memory.h"
#include "core/sched/in_place.h"
#include "core/sched/pending.h"
#include "core/sched/suspended.h"
#include "core/sched/taskgraph.h"
#include "core/sched/waiting.h"
#include "core/sched/watched.h"
#include "core/task/dependences.h"
#include "platform/memory.h"

namespace xomp::sched {

namespace {
// In a larger team few threads make tasks that others take. So each has its rings only when it needs them.
constexpr std::int32_t kCrowd = 64;
}  // namespace

Task* regain_memory(Worker& me, std::size_t bytes, std::uint32_t* size_class) {
  Task* found = nullptr;
  const Task* const self = me.current;  // stays where it is: a task with children that others may find is published
  wait_until(me, Awaited::memory, [&] {
    take_returned(me);
    found = me.pool.try_allocate(bytes, size_class);
    return found != nullptr || self->children() == 0;
  });
  if (found == nullptr && me.current->has(task::kHasTable)) {  // the table still holds tasks that have ended
    task::forget_siblings(me.pool, me.current);
    found = me.pool.try_allocate(bytes, size_class);
  }
  if (found == nullptr) found = me.pool.allocate_from_reserve(bytes, size_class);
  if (found == nullptr) platform::out_of_memory("a task");
  return found;
}

void begin_region(Worker& me) {
  use_held_memory(me);
  TeamThread& thread = *me.thread;
  if (thread.policy_object != thread.team->policy_object.load(relaxed)) [[unlikely]]  // published with the region
    claim_object(thread);
  thread.most_children = kMostChildren;
  thread.deep_from = usual_depth();
  thread.grant = &thread.no_grant;
  thread.full_left = thread.full_streak = 0;
  thread.has_left_stacks = thread.is_bound = thread.is_in_barrier = false;
  thread.barrier_wait = nullptr;
  thread.refused_in = thread.passed_in = nullptr;           // of another team's queue, perhaps
  thread.created_when_full = thread.created_at_return = 0;  // `created` begins anew
  if (is_many(*thread.team)) me.returned_rings.expect_many();
  if (thread.team->size <= kCrowd) me.returned_rings.make();
  policy->begin_region(me);
}

namespace {

inline bool ask(Worker& me) {
  TeamThread& thread = *me.thread;
  if (thread.deep_from == kNeverDeep) return false;
  if (thread.deep_from == kWatchedDepth) [[unlikely]]
    return usual_depth() != kNeverDeep && policy->grant_in_place(me) != Grant::none;
  const Grant grant = policy->grant_in_place(me);
  thread.grant = grant == Grant::until_requested ? thread.requested : &thread.no_grant;
  return grant != Grant::none;
}

}  // namespace

bool ask_if_enough(Worker& me) { return ask(me); }

bool is_deep_unwatched(const Worker& me) {
  const Task& current = *me.current;
  if (usual_depth() == kNeverDeep || is_frozen(*me.thread)) return false;
  return !current.has(task::kKnown) || current.depth.load(relaxed) >= usual_depth();  // its own
}

[[gnu::noinline, gnu::cold]] static Fate note_watched(Worker& me, bool may_be_deferred) {
  me.seen.may_be_deferred = may_be_deferred;
  return Fate::in_place_with_a_look;
}

// A task that a recorded region makes comes to submit(), whatever its fate is there. Tasks that the thread runs meanwhile are as ever.
[[gnu::noinline, gnu::cold]] static Fate settle_beside_recording(Worker& me, bool may_be_deferred) {
  if (is_recorded(me)) {
    if (!may_be_deferred) record_undeferred(me);
    return Fate::deferred;
  }
  const bool is_deferred = may_be_deferred && me.thread->defers && !(is_deep_unwatched(me) && ask(me));
  return is_deferred ? Fate::deferred : Fate::in_place_with_a_look;
}

Fate settle_fate(Worker& me, bool may_be_deferred) {
  if (me.thread->deep_from == kWatchedDepth) [[unlikely]] {
    if (me.current->has(task::kWatched)) return note_watched(me, may_be_deferred);
    if (me.recording != nullptr) return settle_beside_recording(me, may_be_deferred);
    me.thread->deep_from =
        usual_depth();  // the recorder left this task out: its descendants are no different from others
  }
  if (may_be_deferred && me.thread->defers && !ask(me)) return Fate::deferred;
  return platform::stack_address() >= me.look_below ? Fate::in_place : Fate::in_place_with_a_look;
}

namespace {

// Says whether the team's shared queue must order a task with a priority, since the policy does not.
bool is_shared(const Worker& me, const Task* t) {
  return t->has(task::kPriority) && !(policy->by_priority && !me.thread->team->alone);
}

// Says whether the thread must run a task now, because too many with a priority wait (PRIORITY-1), and whether that is
// this new one.
bool is_next(Worker& me, const Task* t) {
  const SharedQueue& shared = me.thread->team->shared;
  return shared.is_full(me.id) && t->priority >= shared.highest_priority() && !t->has(task::kDetachable);
}

[[gnu::always_inline]] inline void count_new(Worker& me, Task* t) {
  adopt(me, t);
  count_created(me, t);
  count_deferred(me);
  take_returned_at_times(me);
}

void submit_shared(Worker& me, Task* t) {
  if (lists_tasks) [[unlikely]] {
    collect_if_due(me);
    list(me, t);
  }
  count_new(me, t);
  if (!me.thread->team->shared.is_full(me.id)) return put_prioritised(me, t);
  Counters::add(me.counters.overflowed);
  take_returned(me);
  Task* const better = take_urgent(me, t->priority);
  if (better != nullptr) put_prioritised(me, t);
  const OnTop on_top(me);
  execute(me, better != nullptr ? better : t);
  share_rest(me);
}

}  // namespace

void submit(Worker& me, Task* t) {
  watch_if_new(me, t);
  if (me.recording != nullptr && record_task(me, t)) [[unlikely]]
    return run_undeferred(me, t);
  const bool included = me.current->has(task::kFinal);  // a final task itself may wait for a thread
  const bool waits = t->has(task::kDetachable);         // a thread may have to go on for it to end
  const bool shared = is_shared(me, t);
  if (included || (!me.thread->defers && !waits) || (!t->has(task::kSpecial) && runs_in_place(me)) ||
      (shared && is_next(me, t)))
    return run_undeferred(me, t);
  if (shared) return submit_shared(me, t);
  if (starts_alone(me, t)) {
    count_new(me, t);
    const OnTop on_top(me);
    return execute(me, t);
  }
  TeamTasks& team = *me.thread->team;
  if (!team.alone) return defer(me, t);
  count_new(me, t);
  spill(team, t);
}

void submit_quietly(Worker& me, Task* t) {
  const bool usual = me.thread->defers && !me.thread->team->alone && !lists_tasks;
  if (!usual || t->has(task::kSpecial) || me.current->has(task::kFinal | task::kWatched)) return submit(me, t);
  policy->defer_quietly(me, t);
}

}  // namespace xomp::sched
