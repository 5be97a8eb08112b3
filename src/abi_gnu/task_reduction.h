// gcc's reduction arrays, see task_reduction.cpp.
#pragma once

#include <cstdint>

#include "core/api/task.h"

namespace xomp::abi_gnu {

inline constexpr int kStorage = 2;  // index of the word with the storage's address; 0 = nothing to combine

// Gives the array storage for `threads` threads and attaches it to the current taskgroup.
void register_reductions(sched::Worker& me, std::uintptr_t* array);

}  // namespace xomp::abi_gnu
