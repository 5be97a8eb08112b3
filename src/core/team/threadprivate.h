// threadprivate variables of code that was compiled without native thread-local storage: one copy a worker, made at the
// first use. The initial thread uses the original.
//
// PRIVATE-1: `copies` of a variable is made once, under the lock that guards the list of variables, and never moves;
// the
//   compiler's cache gets its address (release) and is read without the lock (acquire). Entry i is written by the
//   worker with id i only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/team/team.h"

namespace xomp::team {

struct PrivateThunks {
  void* (*construct)(void*) = nullptr;
  void* (*copy_construct)(void* to, void* from) = nullptr;
  void (*destroy)(void*) = nullptr;
  // Arrays: the same with a count.
  void* (*construct_array)(void*, std::size_t) = nullptr;
  void* (*copy_construct_array)(void* to, void* from, std::size_t) = nullptr;
  void (*destroy_array)(void*, std::size_t) = nullptr;
  std::size_t count = 0;
};

// Before the first use; any thread. A second registration of the same variable is ignored.
void register_threadprivate(void* original, const PrivateThunks& thunks);

// This worker's copy. `cache` may be nullptr; else it is the compiler's zeroed word for the variable.
void* threadprivate_copy(Worker& me, void* original, std::size_t bytes, void*** cache);

// The worker's thread ends: its copies are destroyed, the next thread with its id starts afresh.
void forget_threadprivate(Worker& me);

// Around fork(): the list's lock is held across it.
void hold_threadprivate_for_fork();
void release_threadprivate_after_fork();

}  // namespace xomp::team
