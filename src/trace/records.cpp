// The memory of task records: a list for each thread, and one list of batches that all threads share.
#include "trace/records.h"

#include <new>

#include "platform/memory.h"
#include "platform/short_lock.h"

namespace xomp::trace {

namespace {

constexpr std::int32_t kBatch = 64;

platform::ShortLock shared_lock;
TaskRecord* shared = nullptr;  // under shared_lock, linked by next_free

TaskRecord* take_shared_batch(ThreadRecord& me) {
  const platform::ShortGuard guard(shared_lock);
  TaskRecord* const first = shared;
  if (first == nullptr) return nullptr;
  TaskRecord* last = first;
  std::int32_t count = 1;
  while (count < kBatch && last->next_free != nullptr) {
    last = last->next_free;
    ++count;
  }
  shared = last->next_free;
  last->next_free = nullptr;
  me.free_count = count;
  return first;
}

TaskRecord* make_batch(ThreadRecord& me) {
  auto* const records = static_cast<TaskRecord*>(platform::allocate_forever(sizeof(TaskRecord) * kBatch));
  for (std::int32_t i = 0; i < kBatch; ++i) records[i].next_free = i + 1 < kBatch ? &records[i + 1] : nullptr;
  me.free_count = kBatch;
  return records;
}

void share_batch(ThreadRecord& me) {
  TaskRecord* const first = me.free_records;
  TaskRecord* last = first;
  for (std::int32_t i = 1; i < kBatch; ++i) last = last->next_free;
  me.free_records = last->next_free;
  me.free_count -= kBatch;
  const platform::ShortGuard guard(shared_lock);
  last->next_free = shared;
  shared = first;
}

}  // namespace

TaskRecord* take_record(ThreadRecord& me) {
  if (me.free_records == nullptr) {
    me.free_records = take_shared_batch(me);
    if (me.free_records == nullptr) me.free_records = make_batch(me);
  }
  TaskRecord* const record = me.free_records;
  me.free_records = record->next_free;
  --me.free_count;
  return new (record) TaskRecord{};
}

void give_record_back(ThreadRecord& me, TaskRecord* record) {
  record->next_free = me.free_records;
  me.free_records = record;
  if (++me.free_count >= 2 * kBatch) share_batch(me);
}

void hold_records_for_fork() { shared_lock.lock(); }
void release_records_after_fork() { shared_lock.unlock(); }

}  // namespace xomp::trace
