// Tells a tool of explicit tasks, by OMPT. watched.cpp calls this struct, or the same functions of recorded.h.
#pragma once

#include "core/sched/watched.h"

namespace xomp::sched {

struct ToldToTool {
  static void schedule(trace::TaskRecord* prior, ompt_task_status_t status, trace::TaskRecord* next) {
    if (prior == nullptr) return;
    trace::report<ompt_callback_task_schedule_t>(ompt_callback_task_schedule, &prior->word, status,
                                                 next != nullptr ? &next->word : nullptr);
  }

  // ---- all tasks ----

  static bool leaves_out_children(const trace::TaskRecord*) { return false; }
  static void create(Worker& me, task::Task* t, trace::TaskRecord* parent, bool has_dependences) {
    trace::TaskRecord& record = *t->record;
    record.frame.exit_frame_flags = record.frame.enter_frame_flags = ompt_frame_runtime | ompt_frame_cfa;
    record.data = task::data_of(t);
    record.data_bytes = bytes_of(t);
    if (parent == nullptr) return;
    trace::report<ompt_callback_task_create_t>(ompt_callback_task_create, &parent->word, &parent->frame, &record.word,
                                               record.flags, int{has_dependences}, me.seen.call.address);
  }
  static void begin(Worker& me, task::Task* t) {
    trace::TaskRecord& record = *t->record;
    record.thread_number = me.thread->number;
    record.state_below = static_cast<int>(me.seen.enter_state(ompt_state_work_parallel));
    schedule(record.below, me.seen.yields ? ompt_task_yield : ompt_task_switch, &record);
    if (record.chunk_iterations == 0) return;
    ompt_dispatch_chunk_t chunk{record.chunk_start, record.chunk_iterations};
    ompt_data_t instance;
    instance.ptr = &chunk;
    trace::report<ompt_callback_dispatch_t>(ompt_callback_dispatch,
                                            record.region != nullptr ? &record.region->word : nullptr, &record.word,
                                            ompt_dispatch_taskloop_chunk, instance);
  }
  static void end(Worker& me, trace::TaskRecord& record, ompt_task_status_t how, trace::TaskRecord* next) {
    schedule(&record, record.is_cancelled && how != ompt_task_detach ? ompt_task_cancel : how, next);
    if (me.seen.running.load(relaxed) == &record)  // only this thread writes it
      me.seen.enter_state(static_cast<std::uint32_t>(record.state_below));
  }

  // ---- a plain task that runs where it is made ----

  // Such a task cannot run in place where code that is no OpenMP task is on top of the task that the tool knows. Nor can it beside
  // ThreadSanitizer, because a task's memory must rest then before it is used again (core/sched/held_memory.h).
  static bool may_run_in_place(const Worker& me) {
    return me.current->record == me.seen.running.load(relaxed) &&
           !trace::holds_memory.load(relaxed);  // only this thread writes it; TOOL-1
  }

  // Follows one such task. The task ends before its creator goes on, and nothing depends on it. So a tool can ask for little of the record,
  // and only that is written.
  class InPlace {
   public:
    [[gnu::always_inline]] InPlace(Worker& me, task::Task* t, std::size_t data_bytes, int flags, trace::Call from)
        : seen_(me.seen),
          below_(*me.current->record),
          record_(trace::take_used_record(me.seen)),
          enter_before_(below_.frame.enter_frame) {
      record_.word.value = 0;
      record_.frame = {{0}, {0}, ompt_frame_runtime | ompt_frame_cfa, ompt_frame_runtime | ompt_frame_cfa};
      record_.below = &below_;
      record_.region = below_.region;
      record_.flags = flags;
      record_.thread_number = below_.thread_number;
      record_.is_cancelled = false;
      record_.kind = trace::TaskRecord::task;
      record_.data = t->data;
      record_.data_bytes = data_bytes;
      record_.chunk_iterations = 0;
      if (from.frame != nullptr) below_.frame.enter_frame.ptr = from.frame;
      trace::report<ompt_callback_task_create_t>(ompt_callback_task_create, &below_.word, &below_.frame, &record_.word,
                                                 flags, 0, from.address);
      t->record = &record_;
    }
    [[gnu::always_inline]] void begin() {
      state_below_ = seen_.enter_state(ompt_state_work_parallel);
      record_.state_below = static_cast<int>(state_below_);
      seen_.running.store(&record_, release);  // for the thread's own signal handlers
      schedule(&below_, ompt_task_switch, &record_);
      record_.frame.exit_frame.ptr = __builtin_frame_address(0);
    }
    [[gnu::always_inline]] void end() {
      record_.frame.exit_frame.ptr = nullptr;
      schedule(&record_, record_.is_cancelled ? ompt_task_cancel : ompt_task_complete, &below_);
      seen_.enter_state(state_below_);
      seen_.running.store(&below_, release);  // for the thread's own signal handlers
      below_.frame.enter_frame = enter_before_;
      trace::give_record_back(seen_, &record_);
    }

   private:
    trace::ThreadRecord& seen_;
    trace::TaskRecord& below_;
    trace::TaskRecord& record_;
    const ompt_data_t enter_before_;
    std::uint32_t state_below_;
  };
};

}  // namespace xomp::sched
