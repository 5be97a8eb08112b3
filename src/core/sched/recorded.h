// Writes down what the recorder wants to know of explicit tasks (trace/recorded_tasks.h). The recorder stands in a tool's place, and needs
// less than a tool: no frames, no states, no inquiries. watched.cpp calls this class, or the same functions of told_to_tool.h. None of it
// is marked cold, because while a trace is written it is the path of every task.
#pragma once

#include "core/sched/spawn.h"
#include "core/sched/waiting.h"
#include "core/sched/watched.h"
#include "trace/recorded_tasks.h"

namespace xomp::sched {

class Recorded {
 public:
  // ---- all tasks ----

  static bool leaves_out_children(const trace::TaskRecord* parent) {
    trace::Lane* const lane = trace::own_lane;
    return lane != nullptr && parent != nullptr && !trace::records_children_of(*lane, *parent);
  }
  static void create(Worker& me, task::Task* t, const trace::TaskRecord* parent, bool) {
    trace::Lane* const lane = trace::own_lane;
    if (lane == nullptr) return;
    trace::TaskRecord& record = *t->record;
    if (!trace::records_all) trace::note_depth(*lane, record, parent);
    trace::record_create(*lane, record, t->body, me.seen.call.address, creation_flags(record.flags, record.is_last));
  }
  static void begin(Worker& me, task::Task* t) {
    constexpr std::uint32_t kMayWait = task::kDependent | task::kPriority | task::kDetachable;
    trace::TaskRecord& record = *t->record;
    if (trace::Lane* const lane = trace::own_lane) {
      trace::record_begin(*lane, record, t->has(kMayWait));
      if (record.chunk_iterations != 0 && trace::records_all)
        trace::record(*lane, trace_file::Kind::chunk, record.chunk_iterations, ompt_dispatch_taskloop_chunk);
    }
    enter(me, record);
  }
  static void end(Worker& me, trace::TaskRecord& record, ompt_task_status_t how, trace::TaskRecord* next) {
    trace::Lane* const lane = trace::own_lane;
    if (lane != nullptr && record.has_begun) {  // a task that has not begun was discarded
      trace::record_end(*lane, how == ompt_task_detach ? 2 : record.is_cancelled ? 1 : 0);
      // The reader of a trace takes it that the thread goes back to the task below. So a record is needed if the thread has left that
      // wait and goes on with another task.
      if (next != nullptr && next != record.below && next->has_begun) trace::go_on_with(*lane, *next);
    }
    if (me.seen.running.load(relaxed) == &record) leave(me, record);  // only this thread writes it
  }

  // ---- a plain task that runs where it is made ----

  static bool may_run_in_place(const Worker& me) {
    trace::Lane* const lane = trace::own_lane;
    const trace::TaskRecord* const parent = me.seen.running.load(relaxed);  // only this thread writes it
    return lane != nullptr && parent != nullptr && trace::records_children_of(*lane, *parent);
  }

  // Follows one such task. The task ends before its creator goes on, so its record can lie on the stack.
  class InPlace {
   public:
    [[gnu::always_inline]] InPlace(Worker& me, task::Task* t, std::size_t, int flags, trace::Call from) : me_(me) {
      record_.kind = trace::TaskRecord::task;
      record_.below = me.seen.running.load(relaxed);  // only this thread writes it
      record_.region = me.thread->seen.region;
      record_.is_cancelled = false;
      record_.flags = flags;
      record_.depth = 0;
      record_.is_last = false;
      record_.has_begun = true;
      if (!trace::records_all) trace::note_depth(*trace::own_lane, record_, record_.below);
      t->record = &record_;
      Counters::add(me.counters.undeferred);
      me.seen.running.store(&record_, relaxed);  // read by this thread alone
      enter(me, record_);
      trace::record_in_place(*trace::own_lane, record_, t->body, from.address, creation_flags(flags, record_.is_last));
    }
    void begin() {}
    [[gnu::always_inline]] void end() {
      trace::record_end(*trace::own_lane, 0);
      leave(me_, record_);
      me_.seen.running.store(record_.below, relaxed);  // read by this thread alone
    }

   private:
    Worker& me_;
    trace::TaskRecord record_;
  };

  // ---- taskwait ----

  static void taskwait(Worker& me, const void* call) {
    constexpr std::uint8_t kKind = ompt_sync_region_taskwait;
    trace::Lane* const lane = trace::own_lane;
    const std::uint64_t from = trace::address(call);
    if (lane == nullptr) return sched::taskwait(me);
    if (me.current->children() == 0) return trace::record(*lane, trace_file::Kind::no_wait, from, kKind);
    trace::record_border(*lane, platform::ticks(), trace_file::Kind::wait_begin, from, kKind);
    policy->wait_for_children(me);
    trace::record_wait_end(*trace::own_lane, from, kKind);
  }

 private:
  static std::uint8_t creation_flags(int flags, bool is_last) {
    constexpr int kShift = 27;
    static_assert(ompt_task_undeferred >> kShift == trace_file::kUndeferred &&
                  ompt_task_untied >> kShift == trace_file::kUntied && ompt_task_final >> kShift == trace_file::kFinal);
    constexpr int kKept = trace_file::kUndeferred | trace_file::kUntied | trace_file::kFinal;
    return static_cast<std::uint8_t>((flags >> kShift & kKept) | is_last * trace_file::kLast);
  }

  // Says how the fate of the task's children is decided. If nothing is written down of them, because this task is the last one that is
  // recorded, they follow the usual rule. Otherwise the fate of each is open, so that the recorder hears of it.
  static void enter(Worker& me, trace::TaskRecord& record) {
    record.deep_before = me.thread->deep_from;
    const std::uint32_t depth = record.is_last ? usual_depth() : kWatchedDepth;
    if (depth != record.deep_before) watch_from(me, depth);
  }
  // Ends what the policy has granted to the task's descendants.
  static void leave(Worker& me, const trace::TaskRecord& record) {
    if (record.is_last || record.deep_before != kWatchedDepth) watch_from(me, record.deep_before);
  }
  [[gnu::noinline]] static void watch_from(Worker& me, std::uint32_t depth) {
    me.thread->deep_from = depth;
    me.thread->grant = &me.thread->no_grant;
    note_alone(me);
  }
};

}  // namespace xomp::sched
