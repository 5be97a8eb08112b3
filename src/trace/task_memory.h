// Whether tasks' memory has to rest before it is used again (core/sched/held_memory.h).
#pragma once

#include "platform/atomic.h"

namespace xomp::trace {

// A tool watches and ThreadSanitizer is in the process. Written once, by the thread that starts the tool.
inline atomic<bool> holds_memory{false};

}  // namespace xomp::trace
