// platform/futex.h and platform/fence.h on the virtual machine.
#include "platform/futex.h"

#include "models/simulate/access.h"
#include "platform/fence.h"

namespace xomp::platform {

using simulate::running;
using simulate::world;

WaitResult futex_wait(atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t timeout_ns, Sleepers as) {
  simulate::full_fence();
  simulate::spend(world->machine.costs.futex_call);
  if (word.load(seq_cst) != expected) return WaitResult::woken_or_changed;
  // Nobody runs between the look and the sleep: as under the kernel's lock.
  return world->time.sleep(&word, timeout_ns * 1000, as) ? WaitResult::woken_or_changed : WaitResult::timed_out;
}

void futex_wake(atomic<std::uint32_t>& word, int count, Sleepers whom) {
  simulate::full_fence();
  simulate::spend(world->machine.costs.futex_call);
  world->time.wake(&word, count, whom);
}

// membarrier interrupts every processor that runs a thread of the process.
bool fence_heavy() {
  const auto& costs = world->machine.costs;
  ++running->deeds.heavy_fences;
  for (const auto& thread : world->time.threads()) {
    if (thread.get() != running && thread->state == simulate::VirtualThread::State::ready)
      thread->interrupted += costs.heavy_fence_interrupt;
  }
  simulate::full_fence();
  simulate::spend(costs.heavy_fence +
                  static_cast<simulate::Picoseconds>(world->time.awake() - 1) * costs.heavy_fence_each);
  return true;
}
bool prepare_heavy_fence() { return true; }
void forget_fence_support() {}

}  // namespace xomp::platform
