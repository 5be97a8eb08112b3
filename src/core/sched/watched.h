// Tells a tool of explicit tasks (WATCH-1 in core/task/task.h). All of this is called only where a task has kWatched, by the thread that
// creates, runs or ends the task. OpenMP 5.2, section 19.5.2, says in which order a tool hears of events; docs/tools.md says what differs
// from libomp.
#pragma once

#include "core/sched/worker.h"
#include "trace/tool.h"

namespace xomp::sched {

// While it lives, the runtime is inside a call from the program's code. It notes where the call came from, and that the task's code is
// inside the runtime. If the call has no frame, the frame of the call around it stays noted.
class WatchedCall {
 public:
  [[gnu::always_inline]] WatchedCall(Worker& me, trace::Call call)
      : me_(me),
        caller_(me.seen.running.load(relaxed)),  // here and in what follows: this thread's own
        enter_before_(caller_ != nullptr ? caller_->frame.enter_frame : ompt_data_t{0}),
        call_before_(me.seen.call) {
    me.seen.call = call;
    if (trace::Lane* const lane = trace::own_lane) lane->border = nullptr;  // [BORDER-1]
    if (caller_ != nullptr && call.frame != nullptr) caller_->frame.enter_frame.ptr = call.frame;
  }
  [[gnu::always_inline]] ~WatchedCall() {
    me_.seen.call = call_before_;
    if (caller_ != nullptr) caller_->frame.enter_frame = enter_before_;
  }
  WatchedCall(const WatchedCall&) = delete;
  WatchedCall& operator=(const WatchedCall&) = delete;

 private:
  Worker& me_;
  trace::TaskRecord* const caller_;
  const ompt_data_t enter_before_;
  const trace::Call call_before_;
};

// Holds what the program's clauses say beyond the task's flags.
struct Creation {
  int flags = 0;  // of ompt_task_flag_t, those that do not follow from the task's own flags
  bool has_dependences = false;
};

// Gives the new task a record and reports its creation. Called before any other thread can know the task.
void watch_creation(Worker& me, task::Task* t, const Creation& creation = {});
// Does so unless the task has a record already, or nobody follows its parent.
inline void watch_if_new(Worker& me, task::Task* t) {
  if (me.current->has(task::kWatched) && !t->has(task::kWatched)) [[unlikely]]
    watch_creation(me, t);
}
// Called for a task that stands for a taskwait with dependences. Nothing is scheduled, and the task's end is the end of the wait.
[[gnu::cold]] void watch_wait_creation(Worker& me, task::Task* t);
// Says to a tool which iterations of a taskloop the new task has.
inline void note_chunk(task::Task* t, std::uint64_t start, std::uint64_t iterations) {
  t->record->chunk_start = start;
  t->record->chunk_iterations = iterations;
}

// Called when the task is the current one and its body begins.
void watch_start(Worker& me, task::Task* t);
// Called between two parts of an untied task.
[[gnu::cold]] void watch_next_part(Worker& me, task::Task* t);
// Called when the task is cancelled before its body begins.
[[gnu::cold]] void watch_discard(Worker& me, task::Task* t);
// Called when the body is over and the task that the thread goes on with is the current one, before any other thread learns of the end.
// `how` is complete, or detach if the task's event is still open.
void watch_end(Worker& me, task::Task* t, ompt_task_status_t how = ompt_task_complete);
// Called when the body is over, because a taskwait from now on is not the task's own (WATCH-1).
inline void forget_body(task::Task* t) { t->unfinished &= INT32_MAX; }
// Called when the task's event is fulfilled. `how` says whether that is early, while the body is not over, or late.
[[gnu::cold]] void watch_fulfilment(Worker& me, task::Task* t, ompt_task_status_t how);
// Called when the descriptor of a task with dependences is freed, because nobody can report a dependence on the task any more.
[[gnu::cold]] void forget_record(Worker& me, task::Task* t);
// Called when the thread goes back to a wait on another stack.
[[gnu::cold]] void watch_return(Worker& me, task::Task* t);

// Runs the body of a watched task from a frame whose address a tool can learn.
[[gnu::cold]] void call_body_in_frame(Worker& me, task::Task* t);

// ---- plain tasks that run where they are made ----

// Each of these may run a new plain task of the current task, which is watched, here and now, and then returns true. If it returns false,
// the caller submits the task. The first runs a task that has a block, the second one without a block on its creator's data. `tie` is
// kUntied or 0.
bool run_watched(Worker& me, task::Task* t, trace::Call from);
bool run_watched_on_stack(Worker& me, void (*body)(void*), void* data, std::size_t bytes, std::uint32_t tie,
                          bool may_be_deferred, trace::Call from);

// ---- what told_to_tool.h and recorded.h have in common ----

// Returns the ompt_task_flag_t of a new task. The task counts as undeferred only where the program demands that, because a task that the
// engine chooses to run at once might have waited as well. In a team of one every task is undeferred, because none can wait.
inline int plain_flags(const Worker& me, bool may_be_deferred, bool is_untied) {
  return ompt_task_explicit | (may_be_deferred && me.thread->defers ? 0 : ompt_task_undeferred) |
         (is_untied ? ompt_task_untied : 0);
}
inline int flags_of(const Worker& me, const task::Task* t) {
  int flags = plain_flags(me, !t->has(task::kUndeferred) && !me.current->has(task::kFinal), t->has(task::kUntied));
  if (t->has(task::kFinal) || me.current->has(task::kFinal)) flags |= ompt_task_final;
  return flags;
}
inline std::size_t bytes_of(const task::Task* t) {
  const std::uint32_t size_class = t->flags.load(relaxed) & task::kSizeClass;  // only this thread writes it
  return task::DescriptorPool::bytes_of(t, size_class) - task::kHeaderBytes;
}

// Calls the destructor thunk of a task with kThunk.
inline void run_thunk(Worker& me, task::Task* t) {
  if (t->has(task::kWatched)) [[unlikely]]
    t->record->thunk(me.id, t);
  else t->thunk(me.id, t);
}

}  // namespace xomp::sched
