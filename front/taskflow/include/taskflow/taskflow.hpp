// Programs written for Taskflow, on XOMP: all but the algorithms, which have headers of their own in algorithm/.
#pragma once

#define TF_VERSION 400100
#define TF_MAJOR_VERSION (TF_VERSION / 100000)
#define TF_MINOR_VERSION (TF_VERSION / 100 % 1000)
#define TF_PATCH_VERSION (TF_VERSION % 100)

#include "algorithm/critical.hpp"
#include "algorithm/partitioner.hpp"
#include "core/async.hpp"
#include "core/atomic_notifier.hpp"
#include "core/executor.hpp"
#include "core/nonblocking_notifier.hpp"
#include "core/runtime.hpp"
#include "core/task_group.hpp"
#include "core/taskflow.hpp"
#include "core/tsq.hpp"
#include "observer/chrome.hpp"  // programs for 3.x find it here
#include "utility/lazy_string.hpp"
#include "utility/math.hpp"
#include "utility/mpmc.hpp"
#include "utility/object_pool.hpp"
#include "utility/spsc.hpp"
#include "utility/stream.hpp"

namespace tf {

// The one that this macro chooses. Executors here need none.
#if defined(TF_ENABLE_ATOMIC_NOTIFIER)
using DefaultNotifier = AtomicNotifier;
#else
using DefaultNotifier = NonblockingNotifier;
#endif

inline constexpr const char* version() { return "4.1.0"; }

}  // namespace tf
