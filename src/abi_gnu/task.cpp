// The GOMP entries for explicit tasks. Code that gcc generated calls them, from threads of a team or from others.
#include <cstdint>

#include "abi_gnu/depend.h"
#include "abi_gnu/task_record.h"
#include "core/api/watch.h"
#include "platform/cpu.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;
using sched::Worker;
using task::Task;

namespace {

[[gnu::noinline]] void apply_flags(Worker& me, Task* t, unsigned flags, int priority, task::EventHandle* detach,
                                   void* data) {
  if ((flags & kFinal) != 0) t->set(task::kFinal);
  if ((flags & kPriority) != 0) set_priority(t, priority);
  if ((flags & kDetach) != 0) {
    const task::EventHandle event = sched::open_event(me, t);
    *detach = event;
    if (data != nullptr) *static_cast<task::EventHandle*>(data) = event;  // the body reads the record's first word
  }
}

using Mode = task::DependenceBuilder::Mode;

auto adder(void** depend) {
  return [depend](auto& builder) { add_dependences(builder, depend); };
}

[[gnu::noinline]] void create_plain(Worker& me, TaskBody body, void* data, long bytes, std::uint32_t tie) {
  Task* t = try_make_task(me, body, static_cast<std::size_t>(bytes), 1);
  if (t == nullptr) [[unlikely]]
    return api::run_now(me, body, data, tie);
  t->set(tie);
  copy_record(t->data, data, static_cast<std::size_t>(bytes));
  api::submit_plain(me, t);
}

// This is apart from GOMP_task, so that that one keeps few registers. GOMP_task jumps here, so this function returns to the program. Most
// arguments are where that one has them.
[[gnu::noinline]] void create_untied(TaskBody body, void* data, Worker& me, long bytes, long, unsigned if_clause) {
  api::spawn_record<create_plain>(me, body, data, bytes, (if_clause & 0xff) != 0, task::kUntied);
}

// Returns the first place in `room` that is aligned as a record needs it.
void* align(void* room, std::size_t alignment) {
  const auto address = reinterpret_cast<std::uintptr_t>(room);
  return reinterpret_cast<void*>((address + alignment - 1) & ~(alignment - 1));
}

// Runs the task at once, because there is no memory for a descriptor. The record for the body is made on the stack.
[[gnu::noinline, gnu::cold]] void run_copy_now(Worker& me, TaskBody body, void* data, Copy copy, std::size_t bytes,
                                               std::size_t alignment) {
  void* const record = align(__builtin_alloca(bytes + alignment - 1), alignment);
  copy(record, data);
  if (me.recording != nullptr) sched::break_recording(me);
  sched::run_on_stack(me, body, record, false, task::kMustRun);  // false: looks first whether the stack suffices
}

// Does what create_copied() does for a task that is deferred.
[[gnu::noinline]] void defer_copied(Worker& me, TaskBody body, void* data, Copy copy, std::size_t bytes,
                                    std::size_t alignment, std::uint32_t tie) {
  Task* const t = try_make_task(me, body, bytes, alignment);
  if (t == nullptr) [[unlikely]]
    return run_copy_now(me, body, data, copy, bytes, alignment);
  t->set(tie);
  fill(t, data, copy, bytes);
  sched::defer(me, t);
}

struct Clauses {
  bool deferred;
  unsigned flags;
  void** depend;
  int priority;
  void* detach;
  const void* address;  // that GOMP_task returns to
};

// Makes a task with any clause that makes it more than a plain deferred one.
void create(Worker& me, TaskBody body, void* data, Copy copy, long bytes, long alignment, const Clauses& clauses) {
  const auto& [deferred, flags, depend, priority, detach, address] = clauses;
  const auto size = static_cast<std::size_t>(bytes);
  const auto aligned = static_cast<std::size_t>(alignment);
  Task* t;
  constexpr std::size_t kMostOnStack = std::size_t{256} << 10;  // where memory is short, a stack may not grow, either
  if (copy != nullptr && size <= kMostOnStack && (flags & (kFinal | kPriority | kDetach | kDepend)) == 0) {
    t = try_make_task(me, body, size, aligned);
    if (t == nullptr) [[unlikely]]
      return run_copy_now(me, body, data, copy, size, aligned);
  } else {
    t = make_task(me, body, size, aligned, 0);
  }
  if (!deferred) t->set(task::kUndeferred);
  if ((flags & kUntied) != 0) t->set(task::kUntied);
  if ((flags & (kFinal | kPriority | kDetach)) != 0) [[unlikely]]
    apply_flags(me, t, flags, (flags & kPriority) != 0 ? priority : 0, static_cast<task::EventHandle*>(detach), data);
  fill(t, data, copy, size);
  if ((flags & kDepend) != 0) {
    if (!api::is_task_watched(me)) [[likely]]
      return api::spawn_dependent(me, t, Mode::registered, adder(depend));
    return api::spawn_watched_dependent(me, t, Mode::registered, adder(depend), {address, nullptr});
  }
  if (!deferred && !sched::is_recorded(me)) return sched::run_undeferred(me, t);
  sched::submit(me, t);  // recorded, an undeferred one is run there
}

// Makes such a task while a tool follows the parent. The tool hears of an undeferred task with dependences what it would hear of clang's
// code: a taskwait with these dependences, and a task without any. This is not done for a task with an event, because the event may keep
// others waiting after the body. So such a task is registered with its dependences.
[[gnu::noinline, gnu::cold]] void create_other_watched(Worker& me, TaskBody body, void* data, Copy copy, long bytes,
                                                       long alignment, Clauses clauses, void* frame) {
  const api::Call from{clauses.address, frame};
  if (!clauses.deferred && (clauses.flags & (kDepend | kDetach)) == kDepend) {
    api::wait_for_dependences(me, false, adder(clauses.depend), from);
    clauses.flags &= ~unsigned{kDepend};
  }
  const api::WatchedCall inside(me, from);
  create(me, body, data, copy, bytes, alignment, clauses);
}

[[gnu::noinline]] void create_by_clauses(Worker& me, TaskBody body, void* data, Copy copy, long bytes, long alignment,
                                         const Clauses& clauses, void* frame) {
  if (!api::is_task_watched(me)) [[likely]]
    return create(me, body, data, copy, bytes, alignment, clauses);
  create_other_watched(me, body, data, copy, bytes, alignment, clauses, frame);
}

// Makes all tasks that are not plain. GOMP_task jumps here, because the arguments are the same. So GOMP_task needs no frame, and this
// function returns to the program.
[[gnu::noinline]] void create_other(TaskBody body, void* data, Copy copy, long bytes, long alignment,
                                    unsigned if_clause, unsigned flags, void** depend, int priority, void* detach) {
  Worker& me = team::self();
  if ((flags & ~(kUntied | kMergeable)) == 0 && alignment <= 64)  // with objects it went to create_copied
    return create_untied(body, data, me, bytes, alignment, if_clause);
  const Clauses clauses{(if_clause & 0xff) != 0, flags, depend, priority, detach, platform::return_address()};
  create_by_clauses(me, body, data, copy, bytes, alignment, clauses, platform::frame_address());
}

// Makes a task whose record has objects with constructors. Compiled code destroys the record in the body. So a task that runs here and now
// needs a copy, too. GOMP_task jumps here, as to create_other.
[[gnu::noinline]] void create_copied(TaskBody body, void* data, Copy copy, long bytes, long alignment,
                                     unsigned if_clause, unsigned flags, void** depend, int priority, void* detach) {
  constexpr long kFewBytes = 1024;  // a record of so many bytes still leaves room on a stack that has some
  Worker& me = team::self();
  const bool may_be_deferred = (if_clause & 0xff) != 0;
  if (alignment > 64 || bytes > kFewBytes || me.current->has(task::kUnusualChildren)) [[unlikely]]
    return create_by_clauses(me, body, data, copy, bytes, alignment,
                             {may_be_deferred, flags, depend, priority, detach, platform::return_address()},
                             platform::frame_address());
  const std::uint32_t tie = (flags & kUntied) != 0 ? std::uint32_t{task::kUntied} : 0;
  const auto record_bytes = static_cast<std::size_t>(bytes), record_alignment = static_cast<std::size_t>(alignment);
  sched::Fate fate = sched::fate_of(me, may_be_deferred);
  if (fate == sched::Fate::open) fate = sched::settle_fate(me, may_be_deferred);
  if (fate == sched::Fate::deferred) return defer_copied(me, body, data, copy, record_bytes, record_alignment, tie);
  void* const record = align(__builtin_alloca(record_bytes + record_alignment - 1), record_alignment);
  copy(record, data);
  sched::run_on_stack(me, body, record, fate == sched::Fate::in_place, 0, tie);
}

}  // namespace

// `if_clause` is a bool in an unsigned, of which only the lowest byte counts. It is handed on as it comes.
XOMP_EXPORT void GOMP_task(TaskBody body, void* data, Copy copy, long bytes, long alignment, unsigned if_clause,
                           unsigned flags, void** depend, int priority, void* detach) {
  Worker* const me = sched::own_worker;
  const auto is_other = [&]() __attribute__((always_inline)) {
    create_other(body, data, copy, bytes, alignment, if_clause, flags, depend, priority, detach);
  };
  // One test follows another, because gcc would turn the answers of a combined test into numbers first, for each task.
  if ((flags & ~(kMergeable | kUntied)) != 0) [[unlikely]]
    return is_other();
  if (copy != nullptr) [[unlikely]]
    return create_copied(body, data, copy, bytes, alignment, if_clause, flags, depend, priority, detach);
  if (alignment > 64 || me == nullptr) [[unlikely]]
    return is_other();
  if ((flags & kUntied) != 0) [[unlikely]]
    return create_untied(body, data, *me, bytes, alignment, if_clause);
  api::spawn_record<create_plain>(*me, body, data, bytes, (if_clause & 0xff) != 0, 0);
}

namespace {

// The entry jumps here, so that it needs no frame. So this function returns to the program.
[[gnu::noinline, gnu::cold]] void wait_watched() { api::watched_taskwait(team::self(), api::here()); }

}  // namespace

XOMP_EXPORT void GOMP_taskwait() {
  Worker* const me = sched::own_worker;
  if (me == nullptr) [[unlikely]]
    return wait_watched();  // this finds out whether a tool watches
  const std::int32_t unfinished = me->current->unfinished;
  if (unfinished == 0) return;
  if (unfinished < 0) [[unlikely]]  // [WATCH-1]
    return wait_watched();
  sched::policy->wait_for_children(*me);
}

XOMP_EXPORT void GOMP_taskwait_depend(void** depend) {
  api::wait_for_dependences(team::self(), false, adder(depend), api::here());
}

XOMP_EXPORT void GOMP_taskwait_depend_nowait(void** depend) {
  api::wait_for_dependences(team::self(), true, adder(depend), api::here());
}

XOMP_EXPORT void GOMP_taskyield() {
  Worker& me = team::self();
  if (api::is_watched()) [[unlikely]]
    return api::watched_taskyield(me, api::here());
  sched::taskyield(me);
}

XOMP_EXPORT void GOMP_taskgroup_start() {
  Worker& me = team::self();
  if (api::is_watched()) [[unlikely]]
    return api::watched_begin_taskgroup(me, api::here());
  sched::begin_taskgroup(me);
}

XOMP_EXPORT void GOMP_taskgroup_end() {
  Worker& me = team::self();
  if (api::is_watched()) [[unlikely]]
    return api::watched_end_taskgroup(me, api::here());
  sched::end_taskgroup(me);
}
