// The recorder's functions for the events of OMPT. A task's or region's word has its number in the file.
#include "trace/recorded_tasks.h"
#include "trace/tool.h"

namespace xomp::trace {

using trace_file::Kind;

namespace {

constexpr std::uint64_t kShortWait =
    2500;  // ticks, about a microsecond; shorter waits for a mutex are kept at `all` only

TaskRecord& record_of(ompt_data_t* word) { return *reinterpret_cast<TaskRecord*>(word); }
static_assert(offsetof(TaskRecord, word) == 0, "a word leads to its record");

// ---- threads and regions ----

void on_thread_begin(ompt_thread_t kind, ompt_data_t*) { begin_lane(kind != ompt_thread_worker); }
void on_thread_end(ompt_data_t*) { end_lane(); }

void on_parallel_begin(ompt_data_t*, const ompt_frame_t*, ompt_data_t* region, unsigned, int, const void* call) {
  Lane* const lane = own_lane;
  if (lane == nullptr) return;
  region->value = next_number(*lane);
  record(*lane, Kind::region_begin, address(call));
  ++lane->numbers;
}

void on_parallel_end(ompt_data_t*, ompt_data_t*, int, const void*) {
  if (Lane* const lane = own_lane) record(*lane, Kind::region_end, 0);
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* region, ompt_data_t*, unsigned, unsigned number,
                      int flags) {
  Lane* const lane = own_lane;
  if (lane == nullptr) return;
  const std::uint64_t now = platform::ticks();
  look_if_due(*lane, now);
  lane->border = nullptr;  // [BORDER-1]
  if (endpoint == ompt_scope_end) {
    record_at(*lane, now, Kind::implicit_end, 0);
    return;
  }
  const std::uint64_t which = region != nullptr ? region->value & trace_file::kAddressMask : 0;
  const bool is_initial = (flags & ompt_task_initial) != 0;
  record_at(*lane, now, Kind::implicit_begin, which | std::uint64_t{number} << trace_file::kAddressBits,
            is_initial ? 1 : 0);
}

// ---- tasks ----

// The rare changes between tasks; record_begin() and record_end() are the others.
void on_task_schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) {
  Lane* const lane = own_lane;
  if (lane == nullptr) return;
  switch (status) {
    case ompt_task_switch:
    case ompt_task_yield:
      if (next != nullptr && (record_of(next).flags & ompt_task_explicit) != 0) go_on_with(*lane, record_of(next));
      return;
    default: return;  // of an event or of a taskwait
  }
}

void on_dependence(ompt_data_t* earlier, ompt_data_t* later) {
  if (Lane* const lane = own_lane)
    record_with(*lane, platform::ticks(), Kind::dependence, later->value, 0, earlier->value);
}

// ---- waits ----

void on_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*, const void* call) {
  Lane* const lane = own_lane;
  if (lane == nullptr) return;
  const auto aux = static_cast<std::uint8_t>(kind);
  if (endpoint != ompt_scope_begin) return record_wait_end(*lane, address(call), aux);
  const std::uint64_t now = platform::ticks();
  look_if_due(*lane, now);
  record_border(*lane, now, Kind::wait_begin, address(call), aux);
}

void on_mutex_acquire(ompt_mutex_t, unsigned, unsigned, ompt_wait_id_t, const void*) {
  Lane* const lane = own_lane;
  if (lane == nullptr) return;
  lane->mutex_since = platform::ticks();
  if (look_if_due(*lane, lane->mutex_since))
    lane->mutex_since = platform::ticks();  // the look is no wait for the mutex
}

void on_mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t mutex, const void* call) {
  Lane* const lane = own_lane;
  if (lane == nullptr) return;
  const std::uint64_t now = platform::ticks();
  if (lane->held < Lane::kHolds) lane->holds[lane->held] = {mutex, now, address(call)};
  ++lane->held;
  if (lane->mutex_since == 0 || (now - lane->mutex_since < kShortWait && !records_all)) return;
  record_with(*lane, now, Kind::mutex_wait, address(call), static_cast<std::uint8_t>(kind), now - lane->mutex_since);
  lane->mutex_since = 0;
}

void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t mutex, const void*) {
  Lane* const lane = own_lane;
  if (lane == nullptr || lane->held == 0) return;
  const std::uint64_t now = lane->releasing == mutex ? lane->released_at : platform::ticks();
  lane->releasing = 0;
  int at = (lane->held < Lane::kHolds ? lane->held : Lane::kHolds) - 1;
  while (at > 0 && lane->holds[at].mutex != mutex) --at;
  const Lane::Hold hold = lane->holds[at];
  // Another thread has taken it, or it is one of those that had no room here.
  if (hold.mutex != mutex) {
    if (lane->held > Lane::kHolds) --lane->held;
    return;
  }
  --lane->held;
  for (; at < lane->held && at + 1 < Lane::kHolds; ++at) lane->holds[at] = lane->holds[at + 1];
  if (now - hold.since < kShortWait && !records_all) return;
  record_with(*lane, now, Kind::mutex_held, mutex, static_cast<std::uint8_t>(kind), hold.call, now - hold.since);
}

// ---- worksharing ----

void on_work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*, std::uint64_t count,
             const void* call) {
  Lane* const lane = own_lane;
  if (lane == nullptr) return;
  const auto aux = static_cast<std::uint8_t>(kind);
  const std::uint64_t now = platform::ticks();
  if (endpoint == ompt_scope_begin) record_with(*lane, now, Kind::work_begin, address(call), aux, count);
  else record_at(*lane, now, Kind::work_end, address(call), aux);
  look_if_due(*lane, now);
}

void on_dispatch(ompt_data_t*, ompt_data_t*, ompt_dispatch_t kind, ompt_data_t instance) {
  Lane* const lane = own_lane;
  if (lane == nullptr || !records_all) return;
  const bool has_chunk = kind == ompt_dispatch_ws_loop_chunk || kind == ompt_dispatch_taskloop_chunk;
  record(*lane, Kind::chunk, has_chunk ? static_cast<ompt_dispatch_chunk_t*>(instance.ptr)->iterations : 1,
         static_cast<std::uint8_t>(kind));
}

// omp_control_tool: start, pause, flush, end.
int on_control(std::uint64_t command, std::uint64_t, void*, const void*) {
  constexpr std::uint64_t kStart = 1, kPause = 2, kFlush = 3, kEnd = 4;
  if (command == kFlush) return 0;
  if (command != kStart && command != kPause && command != kEnd) return -1;
  return set_paused(command != kStart) ? 0 : -1;
}

template <class Function>
void listen(ompt_callbacks_t event, Function function) {
  callbacks.set(event, reinterpret_cast<ompt_callback_t>(function));
}

}  // namespace

void listen_for_recorder() {
  listen(ompt_callback_thread_begin, on_thread_begin);
  listen(ompt_callback_thread_end, on_thread_end);
  listen(ompt_callback_parallel_begin, on_parallel_begin);
  listen(ompt_callback_parallel_end, on_parallel_end);
  listen(ompt_callback_implicit_task, on_implicit_task);
  listen(ompt_callback_task_schedule, on_task_schedule);
  listen(ompt_callback_task_dependence, on_dependence);
  listen(ompt_callback_sync_region_wait, on_wait);
  listen(ompt_callback_mutex_acquire, on_mutex_acquire);
  listen(ompt_callback_mutex_acquired, on_mutex_acquired);
  listen(ompt_callback_mutex_released, on_mutex_released);
  listen(ompt_callback_work, on_work);
  listen(ompt_callback_dispatch, on_dispatch);
  listen(ompt_callback_control_tool, on_control);
}

}  // namespace xomp::trace
