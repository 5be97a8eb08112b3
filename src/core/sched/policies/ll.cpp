// ll: each thread has a LIFO, a list through its tasks; it takes its own newest task, a thread without work the newest
// of the nearest victim. For programs with little work between the threads' queues, whose data stay in caches: what is
// stolen is small, but hot. Source: PaRSEC's LL as described for TTG (Schuchart et al. 2022;
// core/queue/priority_lifo.h).
#include "core/sched/policies/parts/task_lifo.h"

namespace xomp::sched {

extern const Policy ll_policy;
constinit const Policy ll_policy = policy_entry<OwnQueues<TaskLifo<queue::Arrange::newest_first>>>(
    "ll", "a LIFO for each thread, newest of the nearest victim; for work that stays in caches", kTaskLifoParameters);

}  // namespace xomp::sched
