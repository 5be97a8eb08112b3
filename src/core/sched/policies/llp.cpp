// llp: each thread has a LIFO sorted by the priority clause. It takes its own task of the highest priority, and the
// newest among equals. A thread without work takes that task of the nearest victim. Priorities are followed in each
// thread, not over all. For programs that tell by priorities which tasks are urgent: tile algorithms, data-flow graphs.
// Source: TTG (Schuchart et al. 2022; core/queue/priority_lifo.h).
#include "core/sched/policies/parts/task_lifo.h"

namespace xomp::sched {

extern const Policy llp_policy;
constinit const Policy llp_policy = policy_entry<OwnQueues<TaskLifo<queue::Arrange::by_priority>>>(
    "llp", "ll, sorted by priority; for task graphs whose priorities say what is urgent", kTaskLifoParameters);

}  // namespace xomp::sched
