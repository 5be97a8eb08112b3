// All workers that roots have without having asked for a number are counted in one number, which is changed only when a root
// gets or loses some. A root whose team is as it was only reads it.
#include "core/team/shares.h"

#include <algorithm>

#include "core/team/binding.h"
#include "core/team/pool.h"
#include "platform/short_lock.h"

namespace xomp::team {

namespace {

platform::ShortLock loan_lock;
// How many workers all teams have borrowed, those of resting teams included. Written under loan_lock; a reader without it gets a hint.
atomic<int> lent{0};

// Each root that starts regions runs on a processor of its own; the others are for workers.
int processors_for_workers(int active_roots) {
  return std::max(static_cast<int>(icv::global.initial_threads) - active_roots, 0);
}

// Returns how many workers the team may have: a fair share for each root, and no more than the others leave.
int allowed_workers(const Team& team, int wanted, int lent_now) {
  const int roots = sleep::own_threads.active_roots.load(relaxed);  // a hint
  const int all = processors_for_workers(roots);
  const int share = (all + roots - 1) / roots, left = all - (lent_now - team.borrowed);
  return std::clamp(std::min(share, left), 0, wanted);
}

void borrow(Team& team, int wanted) {
  if (team.borrowed == allowed_workers(team, wanted, lent.load(relaxed))) return;  // a hint: the next region asks again
  const platform::ShortGuard guard(loan_lock);
  const int now = lent.load(relaxed);
  const int allowed = allowed_workers(team, wanted, now);
  lent.store(now - team.borrowed + allowed, relaxed);
  team.borrowed = allowed;
}

// The team has served another root. Its threads go where this root may run, and those that they keep for nested regions
// would not come along.
void take_over(const Worker& me, Team& team) {
  dismiss_kept_threads(static_cast<Thread&>(*team.threads[0]));
  offer_mask_to_team(me, team);
}

}  // namespace

void return_loan(Team& team, int most) {
  if (team.borrowed <= most) return;
  const platform::ShortGuard guard(loan_lock);
  lent.store(lent.load(relaxed) - (team.borrowed - most), relaxed);
  team.borrowed = most;
}

int gather_shared_threads(Worker& me, Thread& outer, int wanted) {
  // Where no root has workers nobody waits, so nobody else would notice that another root has ceased to start regions.
  me.waits(sched::Wait::region).load.look();
  if (kept_team(me).attached < wanted && take_resting_team(outer, wanted)) take_over(me, *outer.kept_team);
  Team& team = *outer.kept_team;
  borrow(team, std::max(wanted, team.attached) - 1);
  const int size = std::min(wanted, 1 + team.borrowed);
  if (team.attached > 1 + team.borrowed) dismiss_threads(team, 1 + team.borrowed);
  if (team.attached >= size) return size;
  attach_threads(team, size, false);
  return_loan(team, team.attached - 1);
  return team.attached;
}

void let_others_have(Team& team) {
  Thread& outer = *team.encountering;
  if (outer.resting_place != nullptr) return rest(outer);
  dismiss_threads(team, 1);
}

void forget_loans() { lent.store(0, relaxed); }

}  // namespace xomp::team
