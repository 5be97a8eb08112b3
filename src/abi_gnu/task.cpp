// GOMP entries for explicit tasks. Called by code that gcc generated, from threads of a team or outside.
#include <cstdint>

#include "abi_gnu/depend.h"
#include "abi_gnu/task_record.h"
#include "core/sched/in_place.h"
#include "core/task/dependences.h"
#include "core/team/roots.h"
#include "core/team/team.h"
#include "platform/cpu.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;
using sched::Worker;
using task::Task;

namespace {

[[gnu::noinline]] void apply_flags(Worker& me, Task* t, unsigned flags, int priority, void** detach, void* data) {
  if ((flags & kFinal) != 0) t->set(task::kFinal);
  if ((flags & kPriority) != 0) set_priority(t, priority);
  if ((flags & kDetach) != 0) {
    t->completion.store(0, relaxed);  // not yet shared
    t->team = me.thread->team;
    t->set(task::kDetachable);
    *detach = t;
    if (data != nullptr) *static_cast<void**>(data) = t;  // the event is the record's first word
  }
}

void empty_body(void*) {}

void wait_for_dependences(Worker& me, void** depend, bool nowait) {
  using Mode = task::DependenceBuilder::Mode;
  Task* t = make_task(me, empty_body, 0, 1, nowait ? 0 : std::uint32_t{task::kUndeferred});
  sched::adopt(me, t);
  task::DependenceBuilder builder(me.pool, me.current, t, nowait ? Mode::registered : Mode::only_waits,
                                  me.thread->team);
  abi_gnu::add_dependences(builder, depend);
  sched::submit_dependent(me, t, builder);
}

[[gnu::noinline]] void create_plain(Worker& me, TaskBody body, const void* data, long bytes) {
  Task* t = make_task(me, body, static_cast<std::size_t>(bytes), 1, 0);
  copy_record(t->data, data, static_cast<std::size_t>(bytes));
  if (me.current->has(task::kInherited)) [[unlikely]]
    return sched::submit(me, t);
  sched::defer(me, t);
}

struct Clauses {
  bool deferred;
  unsigned flags;
  void** depend;
  int priority;
  void* detach;
};

// With any clause that makes it more than a plain deferred task.
[[gnu::noinline]] void create_special(TaskBody body, void* data, Copy copy, long bytes, long alignment,
                                      const Clauses& clauses) {
  const auto& [deferred, flags, depend, priority, detach] = clauses;
  Worker& me = team::self();
  const auto size = static_cast<std::size_t>(bytes);
  Task* t = make_task(me, body, size, static_cast<std::size_t>(alignment), 0);
  if (!deferred) t->set(task::kUndeferred);
  if ((flags & (kFinal | kPriority | kDetach)) != 0) [[unlikely]]
    apply_flags(me, t, flags, (flags & kPriority) != 0 ? priority : 0, static_cast<void**>(detach), data);
  fill(t, data, copy, size);
  if ((flags & kDepend) != 0 && !sched::needs_no_dependences(me, t)) {
    sched::adopt(me, t);
    task::DependenceBuilder builder(me.pool, me.current, t, task::DependenceBuilder::Mode::registered, me.thread->team);
    abi_gnu::add_dependences(builder, depend);
    return sched::submit_dependent(me, t, builder);
  }
  if (!deferred) return sched::run_undeferred(me, t);
  sched::submit(me, t);
}

}  // namespace

XOMP_EXPORT void GOMP_task(TaskBody body, void* data, Copy copy, long bytes, long alignment, bool deferred,
                           unsigned flags, void** depend, int priority, void* detach) {
  Worker* const me = sched::own_worker;
  if ((flags & ~(kUntied | kMergeable)) == 0 && copy == nullptr && alignment <= 64 && me != nullptr) [[likely]] {
    // The record is this task's alone.
    const std::uintptr_t at = platform::stack_address();
    const bool alone = at >= me->alone_above;
    if (alone || !deferred || !me->thread->defers || sched::runs_in_place(*me))
      return sched::run_on_stack(*me, body, data, alone || at >= me->look_below);
    return create_plain(*me, body, data, bytes);
  }
  create_special(body, data, copy, bytes, alignment, {deferred, flags, depend, priority, detach});
}

XOMP_EXPORT void GOMP_taskwait() { sched::taskwait(team::self()); }

XOMP_EXPORT void GOMP_taskwait_depend(void** depend) { wait_for_dependences(team::self(), depend, false); }

XOMP_EXPORT void GOMP_taskwait_depend_nowait(void** depend) { wait_for_dependences(team::self(), depend, true); }

XOMP_EXPORT void GOMP_taskyield() { sched::taskyield(team::self()); }

XOMP_EXPORT void GOMP_taskgroup_start() { sched::begin_taskgroup(team::self()); }

XOMP_EXPORT void GOMP_taskgroup_end() { sched::end_taskgroup(team::self()); }
