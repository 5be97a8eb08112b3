// Barriers, taskwaits and taskgroups, as a tool sees them.
#include "core/team/watched.h"

namespace xomp::team {

using trace::report;
using trace::TaskRecord;

namespace {

std::uint32_t state_of(ompt_sync_region_t kind) {
  switch (kind) {
    case ompt_sync_region_barrier_explicit: return ompt_state_wait_barrier_explicit;
    case ompt_sync_region_barrier_implicit_workshare: return ompt_state_wait_barrier_implicit_workshare;
    case ompt_sync_region_barrier_implicit_parallel: return ompt_state_wait_barrier_implicit_parallel;
    case ompt_sync_region_barrier_teams: return ompt_state_wait_barrier_teams;
    case ompt_sync_region_taskwait: return ompt_state_wait_taskwait;
    case ompt_sync_region_taskgroup: return ompt_state_wait_taskgroup;
    default: return ompt_state_wait_barrier_implementation;
  }
}

void report_sync(ompt_callbacks_t event, ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, TaskRecord* task,
                 bool without_region, const void* call) {
  if (task == nullptr) return;
  ompt_data_t* const region = without_region || task->region == nullptr ? nullptr : &task->region->word;
  report<ompt_callback_sync_region_t>(event, kind, endpoint, region, &task->word, call);
}

}  // namespace

void watch_sync(Worker& me, ompt_callbacks_t event, ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
                const void* call) {
  if (event == ompt_callback_reduction)
    me.seen.enter_state(endpoint == ompt_scope_begin ? ompt_state_work_reduction : ompt_state_work_parallel);
  report_sync(event, kind, endpoint, me.seen.running.load(relaxed), false, call);  // its own
}

void watch_no_wait(Worker& me, ompt_sync_region_t kind, Call call) {
  TaskRecord* const task = me.seen.running.load(relaxed);  // its own
  if (task == nullptr) return;
  const ompt_data_t enter_before = task->frame.enter_frame;
  if (call.frame != nullptr) task->frame.enter_frame.ptr = call.frame;
  ompt_data_t* const region = task->region != nullptr ? &task->region->word : nullptr;
  const auto tell = [&](ompt_callbacks_t event, ompt_scope_endpoint_t endpoint) {
    report<ompt_callback_sync_region_t>(event, kind, endpoint, region, &task->word, call.address);
  };
  tell(ompt_callback_sync_region, ompt_scope_begin);
  const std::uint32_t before = me.seen.enter_state(state_of(kind));
  tell(ompt_callback_sync_region_wait, ompt_scope_begin);
  tell(ompt_callback_sync_region_wait, ompt_scope_end);
  me.seen.enter_state(before);
  tell(ompt_callback_sync_region, ompt_scope_end);
  task->frame.enter_frame = enter_before;
}

WatchedSync::WatchedSync(Worker& me, ompt_sync_region_t kind, const void* call, bool ends_region)
    : me_(me), kind_(kind), call_(call), ends_region_(ends_region), task_(me.seen.running.load(relaxed)) {  // its own
  if (kind != ompt_sync_region_taskgroup)
    report_sync(ompt_callback_sync_region, kind, ompt_scope_begin, task_, false, call);
  state_before_ = me.seen.enter_state(state_of(kind));
  report_sync(ompt_callback_sync_region_wait, kind, ompt_scope_begin, task_, false, call);
}

WatchedSync::~WatchedSync() {
  // The standard leaves it open whether the end of a region's barrier has an address. Tools were tried with LLVM's
  // runtime, so this does the same: the primary thread has an address unless the region deferred a task.
  const bool had_tasks = ends_region_ && me_.thread->team->tasking.load(relaxed);  // its own region's, which is over
  const void* const call = had_tasks ? nullptr : call_;
  report_sync(ompt_callback_sync_region_wait, kind_, ompt_scope_end, task_, ends_region_, call);
  me_.seen.enter_state(state_before_);
  report_sync(ompt_callback_sync_region, kind_, ompt_scope_end, task_, ends_region_, call);
}

ompt_sync_region_t barrier_kind(Worker& me) {
  trace::WorkRecord& work = thread_of(me).seen_work;
  const bool after_construct = work.ends_late;
  end_work(me, nullptr);
  work.ends_late = false;
  const int kind = me.seen.barrier;
  if (kind != trace::kAnyBarrier) return static_cast<ompt_sync_region_t>(kind);
  return after_construct ? ompt_sync_region_barrier_implicit_workshare : ompt_sync_region_barrier_explicit;
}

}  // namespace xomp::team
