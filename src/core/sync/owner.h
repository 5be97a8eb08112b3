// The identity under which the calling task holds nest locks (OpenMP 5.2: the owner is the task region).
#pragma once

#include <pthread.h>

#include "core/sync/nest_lock.h"

namespace xomp::sync {

// TODO(#2): the address of the current task, once the team room is there. Until then the thread's control block.
inline NestOwner current_owner() { return NestOwner(reinterpret_cast<const void*>(pthread_self())); }

}  // namespace xomp::sync
