// Tasks with dependences: handing them over, and not more of them than memory should hold.
#pragma once

#include "core/sched/policy.h"
#include "core/sched/spawn.h"

namespace xomp::task {
class DependenceBuilder;
}

namespace xomp::sched {

// Alone in the team: every task created so far has ended and this one will before the next is created, so nobody needs
// to know its dependences, and submit() does.
bool needs_no_dependences(const Worker& me, const Task* t);

// As submit() for a task that was adopted and got its dependences; the builder's finish() has not been called. When a
// very large number of children is unfinished, some are worked on before it returns (THROTTLE-1).
inline constexpr std::int32_t kMostChildren = 65536;
void submit_dependent(Worker& me, Task* t, task::DependenceBuilder& builder);

}  // namespace xomp::sched
