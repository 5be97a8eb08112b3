// The identity under which the calling task holds nest locks (OpenMP 5.2: the owner is the task region).
#pragma once

#include <pthread.h>

#include <cstdint>

#include "core/sync/lock_word.h"

namespace xomp::sync {

// TODO(#2): team::current_task_identity(). Until the team room has it, the thread: its control block's address, which
// differs from other threads' by at least a page.
inline Owner current_owner() {
  const auto self = reinterpret_cast<std::uintptr_t>(pthread_self());
  return (static_cast<Owner>(self >> 6) & 0x7fff'ffffu) | 1u;
}

}  // namespace xomp::sync
