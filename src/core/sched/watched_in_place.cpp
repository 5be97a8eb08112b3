// None of this is marked cold: while a tool watches, it is the path of most tasks.
#include "core/sched/watched_in_place.h"

#include "core/sched/execute.h"
#include "core/sched/in_place.h"
#include "core/sched/spawn.h"

namespace xomp::sched {

using trace::report;
using trace::TaskRecord;

bool runs_watched_here(Worker& me, bool may_be_deferred) {
  const task::Task& parent = *me.current;
  if (parent.has(task::kInherited) || platform::stack_address() < me.look_below) return false;
  // Code that is no OpenMP task may be on top of the task that the tool knows. A race detector is told of blocks that rest.
  if (parent.record != me.seen.running.load(relaxed) || trace::holds_memory.load(relaxed))
    return false;  // its own; TOOL-1
  return !may_be_deferred || !me.thread->defers || runs_in_place(me);
}

namespace {

// The task ends before its creator goes on, and nothing depends on it: so little of the record is ever asked for. `flags`:
// ompt_task_flag_t.
[[gnu::always_inline]] inline void run_told(Worker& me, Task* t, std::size_t bytes, trace::Call from, int flags) {
  trace::ThreadRecord& seen = me.seen;
  TaskRecord& below = *me.current->record;
  TaskRecord& record = trace::take_used_record(seen);
  record.word.value = 0;
  record.frame = {{0}, {0}, ompt_frame_runtime | ompt_frame_cfa, ompt_frame_runtime | ompt_frame_cfa};
  record.below = &below;
  record.region = below.region;
  record.flags = flags;
  record.thread_number = below.thread_number;
  record.is_cancelled = false;
  record.kind = TaskRecord::task;
  record.data = t->data;
  record.data_bytes = bytes;
  record.chunk_iterations = 0;
  const ompt_data_t enter_before = below.frame.enter_frame;
  if (from.frame != nullptr) below.frame.enter_frame.ptr = from.frame;
  report<ompt_callback_task_create_t>(ompt_callback_task_create, &below.word, &below.frame, &record.word, flags, 0,
                                      from.address);
  t->record = &record;
  t->set(task::kWatched);
  begin_in_place(me, t, me.current);
  t->unfinished = INT32_MIN;  // [WATCH-1]
  const std::uint32_t state_below = seen.enter_state(ompt_state_work_parallel);
  record.state_below = static_cast<int>(state_below);
  seen.running.store(&record, release);  // for the thread's own signal handlers
  report<ompt_callback_task_schedule_t>(ompt_callback_task_schedule, &below.word, ompt_task_switch, &record.word);
  record.frame.exit_frame.ptr = __builtin_frame_address(0);
  call_body(me, t);
  record.frame.exit_frame.ptr = nullptr;
  Task* const now = me.current;  // [STACK-1]
  forget_body(now);
  report<ompt_callback_task_schedule_t>(ompt_callback_task_schedule, &record.word,
                                        record.is_cancelled ? ompt_task_cancel : ompt_task_complete, &below.word);
  seen.enter_state(state_below);
  seen.running.store(&below, release);  // as above
  below.frame.enter_frame = enter_before;
  now->clear(task::kWatched);
  trace::give_record_back(seen, &record);
  complete_told(me, now);
}

int flags_of_plain(const Worker& me, bool may_be_deferred, bool is_untied) {
  return ompt_task_explicit | (may_be_deferred && me.thread->defers ? 0 : ompt_task_undeferred) |
         (is_untied ? ompt_task_untied : 0);
}

}  // namespace

void run_watched(Worker& me, Task* t, trace::Call from) {
  const std::size_t bytes = task::DescriptorPool::bytes_of(t, t->flags.load(relaxed) & task::kSizeClass);  // its own
  run_told(me, t, bytes - task::kHeaderBytes, from,
           flags_of_plain(me, !t->has(task::kUndeferred), t->has(task::kUntied)));
}

void run_watched_on_stack(Worker& me, void (*body)(void*), void* data, std::size_t bytes, std::uint32_t tie,
                          bool may_be_deferred, trace::Call from) {
  alignas(Task) char memory[sizeof(Task)];
  run_told(me, told_task_on_stack(me, memory, body, data, tie, may_be_deferred), bytes, from,
           flags_of_plain(me, may_be_deferred, tie != 0));
}

}  // namespace xomp::sched
