// ll: each thread has a LIFO, a list through its tasks, and takes its own newest task. A thread without work takes the
// newest task of the nearest victim. For programs that move little work between the threads, and whose data stay in
// caches: what is stolen is small, but hot. Source: PaRSEC's LL as described for TTG (Schuchart et al. 2022;
// core/queue/priority_lifo.h).
#include "core/sched/policies/parts/task_lifo.h"

namespace xomp::sched {

extern const Policy ll_policy;
constinit const Policy ll_policy = policy_entry<OwnQueues<TaskLifo<queue::Arrange::newest_first>>>(
    "ll", "a LIFO for each thread, newest of the nearest victim; for work that stays in caches", kTaskLifoParameters);

}  // namespace xomp::sched
