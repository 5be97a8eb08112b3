// Worksharing, masked and cancellation, as a tool sees them.
#include "core/team/watched.h"

#include "core/team/roots.h"

namespace xomp::team {

using trace::report;
using trace::TaskRecord;
using trace::WorkRecord;

namespace {

TaskRecord* running(Worker& me) { return me.seen.running.load(relaxed); }  // its own
ompt_data_t* region_of(TaskRecord& task) { return task.region != nullptr ? &task.region->word : nullptr; }

int flag_of(Construct construct) {
  switch (construct) {
    case Construct::parallel: return ompt_cancel_parallel;
    case Construct::loop: return ompt_cancel_loop;
    case Construct::sections: return ompt_cancel_sections;
    default: return ompt_cancel_taskgroup;
  }
}

}  // namespace

void watch_work(Worker& me, int kind, ompt_scope_endpoint_t endpoint, std::uint64_t count, const void* call) {
  TaskRecord* const task = running(me);
  if (task == nullptr) return;
  report<ompt_callback_work_t>(ompt_callback_work, static_cast<ompt_work_t>(kind), endpoint, region_of(*task),
                               &task->word, count, call);
}

void begin_work(Worker& me, int kind, std::uint64_t count, const void* call) {
  end_work(me, nullptr);
  WorkRecord& work = thread_of(me).seen_work;
  work.kind = kind;
  work.count = count;
  work.call = call;
  work.ends_late = false;
  watch_work(me, kind, ompt_scope_begin, count, call);
}

void end_work(Worker& me, const void* call) {
  WorkRecord& work = thread_of(me).seen_work;
  if (work.kind == 0) return;
  const int kind = work.kind;
  work.kind = 0;
  watch_work(me, kind, ompt_scope_end, work.count, call != nullptr ? call : work.call);
}

void watch_chunk(Worker& me, ompt_dispatch_t kind, std::uint64_t start, std::uint64_t iterations) {
  TaskRecord* const task = running(me);
  if (task == nullptr) return;
  ompt_dispatch_chunk_t chunk{start, iterations};
  ompt_data_t instance;
  instance.ptr = &chunk;
  report<ompt_callback_dispatch_t>(ompt_callback_dispatch, region_of(*task), &task->word, kind, instance);
}

void watch_section(Worker& me, const void* call) {
  TaskRecord* const task = running(me);
  if (task == nullptr) return;
  ompt_data_t instance;
  instance.ptr = const_cast<void*>(call);
  report<ompt_callback_dispatch_t>(ompt_callback_dispatch, region_of(*task), &task->word, ompt_dispatch_section,
                                   instance);
}

void watch_masked(Worker& me, ompt_scope_endpoint_t endpoint, const void* call) {
  TaskRecord* const task = running(me);
  if (task == nullptr) return;
  report<ompt_callback_masked_t>(ompt_callback_masked, endpoint, region_of(*task), &task->word, call);
}

void watch_cancel(Worker& me, Construct construct, int how, const void* call) {
  TaskRecord* const task = running(me);
  if (task == nullptr) return;
  if (construct == Construct::taskgroup) task->is_cancelled = true;
  report<ompt_callback_cancel_t>(ompt_callback_cancel, &task->word, flag_of(construct) | how, call);
}

int control_tool(int command, int modifier, void* argument, Call call) {
  constexpr int kNoTool = -2, kNoCallback = -1;
  Worker& me = self();
  if (!trace::is_watched()) return kNoTool;
  const ompt_callback_t function = trace::callbacks.get(ompt_callback_control_tool);
  if (function == nullptr) return kNoCallback;
  const sched::WatchedCall inside(me, call);
  return reinterpret_cast<ompt_callback_control_tool_t>(function)(
      static_cast<std::uint64_t>(command), static_cast<std::uint64_t>(modifier), argument, call.address);
}

}  // namespace xomp::team
