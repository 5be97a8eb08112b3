// Mutual exclusion, for the ABIs: critical regions, locks, atomic updates, reductions, and the error directive. Any
// thread. It knows nothing of teams, so what a lock needs to know of the calling task is asked behind current_owner().
#pragma once

#include "core/sync/atomic_update.h"
#include "core/sync/critical.h"
#include "core/sync/error_directive.h"
#include "core/sync/lock_word.h"
#include "core/sync/nest_lock.h"
#include "core/sync/reduction.h"

namespace xomp::api {

// ---- critical regions: with a name, without one, and the brackets around gcc's atomic updates ----

using sync::atomic_updates;
using sync::CriticalStorage;
using sync::unnamed_critical;

// ---- locks ----

using sync::LockWord;
using sync::NestLock;
using sync::NestOwner;
// Returns the calling task as an owner of nest locks.
sync::NestOwner current_owner();

// ---- atomic updates of the program's variables ----

using sync::Change;
using sync::compare_exchange;
using sync::exchange;
using sync::kFitsWord;
using sync::read;
using sync::update;
using sync::WordOf;
using sync::write;

// ---- reductions by the threads of a team ----

using sync::begin_reduction;
using sync::end_reduction;

// ---- the error directive ----

using sync::kTerminated;
using sync::stop_with_error;
using sync::warn_of_error;

}  // namespace xomp::api
