// hybrid: as xqueue-nowait, but a thread runs those tasks newest first that it keeps of its own. So it goes down one
// branch of a tree of tasks at a time. That needs less stack, leaves fewer tasks waiting, and finds data that is still
// in its cache. A thief gets the oldest task. For map-reduce patterns and trees. Source: X-TaskFlow, hybrid scheduling
// (GNU-XTask and X-TaskFlow, 2025).
#include "core/sched/policies/parts/requested_queues.h"

namespace xomp::sched {

namespace {

constexpr Parameter kParameters[] = {
    {"n", "queued tasks that a victim gives for one request", Unit::count, 1, 64, 1},
    {"queue", "tasks in the queue from one thread to another, and of its own ones", Unit::count, 2, 65536, 256},
};

}  // namespace

extern const Policy hybrid_policy;
constinit const Policy hybrid_policy = policy_entry<RequestedQueues<OwnTasks::newest_first>>(
    "hybrid", "xqueue-nowait with the own tasks newest first; for trees of tasks", kParameters);

}  // namespace xomp::sched
