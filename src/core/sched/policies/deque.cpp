// deque, the reference: each thread has a Chase-Lev deque and takes its own newest task. A thread without work takes
// the oldest task of a random victim. Most work-stealing runtimes do this. For programs that make tasks faster than
// they are stolen, and as a yardstick for the other policies. Source: Chase and Lev 2005
// (core/queue/chase_lev_deque.h); victims at random as in Cilk.
#include <bit>

#include "core/queue/chase_lev_deque.h"
#include "core/sched/policies/parts/own_queues.h"

namespace xomp::sched {

namespace {

enum : int { kQueue };
constexpr Parameter kParameters[] = {
    {"queue", "tasks that a thread may have deferred, rounded up to a power of two; more run at once", Unit::count, 2,
     65536, 2048},
};

class Deque : public queue::ChaseLevDeque<Task> {
 public:
  static constexpr Victims kVictims = Victims::random;
  static constexpr bool kByPriority = false;

  Deque() {
    const std::uint32_t capacity = std::bit_ceil(static_cast<std::uint32_t>(count_parameter(kQueue)));
    auto* slots = static_cast<atomic<Task*>*>(platform::allocate_forever(capacity * sizeof(atomic<Task*>)));
    set_ring(slots, capacity);
  }
};

}  // namespace

extern const Policy deque_policy;
constinit const Policy deque_policy = policy_entry<OwnQueues<Deque>>(
    "deque", "a Chase-Lev deque for each thread, random victims; the reference", kParameters);

}  // namespace xomp::sched
