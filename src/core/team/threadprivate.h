// threadprivate variables of code that was compiled without native thread-local storage: each worker has a copy, made
// at the first use. The initial thread uses the original.
//
// PRIVATE-1: `copies` of a variable is made once, under the lock that guards the list of variables, and never moves.
//   The compiler's cache gets its address (release) and is read without the lock (acquire). Only the worker with id i
//   writes entry i.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/team/team.h"

namespace xomp::team {

struct PrivateThunks {
  void* (*construct)(void*) = nullptr;
  void* (*copy_construct)(void* to, void* from) = nullptr;
  void (*destroy)(void*) = nullptr;
  // For arrays of `count` elements.
  void* (*construct_array)(void*, std::size_t) = nullptr;
  void* (*copy_construct_array)(void* to, void* from, std::size_t) = nullptr;
  void (*destroy_array)(void*, std::size_t) = nullptr;
  std::size_t count = 0;
};

// Called before the first use, by any thread. A second registration of the same variable is ignored.
void register_threadprivate(void* original, const PrivateThunks& thunks);

// Returns this worker's copy. `cache` may be nullptr; else it is the compiler's zeroed word for the variable.
void* threadprivate_copy(Worker& me, void* original, std::size_t bytes, void*** cache);

// Called when the worker's thread ends. Its copies are destroyed, so that the next thread with its id starts afresh.
void forget_threadprivate(Worker& me);

// Hold the list's lock across fork(), so that the child finds the list whole.
void hold_threadprivate_for_fork();
void release_threadprivate_after_fork();

}  // namespace xomp::team
