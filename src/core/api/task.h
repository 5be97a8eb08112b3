// Gives the ABIs what they need for tasks: creating and handing over, dependences, waiting, taskgroups, taskloops, task reductions, events.
//
// A compiler's entry for `task` makes one of three calls. Where a task runs, and when, is decided behind them
// (core/sched/spawn.h):
//   spawn_record()     a plain task whose data is a record of its creator's, as gcc has it
//   spawn_block()      a task in a block of the runtime's, filled by compiled code, as clang has it
//   spawn_dependent()  a task with dependences
// Flags of task::Flag in the descriptor describe a task with other clauses, and such a task goes to submit(). The thread that encounters
// the construct makes all these calls.
#pragma once

#include "core/api/watch_mutex.h"
#include "core/icv/icv.h"
#include "core/sched/dependent.h"
#include "core/sched/detach.h"
#include "core/sched/in_place.h"
#include "core/sched/spawn.h"
#include "core/sched/taskgraph.h"
#include "core/sched/taskgroup.h"
#include "core/sched/taskloop.h"
#include "core/sched/waiting.h"
#include "core/sched/watched.h"
#include "core/task/dependences.h"
#include "core/task/reduction.h"
#include "core/task/task.h"
#include "core/task/taskgroup.h"
#include "core/team/construct_reductions.h"
#include "core/team/roots.h"
#include "core/team/team.h"

namespace xomp::api {

using sched::Worker;
using task::Task;

inline bool is_task_watched(const Worker& me) { return me.current->has(task::kWatched); }

// Runs a plain task on its creator's data. That is safe, because the creator waits for the task's end.
[[gnu::noinline, gnu::cold]] inline void run_on_record(Worker& me, void (*body)(void*), void* record,
                                                       std::uint32_t flags) {
  Task* const t = sched::create_task(me, 0, task::kPlainBody | flags);
  t->body = reinterpret_cast<void*>(body);
  t->data = record;
  sched::run_undeferred(me, t);
}

// Runs such a task without a descriptor, because there is no memory for one. If a tool follows the parent, the task gets one nevertheless,
// because the tool must hear of it.
[[gnu::noinline, gnu::cold]] inline void run_now(Worker& me, void (*body)(void*), void* record, std::uint32_t tie) {
  if (is_task_watched(me)) return run_on_record(me, body, record, tie);
  if (me.recording != nullptr) sched::break_recording(me);  // there is nothing to record it from
  sched::run_on_stack(me, body, record, platform::stack_address() >= me.look_below);
}

// While a tool follows the parent, every task of spawn_record() comes here.
template <auto defer>
[[gnu::noinline, gnu::cold]] inline void spawn_watched_record(Worker& me, void (*body)(void*), void* record, long bytes,
                                                              std::uint32_t tie, Call from) {
  const bool may_be_deferred = me.seen.may_be_deferred;
  if (sched::run_watched_on_stack(me, body, record, static_cast<std::size_t>(bytes), tie, may_be_deferred, from))
    return;
  const sched::WatchedCall inside(me, from);
  if (may_be_deferred) return defer(me, body, record, bytes, tie);
  run_on_record(me, body, record, task::kUndeferred | tie);
}

// Runs `body(record)` now, or calls `defer`, which makes a task with a copy of the record and hands the task to submit_plain().
// `may_be_deferred` is the if clause. `tie` is task::kUntied or 0.
template <auto defer>
[[gnu::always_inline]] inline void spawn_record(Worker& me, void (*body)(void*), void* record, long bytes,
                                                bool may_be_deferred, std::uint32_t tie) {
  sched::Fate fate = sched::fate_of(me, may_be_deferred);
  if (fate == sched::Fate::open) fate = sched::settle_fate(me, may_be_deferred);
  if (fate == sched::Fate::deferred) return defer(me, body, record, bytes, tie);
  sched::run_on_stack(me, body, record, fate == sched::Fate::in_place, 0, tie, [&]() __attribute__((always_inline)) {
    spawn_watched_record<defer>(me, body, record, bytes, tie, here());  // the place where the entry was called
  });
}

// Submits a plain task whose descriptor has its body and data.
inline void submit_plain(Worker& me, Task* t) {
  if (me.current->has(task::kUnusualChildren)) [[unlikely]]
    return sched::submit(me, t);
  sched::defer(me, t);
}

// Takes a plain task in a block the usual way: runs it now by `call()`, if nobody has to be asked for that. Otherwise it calls one of two
// functions as its last step, so that the entry need not keep anything across a call. `slowly(fate)` hands the task to submit_block().
// `openly()` does so after it has called settle_fate(), because the policy has to be asked or a tool follows the parent. All three return
// what the entry returns.
template <class Call, class Slowly, class Openly>
[[gnu::always_inline]] inline auto spawn_block(Worker& me, Task* t, Call&& call, Slowly&& slowly, Openly&& openly)
    -> decltype(openly()) {
  const sched::Fate fate = sched::fate_of(me);
  if (fate == sched::Fate::open) return openly();
  if (fate != sched::Fate::in_place || !sched::has_simple_children(me)) return slowly(fate);
  sched::run_in_place(me, t, call);
  return {};
}
// Runs or submits a task in a block. `describe()` writes body, data and priority into the descriptor; only a task that runs by `call()`
// does not need them.
template <class Call, class Describe>
inline void submit_block(Worker& me, Task* t, sched::Fate fate, Call&& call, Describe&& describe) {
  if (fate == sched::Fate::in_place && sched::is_simple_in_place(me, t)) return sched::run_in_place(me, t, call);
  if (fate == sched::Fate::in_place && sched::is_plain_but_for_parts(t) && sched::has_simple_children(me))
    return sched::run_parts_in_place(me, t, call);
  describe();
  if (fate == sched::Fate::deferred && sched::is_plain_but_for_parts(t)) return submit_plain(me, t);
  sched::submit(me, t);
}

// Submits a task with dependences, which `add(builder)` adds. core/task/dependences.h says what `mode` means.
template <class Add>
inline void spawn_dependent(Worker& me, Task* t, task::DependenceBuilder::Mode mode, Add&& add) {
  if (sched::is_recorded(me)) [[unlikely]] {
    if (task::GraphRecorder* const recorder = sched::record_dependent(me, t)) recorder->note_dependences(add);
  } else if (mode == task::DependenceBuilder::Mode::registered && sched::needs_no_dependences(me, t)) {
    return sched::submit(me, t);
  }
  sched::adopt(me, t);
  task::DependenceBuilder builder(me.pool, me.current, t, mode, me.thread->team);
  add(builder);
  sched::submit_dependent(me, t, builder);
}

}  // namespace xomp::api
