// The walk up the chain of parents, and the looks into the shared queue that need it.
#include "core/sched/constraint.h"

#include <optional>

#include "core/sched/hand_over.h"
#include "core/task/taskgroup.h"

namespace xomp::sched {

namespace {

enum class Kinship { none, unsure, descends };

constexpr int kMaxAncestors = 64;  // length of a chain that CONSTRAINT-1 follows
// How many tasks a constrained thread looks at in each part of the shared queue: in passing, and before it gives up for
// a while. With Effort::utmost it looks at all of them.
constexpr int kQuickLooks = 8, kUsualLooks = 64;

// CONSTRAINT-1. `descends` is sure when the caller holds `t`. Otherwise each result is a guess. `unsure`: the chain is
// too long, or a parent has ended.
Kinship kinship(const Task* t, const Task* ancestor) {
  if (ancestor->has(task::kImplicit))
    return t->root.load(relaxed) == ancestor->root.load(relaxed) ? Kinship::descends : Kinship::none;  // guess, or held
  const std::int64_t above =
      std::int64_t{t->depth.load(relaxed)} - std::int64_t{ancestor->depth.load(relaxed)};  // likewise
  if (above <= 0) return Kinship::none;
  if (above > kMaxAncestors + 1) return Kinship::unsure;
  const Task* chain[kMaxAncestors];
  int n = 0;
  const Task* at = t->parent.load(acquire);
  for (; n + 1 < above && at != ancestor && at != nullptr && !at->has(task::kImplicit); at = at->parent.load(acquire))
    chain[n++] = at;
  platform::fence_acquire();  // the flags are read after the links
  while (n-- > 0)
    if ((chain[n]->flags.load(acquire) & task::kOrphaned) != 0) return Kinship::unsure;  // [CONSTRAINT-1]
  return at == ancestor ? Kinship::descends : Kinship::none;
}

bool descends_from(const Task* t, const Task* ancestor) { return kinship(t, ancestor) == Kinship::descends; }

// CONSTRAINT-1. The caller holds `t`, so it is unfinished and its groups are open.
bool in_group_of(const Task* t, const Task* ancestor) {
  for (const task::Taskgroup* group = t->taskgroup; group != nullptr; group = group->outer)
    if (group->opened_by == ancestor) return true;
  return false;
}

}  // namespace

bool is_permitted(Worker& me, const Task* t, Allowed allowed) {
  return allowed == Allowed::any || descends_from(t, me.current) || in_group_of(t, me.current);
}

bool seems_permitted(Worker& me, const Task* t, Allowed allowed) {
  return t != nullptr && (allowed == Allowed::any || descends_from(t, me.current));
}

bool may_be_waited_for(Worker& me, const Task* t) {
  if (t == nullptr) return false;
  const Kinship found = kinship(t, me.current);
  if (found != Kinship::unsure) return found == Kinship::descends;
  const task::Taskgroup* const group = me.current->taskgroup;
  return group != nullptr && group->opened_by == me.current;  // [CONSTRAINT-1] a member, perhaps
}

bool seems_to_descend(const Task* t, const Task* ancestor) { return descends_from(t, ancestor); }

Task* permitted(Worker& me, Task* t, Allowed allowed) {
  if (is_permitted(me, t, allowed)) return t;
  spill(*me.thread->team, t);
  return nullptr;
}

namespace {

SharedQueue::Wanted wanted_by(const Worker& me, int looks, bool in_passing) {
  return {me.id, me.current->depth.load(relaxed) + 1, looks, in_passing, std::nullopt};  // its own depth
}
SharedQueue::Look take_descendant(Worker& me, const SharedQueue::Wanted& wanted) {
  return me.thread->team->shared.take(wanted, [&](Task* t) { return is_permitted(me, t, Allowed::descendants); });
}

// As long as the queue has the same tasks, a wait may run no more of them than before. So it need not look again.
bool has_refused(const Worker& me, std::uint32_t puts, Effort effort) {
  const TeamThread& thread = *me.thread;
  return thread.refused_in == me.current && thread.refused_puts == puts && thread.refused_with >= effort;
}
bool has_refused_all(const Worker& me) {
  return me.thread->refused_in == me.current && me.thread->refused_with == Effort::utmost;
}
void note_refused(Worker& me, std::uint32_t puts, Effort effort) {
  TeamThread& thread = *me.thread;
  thread.refused_in = me.current;
  thread.refused_puts = puts;
  thread.refused_with = effort;
}

}  // namespace

Task* take_shared(Worker& me, Allowed allowed, Effort effort) {
  SharedQueue& shared = me.thread->team->shared;
  if (shared.looks_empty()) return nullptr;
  if (allowed == Allowed::any) return shared.take_first(me.id, false);
  const std::uint32_t puts = shared.puts();
  if (has_refused(me, puts, effort)) return nullptr;
  SharedQueue::Wanted wanted = wanted_by(me, effort == Effort::usual ? kUsualLooks : INT_MAX, false);
  if (has_refused_all(me)) wanted.seen = me.thread->refused_puts;
  const SharedQueue::Look look = take_descendant(me, wanted);
  if (look.task == nullptr) note_refused(me, puts, look.at_all ? Effort::utmost : effort);
  return look.task;
}

Task* look_at_shared(Worker& me, Allowed allowed) {
  SharedQueue& shared = me.thread->team->shared;
  if (allowed == Allowed::any) return shared.take_first(me.id, true);
  const SharedQueue::Wanted wanted = wanted_by(me, kQuickLooks, true);
  if (!shared.has_for(wanted)) return nullptr;
  TeamThread& thread = *me.thread;
  const std::uint32_t puts = shared.puts_at_hand(me.id);
  if (thread.passed_in == me.current && thread.passed_puts == puts) return nullptr;
  const SharedQueue::Look look = take_descendant(me, wanted);
  if (look.task == nullptr && look.looked) {
    thread.passed_in = me.current;
    thread.passed_puts = puts;
  }
  return look.task;
}

Task* take_urgent(Worker& me, std::int32_t priority) {
  const auto accepts = [&](Task* t) { return t->priority > priority && is_permitted(me, t, Allowed::descendants); };
  return me.thread->team->shared.take_prioritised(wanted_by(me, kQuickLooks, true), accepts);
}

}  // namespace xomp::sched
