// The memory of task records: a list for each thread, and one list of batches that all threads share.
#include "trace/records.h"

#include "platform/memory.h"
#include "platform/short_lock.h"

namespace xomp::trace {

namespace {

platform::ShortLock shared_lock;
TaskRecord* shared = nullptr;  // under shared_lock, linked by next_free

TaskRecord* take_shared_batch(ThreadRecord& me) {
  const platform::ShortGuard guard(shared_lock);
  TaskRecord* const first = shared;
  if (first == nullptr) return nullptr;
  TaskRecord* last = first;
  std::int32_t count = 1;
  while (count < kRecordBatch && last->next_free != nullptr) {
    last = last->next_free;
    ++count;
  }
  shared = last->next_free;
  last->next_free = nullptr;
  me.free_count = count;
  return first;
}

TaskRecord* make_batch(ThreadRecord& me) {
  auto* const records = static_cast<TaskRecord*>(platform::allocate_forever(sizeof(TaskRecord) * kRecordBatch));
  for (std::int32_t i = 0; i < kRecordBatch; ++i)
    records[i].next_free = i + 1 < kRecordBatch ? &records[i + 1] : nullptr;
  me.free_count = kRecordBatch;
  return records;
}

}  // namespace

void fetch_records(ThreadRecord& me) {
  me.free_records = take_shared_batch(me);
  if (me.free_records == nullptr) me.free_records = make_batch(me);
}

void share_records(ThreadRecord& me) {
  TaskRecord* const first = me.free_records;
  TaskRecord* last = first;
  for (std::int32_t i = 1; i < kRecordBatch; ++i) last = last->next_free;
  me.free_records = last->next_free;
  me.free_count -= kRecordBatch;
  const platform::ShortGuard guard(shared_lock);
  last->next_free = shared;
  shared = first;
}

void hold_records_for_fork() { shared_lock.lock(); }
void release_records_after_fork() { shared_lock.unlock(); }

}  // namespace xomp::trace
