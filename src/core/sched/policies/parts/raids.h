// Raids for policies whose tasks only one thread can take. That thread may be inside a long task, which may even wait for
// the tasks behind it. So a thread that has found nothing for a while takes them out, in the other one's role
// (owner_role.h), and puts them into the team's shared queue.
//
// A raid interrupts all threads, and it undoes what the policy has decided. So a team has at most one raid in
// kPause_ns. Only threads that did not come for a task in all that time are raided.
#pragma once

#include <cstdint>

#include "core/sched/hand_over.h"
#include "core/sched/policies/parts/owner_role.h"
#include "core/sleep/shared_fence.h"
#include "platform/clock.h"

namespace xomp::sched {

class Raids {
 public:
  // `role_of(i)` is the role of thread i, of `threads`; looks_empty(i) is a hint; `take_out(i, share)` takes tasks out of
  // its queues, in that role, and calls share(task) for each. Returns whether the shared queue got any. Without heavy fences (old kernels) it
  // never does.
  template <class RoleOf, class LooksEmpty, class TakeOut>
  [[gnu::noinline, gnu::cold]] bool raid(Worker& me, int threads, RoleOf&& role_of, LooksEmpty&& looks_empty,
                                         TakeOut&& take_out) {
    if (platform::now_ns() < next_ns_.load(relaxed)) return false;  // its only use is to be rare
    if (raiding_.exchange(true, acquire)) return false;             // one at a time
    TeamTasks& team = *me.thread->team;
    const int n = team.size < threads ? static_cast<int>(team.size) : threads;
    const std::int32_t raider = me.id + 1;
    int announced = 0;
    for (int i = 0; i < n; ++i)
      if (i != me.thread->number && role_of(i).is_deserted() && !looks_empty(i) && role_of(i).announce_raid(raider))
        ++announced;
    int found = 0;
    if (announced != 0) {
      const bool ordered = sleep::shared_fence.pass();  // [ROLE-1]
      const auto share = [&](Task* t) {
        team.shared.put(t, 0);
        ++found;
      };
      for (int i = 0; i < n; ++i) {
        if (!role_of(i).is_announced_by(raider)) continue;
        if (ordered && role_of(i).may_raid()) take_out(i, share);
        role_of(i).end_raid();
      }
    }
    next_ns_.store(platform::now_ns() + kPause_ns, relaxed);  // as above
    raiding_.store(false, release);
    if (found == 0) return false;
    Counters::add(me.counters.raids);
    wake_idle(team);  // [SLEEP-1] as in spill
    return true;
  }

  // For fork()'s child: no other thread exists, so no raid is under way.
  void reset() { raiding_.store(false, relaxed); }

 private:
  static constexpr std::uint64_t kPause_ns = 1'000'000;

  alignas(platform::cache_line) atomic<bool> raiding_{false};
  atomic<std::uint64_t> next_ns_{0};
};

}  // namespace xomp::sched
