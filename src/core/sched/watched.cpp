// Records and events of explicit tasks.
#include "core/sched/watched.h"

#include "core/sched/execute.h"
#include "core/sched/recorded.h"
#include "core/task/taskgroup.h"

namespace xomp::sched {

using trace::report;
using trace::TaskRecord;
using trace::ThreadRecord;

namespace {

constexpr int kRuntimeFrame = ompt_frame_runtime | ompt_frame_cfa;

void schedule(TaskRecord* prior, ompt_task_status_t status, TaskRecord* next) {
  if (prior == nullptr) return;
  report<ompt_callback_task_schedule_t>(ompt_callback_task_schedule, &prior->word, status,
                                        next != nullptr ? &next->word : nullptr);
}

TaskRecord& make_record(Worker& me, task::Task* t) {
  TaskRecord& record = *trace::take_record(me.seen);
  if (t->has(task::kThunk)) record.thunk = t->thunk;
  record.frame.exit_frame_flags = record.frame.enter_frame_flags = kRuntimeFrame;
  record.data = task::data_of(t);
  record.data_bytes =
      task::DescriptorPool::bytes_of(t, t->flags.load(relaxed) & task::kSizeClass) - task::kHeaderBytes;  // its own
  t->record = &record;
  t->set(task::kWatched);
  return record;
}

void report_creation(Worker& me, TaskRecord& record, int flags, bool has_dependences) {
  record.flags = flags;
  TaskRecord* const parent = me.seen.running.load(relaxed);  // its own
  if (parent == nullptr) return;
  report<ompt_callback_task_create_t>(ompt_callback_task_create, &parent->word, &parent->frame, &record.word, flags,
                                      int{has_dependences}, me.seen.call.address);
}

}  // namespace

void watch_creation(Worker& me, task::Task* t, const Creation& creation) {
  if (trace::records_tasks()) return record_creation(me, t, creation);
  TaskRecord& record = make_record(me, t);
  report_creation(me, record, flags_of(me, t) | creation.flags, creation.has_dependences);
}

void watch_wait_creation(Worker& me, task::Task* t) {
  TaskRecord& record = make_record(me, t);
  record.kind = TaskRecord::wait;
  report_creation(me, record, ompt_task_taskwait | ompt_task_undeferred | ompt_task_mergeable, true);
}

void watch_start(Worker& me, task::Task* t) {
  if (trace::records_tasks()) return record_start(me, t);
  ThreadRecord& seen = me.seen;
  TaskRecord& record = *t->record;
  t->unfinished |= INT32_MIN;
  if (record.kind != TaskRecord::task) return;
  TaskRecord* const prior = seen.running.load(relaxed);  // here and below: its own
  const TaskRecord& implicit = me.thread->seen;
  record.region = implicit.region;
  record.thread_number = me.thread->number;
  record.below = prior;
  record.state_below = static_cast<int>(seen.enter_state(ompt_state_work_parallel));
  const ompt_task_status_t status = seen.yields ? ompt_task_yield : ompt_task_switch;
  seen.yields = false;
  seen.running.store(&record, release);  // for the thread's own signal handlers
  schedule(prior, status, &record);
  if (record.chunk_iterations == 0) return;
  ompt_dispatch_chunk_t chunk{record.chunk_start, record.chunk_iterations};
  ompt_data_t instance;
  instance.ptr = &chunk;
  report<ompt_callback_dispatch_t>(ompt_callback_dispatch, record.region != nullptr ? &record.region->word : nullptr,
                                   &record.word, ompt_dispatch_taskloop_chunk, instance);
}

void watch_next_part(Worker& me, task::Task* t) {
  TaskRecord& record = *t->record;
  if (record.kind != TaskRecord::task || record.below == nullptr) return;
  schedule(&record, ompt_task_switch, record.below);
  schedule(record.below, ompt_task_switch, &record);
}

void watch_discard(Worker& me, task::Task* t) {
  TaskRecord& record = *t->record;
  if (record.kind != TaskRecord::task) return;
  const int what = task::is_cancelled(t->taskgroup) ? ompt_cancel_taskgroup : ompt_cancel_parallel;
  record.is_cancelled = true;
  report<ompt_callback_cancel_t>(ompt_callback_cancel, &record.word, what | ompt_cancel_discarded_task, nullptr);
}

// The end was reported. A task that others may depend on keeps the record until none of them can name it.
void let_go(Worker& me, task::Task* t) {
  t->clear(task::kWatched);
  if (t->has(task::kDependent)) t->set(task::kHasRecord);
  else if (t->record->kind != TaskRecord::none) trace::give_record_back(me.seen, t->record);
}

// A discarded task was never scheduled: what the thread executes has not changed.
TaskRecord* next_after(Worker& me, const TaskRecord& record) {
  TaskRecord* const running = me.seen.running.load(relaxed);  // its own
  if (running != &record) return running;
  return me.current->has(task::kWatched) && me.current->record->kind == TaskRecord::task ? me.current->record
                                                                                         : record.below;
}

void watch_end(Worker& me, task::Task* t, ompt_task_status_t how) {
  if (trace::records_tasks()) return record_end(me, t, how);
  ThreadRecord& seen = me.seen;
  TaskRecord& record = *t->record;
  const bool is_over = how != ompt_task_detach;
  if (is_over && t->has(task::kDependent)) record.end();
  if (record.kind == TaskRecord::wait) {
    schedule(&record, ompt_taskwait_complete, nullptr);
  } else if (record.kind == TaskRecord::task) {
    TaskRecord* const next = next_after(me, record);
    if (record.is_cancelled && is_over) how = ompt_task_cancel;
    schedule(&record, how, next);
    if (seen.running.load(relaxed) == &record) seen.enter_state(static_cast<std::uint32_t>(record.state_below));
    seen.running.store(next, release);
  }
  if (!is_over) return;
  let_go(me, t);
}

void watch_fulfilment(Worker& me, task::Task* t, ompt_task_status_t how) {
  TaskRecord& record = *t->record;
  if (how == ompt_task_late_fulfill && t->has(task::kDependent)) record.end();
  schedule(&record, how, nullptr);
  if (how == ompt_task_late_fulfill) let_go(me, t);
}

void forget_record(Worker& me, task::Task* t) {
  t->clear(task::kHasRecord);
  trace::give_record_back(me.seen, t->record);
}

void watch_return(Worker& me, task::Task* t) {
  TaskRecord* const prior = me.seen.running.load(relaxed);  // its own
  if (!t->has(task::kWatched) || t->record->kind != TaskRecord::task || prior == t->record) return;
  me.seen.running.store(t->record, release);
  schedule(prior, ompt_task_switch, t->record);
}

// Its own frame has a name, in rbp or x29: the compilers keep one in a function that asks for it.
[[gnu::noinline]] void call_body_in_frame(Worker& me, task::Task* t) {
  TaskRecord& record = *t->record;
  record.frame.exit_frame.ptr = __builtin_frame_address(0);
  call_body(me, t);
  record.frame.exit_frame.ptr = nullptr;
}

}  // namespace xomp::sched
