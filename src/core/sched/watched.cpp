// Gives explicit tasks their records, and tells a tool or the recorder what becomes of them.
#include "core/sched/watched.h"

#include "core/sched/execute.h"
#include "core/sched/in_place.h"
#include "core/sched/recorded.h"
#include "core/sched/told_to_tool.h"
#include "core/task/taskgroup.h"

namespace xomp::sched {

using trace::report;
using trace::TaskRecord;

namespace {

// Decides whether the recorder or a tool hears of a task. The recorder hears of rare events by callbacks, as a tool does
// (trace/recorded_events.cpp).
template <class Action>
[[gnu::always_inline]] inline auto by_watcher(Action&& action) {
  return trace::records_tasks() ? action(Recorded{}) : action(ToldToTool{});
}

TaskRecord& make_record(Worker& me, task::Task* t, int flags) {
  TaskRecord& record = *trace::take_record(me.seen);
  if (t->has(task::kThunk)) record.thunk = t->thunk;
  record.flags = flags;
  t->record = &record;
  t->set(task::kWatched);
  return record;
}

}  // namespace

void watch_creation(Worker& me, task::Task* t, const Creation& creation) {
  by_watcher([&](auto watch) {
    TaskRecord* const parent = me.seen.running.load(relaxed);  // only this thread writes it
    if (watch.leaves_out_children(parent)) return;
    make_record(me, t, flags_of(me, t) | creation.flags);
    watch.create(me, t, parent, creation.has_dependences);
  });
}

void watch_wait_creation(Worker& me, task::Task* t) {
  TaskRecord& record = make_record(me, t, ompt_task_taskwait | ompt_task_undeferred | ompt_task_mergeable);
  record.kind = TaskRecord::wait;
  ToldToTool::create(me, t, me.seen.running.load(relaxed), true);  // only this thread writes it
}

void watch_start(Worker& me, task::Task* t) {
  TaskRecord& record = *t->record;
  t->unfinished |= INT32_MIN;
  if (record.kind != TaskRecord::task) return;
  record.region = me.thread->seen.region;
  record.below = me.seen.running.load(relaxed);  // only this thread writes it
  me.seen.running.store(&record, release);       // for the thread's own signal handlers
  by_watcher([&](auto watch) { watch.begin(me, t); });
  me.seen.yields = false;
}

void watch_next_part(Worker&, task::Task* t) {
  TaskRecord& record = *t->record;
  if (record.kind != TaskRecord::task || record.below == nullptr) return;
  ToldToTool::schedule(&record, ompt_task_switch, record.below);
  ToldToTool::schedule(record.below, ompt_task_switch, &record);
}

void watch_discard(Worker& me, task::Task* t) {
  TaskRecord& record = *t->record;
  if (record.kind != TaskRecord::task) return;
  const int what = task::is_cancelled(t->taskgroup) ? ompt_cancel_taskgroup : ompt_cancel_parallel;
  record.is_cancelled = true;
  report<ompt_callback_cancel_t>(ompt_callback_cancel, &record.word, what | ompt_cancel_discarded_task, nullptr);
}

namespace {

// Called after the end was reported. A task that others may depend on keeps its record until none of them can name it.
void let_go(Worker& me, task::Task* t) {
  t->clear(task::kWatched);
  if (t->has(task::kDependent)) t->set(task::kHasRecord);
  else if (t->record->kind != TaskRecord::none) trace::give_record_back(me.seen, t->record);
}

// Returns the task that the thread goes on with. A discarded task was never scheduled, so what the thread executes has not changed.
TaskRecord* next_after(Worker& me, const TaskRecord& record) {
  TaskRecord* const running = me.seen.running.load(relaxed);  // only this thread writes it
  if (running != &record) return running;
  return me.current->has(task::kWatched) && me.current->record->kind == TaskRecord::task ? me.current->record
                                                                                         : record.below;
}

}  // namespace

void watch_end(Worker& me, task::Task* t, ompt_task_status_t how) {
  TaskRecord& record = *t->record;
  const bool is_over = how != ompt_task_detach;
  if (is_over && t->has(task::kDependent)) record.end();
  if (record.kind == TaskRecord::task) {
    TaskRecord* const next = next_after(me, record);
    by_watcher([&](auto watch) { watch.end(me, record, how, next); });
    me.seen.running.store(next, release);  // for the thread's own signal handlers
  } else if (record.kind == TaskRecord::wait) {
    ToldToTool::schedule(&record, ompt_taskwait_complete, nullptr);
  }
  if (is_over) let_go(me, t);
}

void watch_fulfilment(Worker& me, task::Task* t, ompt_task_status_t how) {
  TaskRecord& record = *t->record;
  if (how == ompt_task_late_fulfill && t->has(task::kDependent)) record.end();
  ToldToTool::schedule(&record, how, nullptr);
  if (how == ompt_task_late_fulfill) let_go(me, t);
}

void forget_record(Worker& me, task::Task* t) {
  t->clear(task::kHasRecord);
  trace::give_record_back(me.seen, t->record);
}

void watch_return(Worker& me, task::Task* t) {
  TaskRecord* const prior = me.seen.running.load(relaxed);  // only this thread writes it
  if (!t->has(task::kWatched) || t->record->kind != TaskRecord::task || prior == t->record) return;
  me.seen.running.store(t->record, release);
  ToldToTool::schedule(prior, ompt_task_switch, t->record);
}

// A function of its own, because a tool gets the address of its frame. Compilers keep that address in rbp or x29 if a function asks for it.
[[gnu::noinline]] void call_body_in_frame(Worker& me, task::Task* t) {
  TaskRecord& record = *t->record;
  record.frame.exit_frame.ptr = __builtin_frame_address(0);
  call_body(me, t);
  record.frame.exit_frame.ptr = nullptr;
}

// ---- plain tasks that run where they are made ----

namespace {

template <class Watch>
[[gnu::always_inline]] inline bool runs_in_place_as(Worker& me, bool may_be_deferred) {
  if (me.current->has(task::kInherited) || platform::stack_address() < me.look_below) return false;
  if (!Watch::may_run_in_place(me)) return false;
  return !may_be_deferred || !me.thread->defers || runs_in_place(me);
}

}  // namespace

bool run_watched(Worker& me, Task* t, trace::Call from) {
  return by_watcher([&]<class Watch>(Watch) {
    if (!runs_in_place_as<Watch>(me, true)) return false;
    t->set(task::kWatched);
    const int flags = plain_flags(me, true, t->has(task::kUntied));
    run_in_place(me, t, [&me, t] { call_body(me, t); }, typename Watch::InPlace(me, t, bytes_of(t), flags, from));
    return true;
  });
}

bool run_watched_on_stack(Worker& me, void (*body)(void*), void* data, std::size_t bytes, std::uint32_t tie,
                          bool may_be_deferred, trace::Call from) {
  return by_watcher([&]<class Watch>(Watch) {
    if (!runs_in_place_as<Watch>(me, may_be_deferred)) return false;
    alignas(Task) char memory[sizeof(Task)];  // only what is needed is written
    Task* const t = reinterpret_cast<Task*>(memory);
    const std::uint32_t untied = me.current->flags.load(relaxed) & tie;                                   // [SUSPEND-1]
    t->flags.store(task::kOnStack | task::kPlainBody | std::uint32_t{task::kWatched} | untied, relaxed);  // [STACK-1]
    t->body = reinterpret_cast<void*>(body);
    t->data = data;
    const int flags = plain_flags(me, may_be_deferred, tie != 0);
    run_in_place(me, t, [body, data] { body(data); }, typename Watch::InPlace(me, t, bytes, flags, from));
    return true;
  });
}

}  // namespace xomp::sched
