// xqueue: static round robin. Each thread puts its tasks in turn into the queues of all threads of the team, its own
// among them, and runs what is in its own; no thread steals. A task that finds the queue full runs at once. There is no
// lock and no atomic read-modify-write on a task's way. For many tasks of about one length, made by threads that all
// have enough to do. Source: XQueue (Nookala et al., MASCOTS 2021); in X-OpenMP the static variant.
#include "core/sched/policies/parts/round_robin.h"

namespace xomp::sched {

namespace {

enum : int { kQueue };
constexpr Parameter kParameters[] = {
    {"queue", "tasks in the queue from one thread to another, rounded up to a power of two", Unit::count, 2, 65536,
     256},
};

class StaticQueues : public RoundRobin {
 public:
  explicit StaticQueues(int threads) : RoundRobin(threads, count_parameter(kQueue)) {}
};

}  // namespace

extern const Policy xqueue_policy;
constinit const Policy xqueue_policy = policy_entry<StaticQueues>(
    "xqueue", "static round robin over single-producer queues; for many tasks of one length", kParameters);

}  // namespace xomp::sched
