// Tasks with dependences: handing them over, and not more of them than memory should hold.
#pragma once

#include "core/sched/policy.h"
#include "core/sched/spawn.h"

namespace xomp::task {
class DependenceBuilder;
}

namespace xomp::sched {

// True for a thread that is alone in its team, when every task created so far has ended and this one will end before
// the next is created. Then its dependences need not be noted, and submit() is enough.
bool needs_no_dependences(const Worker& me, const Task* t);

// As submit(), for a task that was adopted and got its dependences; the builder's finish() has not been called. When
// very many children are unfinished, the thread works on some of them before this returns (THROTTLE-1).
inline constexpr std::int32_t kMostChildren = 65536;
void submit_dependent(Worker& me, Task* t, task::DependenceBuilder& builder);

}  // namespace xomp::sched
