// llp: each thread has a LIFO sorted by the priority clause; it takes its own highest and, among equals, newest task, a
// thread without work that of the nearest victim. Priorities are followed in each thread, not over all. For programs
// that tell by priorities which tasks are urgent: tile algorithms, data-flow graphs. Source: TTG (Schuchart et al.
// 2022; core/queue/priority_lifo.h).
#include "core/sched/policies/parts/task_lifo.h"

namespace xomp::sched {

extern const Policy llp_policy;
constinit const Policy llp_policy = policy_entry<OwnQueues<TaskLifo<queue::Arrange::by_priority>>>(
    "llp", "ll, sorted by priority; for task graphs whose priorities say what is urgent", kTaskLifoParameters);

}  // namespace xomp::sched
