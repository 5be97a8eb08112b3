// The ABIs' part of telling a tool. They have one, because only they know where the program has called them and which construct an entry
// stands for.
//
// An entry tests is_watched() once, after it has found its worker. An entry that needs no worker tests may_be_watched(). If the answer is
// yes, the entry takes a cold path with here(). So a program without a tool pays a test of a byte that nobody writes (TOOL-1 in
// trace/tool.h).
#pragma once

#include "core/api/loop.h"
#include "core/api/region.h"
#include "core/api/sync.h"
#include "core/api/task.h"
#include "core/api/watch_mutex.h"
#include "core/sched/recorded.h"
#include "core/sched/watched.h"
#include "core/team/watched.h"
#include "platform/caller.h"
#include "trace/tool.h"

namespace xomp::api {

using sched::WatchedCall;
using team::WatchedSync;

// ---- regions ----

// Says where the region that begins next was called. `by_program` says that compiled code calls the body on the encountering thread.
inline void note_region(Worker& me, Call call, bool by_program = false) {
  me.seen.by_program = by_program;
  me.seen.call = call;
}

// Runs the body of a region from a frame whose address a tool can learn. `call(frame)` calls the body, and may say what its frame is.
template <class Body>
[[gnu::cold, gnu::noinline]] inline void run_in_frame(Worker& me, Body&& call) {
  void*& exit = me.thread->seen.frame.exit_frame.ptr;
  exit = __builtin_frame_address(0);
  call(&exit);
  exit = nullptr;
}

// ---- barriers and other waits ----

// Says which kind of barrier the thread comes to.
class WatchedBarrier {
 public:
  WatchedBarrier(Worker& me, int kind) : me_(me) { me.seen.barrier = kind; }
  ~WatchedBarrier() { me_.seen.barrier = ompt_sync_region_barrier_implementation; }
  WatchedBarrier(const WatchedBarrier&) = delete;
  WatchedBarrier& operator=(const WatchedBarrier&) = delete;

 private:
  Worker& me_;
};
[[gnu::cold, gnu::noinline]] inline Passage watched_barrier(Worker& me, Call call, int kind) {
  const WatchedCall inside(me, call);
  const WatchedBarrier barrier(me, kind);
  return pass_barrier(me);
}
[[gnu::cold, gnu::noinline]] inline bool watched_cancellable_barrier(Worker& me, Call call, int kind) {
  const WatchedCall inside(me, call);
  const WatchedBarrier barrier(me, kind);
  return cancellable_barrier(me);
}
[[gnu::cold, gnu::noinline]] inline void watched_taskwait(Worker& me, Call call) {
  if (me.recording != nullptr && !is_task_watched(me)) return sched::taskwait(me);
  if (trace::records_tasks()) return sched::Recorded::taskwait(me, call.address);
  if (me.current->children() == 0) return team::watch_no_wait(me, ompt_sync_region_taskwait, call);
  const WatchedCall inside(me, call);
  const WatchedSync wait(me, ompt_sync_region_taskwait, call.address);
  sched::taskwait(me);
}
[[gnu::cold, gnu::noinline]] inline void watched_begin_taskgroup(Worker& me, Call call) {
  team::watch_sync(me, ompt_callback_sync_region, ompt_sync_region_taskgroup, ompt_scope_begin, call.address);
  sched::begin_taskgroup(me);
}
[[gnu::cold, gnu::noinline]] inline void watched_end_taskgroup(Worker& me, Call call) {
  const WatchedCall inside(me, call);
  const WatchedSync wait(me, ompt_sync_region_taskgroup, call.address);
  sched::end_taskgroup(me);
}
[[gnu::cold, gnu::noinline]] inline void watched_taskyield(Worker& me, Call call) {
  const WatchedCall inside(me, call);
  sched::taskyield(me);
}

// ---- tasks ----

// Takes the place of a DependenceBuilder and collects the dependences that a tool is told of. Without a list it only counts them.
class DependenceList {
 public:
  explicit DependenceList(ompt_dependence_t* list = nullptr) : list_(list) {}
  int count() const { return count_; }
  void add(void* address, task::DependenceKind kind) { add_type(address, type_of(kind)); }
  void add_all_memory() { add_type(nullptr, ompt_dependence_type_out_all_memory); }
  void wait_for_siblings() {}  // the program has not named them
  void add_type(void* address, ompt_dependence_type_t type) {
    if (list_ != nullptr) {
      list_[count_].variable.ptr = address;
      list_[count_].dependence_type = type;
    }
    ++count_;
  }

 private:
  // Out and inout have one type here, because compilers do not tell them apart.
  static ompt_dependence_type_t type_of(task::DependenceKind kind) {
    switch (kind) {
      case task::DependenceKind::in: return ompt_dependence_type_in;
      case task::DependenceKind::mutexinoutset: return ompt_dependence_type_mutexinoutset;
      case task::DependenceKind::inoutset: return ompt_dependence_type_inoutset;
      default: return ompt_dependence_type_inout;
    }
  }
  ompt_dependence_t* const list_;
  int count_ = 0;
};

// Tells a tool of the dependences, which `add(list)` adds.
template <class Add>
[[gnu::cold]] inline void watch_dependences(trace::TaskRecord& record, Add&& add) {
  const ompt_callback_t function = trace::callbacks.get(ompt_callback_dependences);
  if (function == nullptr) return;
  DependenceList counted;
  add(counted);
  ompt_dependence_t items[counted.count() + 1];
  DependenceList list(items);
  add(list);
  reinterpret_cast<ompt_callback_dependences_t>(function)(&record.word, items, list.count());
}
// Does what spawn_dependent() does, and tells a tool of it. A task that is only waited for stands for a taskwait.
template <class Add>
[[gnu::cold, gnu::noinline]] inline void spawn_watched_dependent(Worker& me, Task* t,
                                                                 task::DependenceBuilder::Mode mode, const Add& add,
                                                                 Call from) {
  const WatchedCall inside(me, from);
  if (mode == task::DependenceBuilder::Mode::only_waits) sched::watch_wait_creation(me, t);
  else sched::watch_creation(me, t, {0, true});
  if (t->has(task::kWatched)) watch_dependences(*t->record, add);
  spawn_dependent(me, t, mode, add);
}

inline void empty_body(void*) {}
// Does a taskwait with dependences. It is an empty task with these dependences, for which the caller waits unless `nowait` is set.
template <class Add>
inline void wait_for_dependences(Worker& me, bool nowait, const Add& add, Call from) {
  using Mode = task::DependenceBuilder::Mode;
  Task* const t = sched::create_task(me, 0, task::kPlainBody | (nowait ? 0u : std::uint32_t{task::kUndeferred}));
  t->body = reinterpret_cast<void*>(&empty_body);
  t->data = task::data_of(t);
  const Mode mode = nowait ? Mode::registered : Mode::only_waits;
  if (is_task_watched(me)) [[unlikely]]
    return spawn_watched_dependent(me, t, mode, add, from);
  spawn_dependent(me, t, mode, add);
}

// Compiled code calls the body of such a task itself, between these two calls, from the encountering task's frame `exit`.
[[gnu::cold, gnu::noinline]] inline void watched_begin_here(Worker& me, Task* t, Call call, void* exit) {
  trace::TaskRecord* const parent = me.seen.running.load(relaxed);  // only this thread writes it
  if (parent != nullptr) parent->frame.enter_frame.ptr = call.frame;
  me.seen.call = call;
  sched::watch_creation(me, t, {ompt_task_undeferred, false});
  sched::begin_undeferred(me, t);
  if (!t->has(task::kWatched)) return;  // the recorder leaves it out
  sched::watch_start(me, me.current);
  t->record->frame.exit_frame.ptr = exit;
  t->record->frame.exit_frame_flags = ompt_frame_application | ompt_frame_cfa;
}
[[gnu::cold, gnu::noinline]] inline void watched_complete_here(Worker& me, Task* t) {
  trace::TaskRecord* const parent = t->record->below;
  sched::complete_undeferred(me, t);
  if (parent != nullptr) parent->frame.enter_frame.ptr = nullptr;
}

// ---- worksharing ----

using team::begin_work;
using team::end_work;
using team::watch_chunk;
using team::watch_masked;
using team::watch_section;
using team::watch_work;

// Returns the kind of work that a loop with this schedule is to a tool.
inline int work_kind(const worksharing::Schedule* schedule, std::int32_t team_size) {
  if (schedule == &schedules::guided && team_size == 1) return ompt_work_loop_static;  // the whole loop at once
  if (schedule == &schedules::blocks || schedule == &schedules::cyclic) return ompt_work_loop_static;
  if (schedule == &schedules::dynamic || schedule == &schedules::stealing) return ompt_work_loop_dynamic;
  if (schedule == &schedules::guided) return ompt_work_loop_guided;
  return team_size == 1 ? ompt_work_loop_static : ompt_work_loop_other;
}
// Called after the thread has begun the loop.
[[gnu::cold]] inline void watch_loop(Worker& me, const LoopParameters& loop, bool is_sections, const void* call) {
  begin_work(me, is_sections ? int{ompt_work_sections} : work_kind(loop.schedule, me.thread->team->size), loop.trip,
             call);
}
// Tells a tool what the thread got when it asked for its next chunk. `ends` says that the loop is over for this thread if there is no chunk
// left.
[[gnu::cold]] inline void watch_next(Worker& me, bool found, const Iterations& chunk, Call call, bool ends) {
  const trace::WorkRecord& work = team::thread_of(me).seen_work;
  if (!found) {
    if (ends) end_work(me, call.address);
  } else if (work.kind == ompt_work_sections) {
    watch_section(me, call.address);
  } else {
    watch_chunk(me, ompt_dispatch_ws_loop_chunk, chunk.begin, chunk.end - chunk.begin);
  }
}
// Tells a tool of a single. `ends_late` says that compiled code does not tell the end. Then the single ends when the thread comes to its
// next construct.
[[gnu::cold]] inline bool watch_single(Worker& me, bool executes, const void* call, bool ends_late) {
  if (executes) {
    begin_work(me, ompt_work_single_executor, 1, call);
  } else {
    begin_work(me, ompt_work_single_other, 1, call);
    end_work(me, call);
  }
  team::thread_of(me).seen_work.ends_late = ends_late;
  return executes;
}

// Tells a tool of a source or a sink of a doacross loop. `vector` has an element for each dimension, with the iteration's value.
[[gnu::cold]] inline void watch_doacross(Worker& me, ompt_dependence_type_t type, const std::int64_t* vector,
                                         std::uint32_t dimensions, Call call) {
  trace::TaskRecord* const task = me.seen.running.load(relaxed);  // only this thread writes it
  if (task == nullptr) return;
  const WatchedCall inside(me, call);
  watch_dependences(*task, [&](DependenceList& list) {
    for (std::uint32_t i = 0; i < dimensions; ++i) list.add_type(reinterpret_cast<void*>(vector[i]), type);
  });
}

// ---- taskloop ----

template <class Divide>
[[gnu::cold, gnu::noinline]] inline void watched_taskloop(Worker& me, std::uint64_t trip, bool nogroup,
                                                          const Divide& divide, Call from) {
  const WatchedCall inside(me, from);
  if (!nogroup) watched_begin_taskgroup(me, from);
  watch_work(me, ompt_work_taskloop, ompt_scope_begin, trip, from.address);
  divide();
  watch_work(me, ompt_work_taskloop, ompt_scope_end, trip, from.address);
  if (!nogroup) watched_end_taskgroup(me, from);
}
// Runs a taskloop, whose tasks `divide()` makes.
template <class Divide>
inline void taskloop(Worker& me, std::uint64_t trip, bool nogroup, const Divide& divide, Call from) {
  if (is_task_watched(me)) [[unlikely]]
    return watched_taskloop(me, trip, nogroup, divide, from);
  if (!nogroup) sched::begin_taskgroup(me);
  divide();
  if (!nogroup) sched::end_taskgroup(me);
}

// ---- reductions between two calls of compiled code ----

[[gnu::cold]] inline void watch_reduction(Worker& me, ompt_scope_endpoint_t endpoint, const void* call) {
  trace::WorkRecord& work = team::thread_of(me).seen_work;
  if (endpoint == ompt_scope_end && !work.reduces) return;
  work.reduces = endpoint == ompt_scope_begin;
  team::watch_sync(me, ompt_callback_reduction, ompt_sync_region_reduction, endpoint, call);
}

// ---- cancellation, errors, flush, the tool itself ----

using team::control_tool;
using team::end_tool;
using team::watch_cancel;
[[gnu::cold]] inline void watch_error(ompt_severity_t severity, const char* message, std::size_t length,
                                      const void* call) {
  trace::report<ompt_callback_error_t>(ompt_callback_error, severity, message, length, call);
}
[[gnu::cold]] inline void watch_flush(Worker& me, const void* call) {
  trace::report<ompt_callback_flush_t>(ompt_callback_flush, &me.seen.word, call);
}

}  // namespace xomp::api
