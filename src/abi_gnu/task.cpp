// GOMP entries for explicit tasks. Called by code that gcc generated, from threads of a team or outside.
#include <cstdint>
#include <cstring>

#include "abi_gnu/depend.h"
#include "platform/export.h"
#include "core/sched/scheduler.h"
#include "core/task/dependences.h"
#include "core/team/team.h"

using namespace xomp;
using sched::Worker;
using task::Task;

namespace {

using Body = void (*)(void*);
using Copy = void (*)(void* to, void* from);

enum GnuFlag : unsigned {
  kUntied = 1,
  kFinal = 2,
  kMergeable = 4,
  kDepend = 8,
  kPriority = 16,
  kDetach = 8192,
};

// A descriptor with the record's bytes aligned as asked.
Task* make_task(Worker& me, Body body, std::size_t bytes, std::size_t alignment, std::uint32_t flags) {
  const std::size_t extra = alignment > 64 ? alignment : 0;
  Task* t = sched::create_task(me, bytes + extra, flags | task::kPlainBody);
  auto place = reinterpret_cast<std::uintptr_t>(task::data_of(t));
  if (extra != 0) place = (place + alignment - 1) & ~(alignment - 1);
  t->body = reinterpret_cast<void*>(body);
  t->data = reinterpret_cast<void*>(place);
  return t;
}

void fill(Task* t, void* data, Copy copy, std::size_t bytes) {
  if (copy != nullptr) {
    copy(t->data, data);
    t->set(task::kMustRun);
  } else if (bytes != 0) {
    std::memcpy(t->data, data, bytes);
  }
}

[[gnu::noinline]] void apply_flags(Worker& me, Task* t, unsigned flags, int priority, void** detach, void* data) {
  if ((flags & kFinal) != 0) t->set(task::kFinal);
  if ((flags & kPriority) != 0 && priority > 0 && icv::global.max_task_priority > 0) {
    t->priority = priority < icv::global.max_task_priority ? priority : icv::global.max_task_priority;
    t->set(task::kPriority);
  }
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
  task::DependenceBuilder builder(me.pool, me.current, t, nowait ? Mode::registered : Mode::only_waits, me.thread->team);
  abi_gnu::add_dependences(builder, depend);
  sched::submit_dependent(me, t, builder);
}

}  // namespace

XOMP_EXPORT void GOMP_task(Body body, void* data, Copy copy, long bytes, long alignment, bool deferred, unsigned flags,
                           void** depend, int priority, void* detach) {
  Worker& me = team::self();
  const std::uint32_t cancellable = icv::global.cancellation ? std::uint32_t{task::kCancellable} : 0;
  const auto size = static_cast<std::size_t>(bytes);
  Task* t = make_task(me, body, size, static_cast<std::size_t>(alignment), cancellable);
  if (!deferred) t->set(task::kUndeferred);
  if ((flags & (kFinal | kPriority | kDetach)) != 0) [[unlikely]]
    apply_flags(me, t, flags, (flags & kPriority) != 0 ? priority : 0, static_cast<void**>(detach), data);
  fill(t, data, copy, size);
  if ((flags & kDepend) != 0) {
    task::DependenceBuilder builder(me.pool, me.current, t, task::DependenceBuilder::Mode::registered, me.thread->team);
    abi_gnu::add_dependences(builder, depend);
    return sched::submit_dependent(me, t, builder);
  }
  if (!deferred) [[unlikely]] return sched::run_undeferred(me, t);
  sched::submit(me, t);
}

XOMP_EXPORT void GOMP_taskwait() { sched::taskwait(team::self()); }

XOMP_EXPORT void GOMP_taskwait_depend(void** depend) { wait_for_dependences(team::self(), depend, false); }

XOMP_EXPORT void GOMP_taskwait_depend_nowait(void** depend) { wait_for_dependences(team::self(), depend, true); }

XOMP_EXPORT void GOMP_taskyield() { sched::taskyield(team::self()); }

XOMP_EXPORT void GOMP_taskgroup_start() { sched::begin_taskgroup(team::self()); }

XOMP_EXPORT void GOMP_taskgroup_end() { sched::end_taskgroup(team::self()); }
