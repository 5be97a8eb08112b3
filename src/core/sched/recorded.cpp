// The most frequent events of a trace. None of this is marked cold: while a trace is written, it is the path of every task.
#include "core/sched/recorded.h"

#include "core/sched/execute.h"
#include "core/sched/in_place.h"
#include "core/sched/spawn.h"
#include "core/sched/waiting.h"
#include "trace/recorded_tasks.h"

namespace xomp::sched {

using trace::Lane;
using trace::TaskRecord;

namespace {

constexpr std::uint32_t kMayWait = task::kDependent | task::kPriority | task::kDetachable;

std::uint8_t creation_flags(int flags, bool is_last) {
  return static_cast<std::uint8_t>(((flags & ompt_task_undeferred) != 0 ? trace_file::kUndeferred : 0) |
                                   ((flags & ompt_task_untied) != 0 ? trace_file::kUntied : 0) |
                                   ((flags & ompt_task_final) != 0 ? trace_file::kFinal : 0) |
                                   (is_last ? trace_file::kLast : 0));
}

// In the descendants of a task that is the last one recorded the usual rule for new tasks holds.
// Of a plain task of the current one, as flags_of() would have it.
std::uint8_t plain_creation_flags(const Worker& me, const task::Task* t, bool is_last) {
  const bool is_in_final = me.current->has(task::kFinal);
  const bool is_undeferred = is_in_final | t->has(task::kUndeferred) | !me.thread->defers;
  return static_cast<std::uint8_t>(is_undeferred * trace_file::kUndeferred |
                                   t->has(task::kUntied) * trace_file::kUntied | is_in_final * trace_file::kFinal |
                                   is_last * trace_file::kLast);
}

[[gnu::noinline]] void watch_from(Worker& me, std::uint32_t depth) {
  me.thread->deep_from = depth;
  me.thread->grant = &me.thread->no_grant;
  note_alone(me);
}
inline void enter(Worker& me, TaskRecord& record) {
  record.deep_before = me.thread->deep_from;
  const std::uint32_t depth = record.is_last ? usual_depth() : kWatchedDepth;
  if (depth != record.deep_before) watch_from(me, depth);
}
// What the task's descendants were granted ends with it.
inline void leave(Worker& me, const TaskRecord& record) {
  if (record.is_last || record.deep_before != kWatchedDepth) watch_from(me, record.deep_before);
}

}  // namespace

// ---- here and now ----

bool runs_recorded_here(Worker& me, bool may_be_deferred) {
  const task::Task& parent = *me.current;
  const Lane* const lane = trace::own_lane;
  if (lane == nullptr || parent.has(task::kInherited) || platform::stack_address() < me.look_below) return false;
  const TaskRecord* const record = me.seen.running.load(relaxed);  // its own
  if (record == nullptr || !trace::records_children_of(*trace::own_lane, *record)) return false;
  return !may_be_deferred || !me.thread->defers || runs_in_place(me);
}

void run_recorded(Worker& me, task::Task* t, const void* call) {
  TaskRecord* const below = me.seen.running.load(relaxed);  // here and below: its own
  TaskRecord record;
  record.kind = TaskRecord::task;
  record.below = below;
  record.region = me.thread->seen.region;
  record.is_cancelled = false;
  record.flags = ompt_task_explicit;
  record.depth = 0;
  record.is_last = false;
  record.has_begun = true;
  if (!trace::records_all) trace::note_depth(*trace::own_lane, record, below);
  t->record = &record;
  t->set(task::kWatched);
  const std::uint8_t flags = plain_creation_flags(me, t, record.is_last);
  begin_in_place(me, t, me.current);
  t->unfinished = INT32_MIN;  // [WATCH-1]
  Counters::add(me.counters.undeferred);
  me.seen.running.store(&record, relaxed);
  enter(me, record);
  trace::record_in_place(*trace::own_lane, record, t->body, call, flags);
  call_body(me, t);
  trace::record_end(*trace::own_lane, 0);
  leave(me, record);
  me.seen.running.store(below, relaxed);
  task::Task* const now = me.current;  // [STACK-1]
  forget_body(now);
  now->clear(task::kWatched);
  complete_told(me, now);
}

void run_recorded_on_stack(Worker& me, void (*body)(void*), void* data, std::uint32_t tie, bool is_deferred,
                           const void* call) {
  alignas(task::Task) char memory[sizeof(task::Task)];
  run_recorded(me, told_task_on_stack(me, memory, body, data, tie, is_deferred), call);
}

// ---- all tasks ----

void record_creation(Worker& me, task::Task* t, const Creation& creation) {
  Lane* const lane = trace::own_lane;
  const TaskRecord* const parent = me.seen.running.load(relaxed);  // its own
  if (lane != nullptr && parent != nullptr && !trace::records_children_of(*lane, *parent)) return;
  TaskRecord& record = *trace::take_record(me.seen);
  if (t->has(task::kThunk)) record.thunk = t->thunk;
  t->record = &record;
  t->set(task::kWatched);
  record.flags = flags_of(me, t) | creation.flags;
  if (lane == nullptr) return;
  if (!trace::records_all) trace::note_depth(*lane, record, parent);
  trace::record_create(*lane, record, t->body, me.seen.call.address, creation_flags(record.flags, record.is_last));
}

void record_start(Worker& me, task::Task* t) {
  TaskRecord& record = *t->record;
  t->unfinished |= INT32_MIN;
  if (record.kind != TaskRecord::task) return;
  record.region = me.thread->seen.region;
  record.below = me.seen.running.load(relaxed);  // here and below: its own
  me.seen.yields = false;
  me.seen.running.store(&record, relaxed);
  if (Lane* const lane = trace::own_lane) {
    trace::record_begin(*lane, record, t->has(kMayWait));
    if (record.chunk_iterations != 0 && trace::records_all)
      trace::record(*lane, trace_file::Kind::chunk, record.chunk_iterations, ompt_dispatch_taskloop_chunk);
  }
  enter(me, record);
}

void record_end(Worker& me, task::Task* t, ompt_task_status_t how) {
  TaskRecord& record = *t->record;
  const bool is_over = how != ompt_task_detach;
  if (is_over && t->has(task::kDependent)) record.end();
  if (record.kind == TaskRecord::task) {
    TaskRecord* const next = next_after(me, record);
    Lane* const lane = trace::own_lane;
    if (lane != nullptr && record.has_begun) {  // else it was discarded
      trace::record_end(*lane, !is_over ? 2 : record.is_cancelled ? 1 : 0);
      // The lane goes back to what was below, unless the thread has left that wait.
      if (next != nullptr && next != record.below && next->has_begun) trace::go_on_with(*lane, *next);
    }
    if (me.seen.running.load(relaxed) == &record) leave(me, record);  // here and below: its own
    me.seen.running.store(next, relaxed);
  }
  if (is_over) let_go(me, t);
}

void recorded_taskwait(Worker& me, const void* call) {
  constexpr std::uint8_t kKind = ompt_sync_region_taskwait;
  Lane* const lane = trace::own_lane;
  const std::uint64_t from = trace::address(call);
  if (lane == nullptr) return taskwait(me);
  if (me.current->children() == 0) {
    trace::record(*lane, trace_file::Kind::no_wait, from, kKind);
    return;
  }
  trace::record_border(*lane, trace_file::Kind::wait_begin, from, kKind);
  policy->wait_for_children(me);
  trace::record_wait_end(*trace::own_lane, from, kKind);
}

}  // namespace xomp::sched
