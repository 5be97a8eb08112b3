// The walk up the chain of parents, and the looks into the shared queue that need it.
#include "core/sched/constraint.h"

#include "core/sched/hand_over.h"
#include "core/task/taskgroup.h"

namespace xomp::sched {

namespace {

enum class Kinship { none, unsure, descends };

constexpr int kMaxAncestors = 64;  // length of a chain that CONSTRAINT-1 follows
constexpr int kQuickLooks = 8;     // tasks in the shared queue that a constrained thread looks at in passing

// CONSTRAINT-1. `descends` is sure when the caller holds `t`; otherwise each result is a guess. `unsure`: the chain is
// too long, or a parent has ended.
Kinship kinship(const Task* t, const Task* ancestor) {
  if (ancestor->has(task::kImplicit))
    return t->root.load(relaxed) == ancestor->root.load(relaxed) ? Kinship::descends : Kinship::none;  // guess, or held
  if (t->depth.load(relaxed) <= ancestor->depth.load(relaxed)) return Kinship::none;                   // likewise
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
  put_aside(*me.thread->team, t);
  return nullptr;
}

Task* take_shared(Worker& me, Allowed allowed) {
  return me.thread->team->shared.take([&](Task* candidate) { return is_permitted(me, candidate, allowed); });
}

Task* look_at_shared(Worker& me, Allowed allowed) {
  TeamThread& thread = *me.thread;
  SharedQueue& shared = thread.team->shared;
  const std::uint32_t puts = shared.puts();
  if (allowed != Allowed::any && thread.refused_in == me.current && thread.refused_puts == puts) return nullptr;
  const auto accepts = [&](Task* candidate) { return is_permitted(me, candidate, allowed); };
  const SharedQueue::Look look = shared.try_take(accepts, kQuickLooks);
  if (look.task == nullptr && look.looked) {
    thread.refused_in = me.current;
    thread.refused_puts = puts;
  }
  return look.task;
}

}  // namespace xomp::sched
