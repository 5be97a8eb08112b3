// Inquiries about what the calling thread executes.
#include "abi_ompt/inquiry.h"
#include "core/api/region.h"
#include "trace/records.h"

namespace xomp::abi_ompt {

namespace {

using trace::RegionRecord;
using trace::TaskRecord;
using trace::ThreadRecord;

constexpr int kNone = 0, kUnavailable = 1, kFilled = 2;

// Returns nullptr if the runtime does not know the thread, or no tool does.
ThreadRecord* own_record() {
  api::Worker* const me = sched::own_worker;
  return me != nullptr && me->seen.begun ? &me->seen : nullptr;
}

TaskRecord* own_task() {
  ThreadRecord* const me = own_record();
  return me != nullptr ? me->running.load(acquire) : nullptr;  // its own; the handler interrupts the writer
}

template <class T>
void fill(T* place, const T& value) {
  if (place != nullptr) *place = value;
}

}  // namespace

ompt_data_t* get_thread_data() {
  ThreadRecord* const me = own_record();
  return me != nullptr ? &me->word : nullptr;
}

int get_state(ompt_wait_id_t* wait_id) {
  ThreadRecord* const me = own_record();
  if (me == nullptr) return ompt_state_work_serial;
  const auto state = static_cast<int>(me->state.load(relaxed));  // its own
  if (state >= ompt_state_wait_mutex && state <= ompt_state_wait_ordered) fill(wait_id, me->wait_id.load(relaxed));
  return state;
}

int get_parallel_info(int level, ompt_data_t** parallel_data, int* team_size) {
  const TaskRecord* const task = own_task();
  if (task == nullptr || level < 0) return kNone;
  RegionRecord* region = task->region;
  if (region == nullptr) return level == 0 ? kUnavailable : kNone;
  for (; level > 0 && region != nullptr; --level) region = region->outer;
  if (region == nullptr) return kNone;
  fill(parallel_data, &region->word);
  fill(team_size, static_cast<int>(region->size));
  return kFilled;
}

int get_task_info(int level, int* flags, ompt_data_t** task_data, ompt_frame_t** task_frame,
                  ompt_data_t** parallel_data, int* thread_num) {
  TaskRecord* task = own_task();
  if (level < 0) return kNone;
  for (; level > 0 && task != nullptr; --level) task = task->below;
  if (task == nullptr) return kNone;
  fill(flags, task->flags);
  fill(task_data, &task->word);
  fill(task_frame, &task->frame);
  fill(parallel_data, task->region != nullptr ? &task->region->word : nullptr);
  fill(thread_num, static_cast<int>(task->thread_number));
  return kFilled;
}

int get_task_memory(void** address, std::size_t* size, int block) {
  const TaskRecord* const task = own_task();
  const bool has_memory = task != nullptr && block == 0 && (task->flags & ompt_task_explicit) != 0;
  fill(address, has_memory ? task->data : nullptr);
  fill(size, has_memory ? task->data_bytes : std::size_t{0});
  return 0;  // there is no further block
}

}  // namespace xomp::abi_ompt
