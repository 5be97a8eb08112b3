// xqueue-nowait: static round robin, and a thread without a task requests some from another, but does not
// wait for them. For programs whose tasks differ in length. Source: X-OpenMP (Nookala et al. 2024), section
// 4.2; n = 1 and 2 there.
#include "core/sched/policies/parts/requested_queues.h"

namespace xomp::sched {

namespace {

constexpr Parameter kParameters[] = {
    {"n", "queued tasks that a victim gives for one request", Unit::count, 1, 64, 1},
    {"queue", "tasks in the queue from one thread to another, rounded up to a power of two", Unit::count, 2, 65536,
     256},
};

}  // namespace

extern const Policy xqueue_nowait_policy;
constinit const Policy xqueue_nowait_policy = policy_entry<RequestedQueues<OwnTasks::oldest_first>>(
    "xqueue-nowait", "round robin, and idle threads ask for n tasks without waiting for them", kParameters);

}  // namespace xomp::sched
