// Tasks as gcc describes them: a function, and a record on the caller's stack that is copied into the task.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/api/task.h"

namespace xomp::abi_gnu {

using TaskBody = void (*)(void*);
using Copy = void (*)(void* to, void* from);

enum TaskFlag : unsigned {
  kUntied = 1,
  kFinal = 2,
  kMergeable = 4,
  kDepend = 8,
  kPriority = 16,
  kUp = 256,
  kGrainsize = 512,
  kDeferred = 1024,  // taskloop: no if clause, or a true one
  kNogroup = 2048,
  kReduction = 4096,
  kDetach = 8192,
  kStrict = 16384,
};

// The record lies in the descriptor's data, aligned as asked; `alignment` 0: as that is.
inline task::Task* describe(task::Task* t, TaskBody body, std::size_t alignment = 0) {
  auto place = reinterpret_cast<std::uintptr_t>(task::data_of(t));
  if (alignment != 0) place = (place + alignment - 1) & ~(alignment - 1);
  t->body = reinterpret_cast<void*>(body);
  t->data = reinterpret_cast<void*>(place);
  return t;
}

// A descriptor with room for the record.
inline task::Task* make_task(sched::Worker& me, TaskBody body, std::size_t bytes, std::size_t alignment,
                             std::uint32_t flags) {
  const std::size_t extra = alignment > 64 ? alignment : 0;
  return describe(sched::create_task(me, bytes + extra, flags | task::kPlainBody), body, extra);
}

// Returns nullptr if there is no memory.
inline task::Task* try_make_task(sched::Worker& me, TaskBody body, std::size_t bytes, std::size_t alignment) {
  const std::size_t extra = alignment > 64 ? alignment : 0;
  task::Task* t = sched::try_create_task(me, bytes + extra, task::kPlainBody);
  return t != nullptr ? describe(t, body, extra) : nullptr;
}

// Records are a few words as a rule, so they are copied word by word.
inline void copy_record(void* to, const void* from, std::size_t bytes) {
  if (bytes > 64 || bytes % 8 != 0) [[unlikely]] {
    std::memcpy(to, from, bytes);
    return;
  }
  for (std::size_t i = 0; i < bytes; i += 8) {
    asm("");  // as it stands: not a call of memcpy
    std::memcpy(static_cast<char*>(to) + i, static_cast<const char*>(from) + i, 8);
  }
}

inline void fill(task::Task* t, void* data, Copy copy, std::size_t bytes) {
  if (copy != nullptr) {
    copy(t->data, data);
    t->set(task::kMustRun);
  } else {
    copy_record(t->data, data, bytes);
  }
}

inline void set_priority(task::Task* t, int priority) {
  if (priority <= 0 || icv::global.max_task_priority <= 0) return;
  t->priority = priority < icv::global.max_task_priority ? priority : icv::global.max_task_priority;
  t->set(task::kPriority);
}

}  // namespace xomp::abi_gnu
