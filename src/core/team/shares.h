// How roots share the processors' workers while their regions do not ask for a number of threads. Roots that take turns hand a whole
// team with its workers from one to the next, by one compare-and-swap. For core/team only.
//
// REST-1: a team has one primary.
//   A root that shares the processors has a place. The word there is `busy` while the root has its kept team for itself. Between
//   two regions the word is that team, and whoever changes it to something else has the team:
//   - the root takes back what is there, which is the team or what was left in its stead (exchange, acq_rel);
//   - another root puts an empty team there and gets the full one (compare-and-swap, acq_rel).
//   A team's primary writes it only while it has it, so the words order what one primary wrote before what the next one reads.
//   No thread of a resting team is in a region: the primary rests after the region's end. A late one (TEAM-1) looks at the
//   same structs as if the primary were the old one.
//   A word may come back with the same team. Then that team is resting there again, and may be taken.
//   In fork()'s child each word is whole. It has the calling root's place only.
#pragma once

#include <cstdint>

#include "core/team/team.h"
#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::team {

struct alignas(platform::cache_line) RestingPlace {
  // 0: no root has the place. `busy`, or a Team with the number of its workers in the low bits.
  // Written by roots that get and leave places, by the place's root, and by roots that take what is there. [REST-1]
  atomic<std::uintptr_t> word{0};
  // Where its root looks for other roots' teams next. Its root only.
  std::uint32_t next_look = 0;
};

// A root asks for a place when it begins and leaves it when it ends. Returns nullptr if all places are taken; such a root gives its
// workers back after each region.
RestingPlace* get_resting_place();
void leave_resting_place(RestingPlace& place);
// In fork()'s child: nobody but its only thread has a place. nullptr: the thread is not known to the runtime.
void forget_resting_places(const sched::Worker* me);

// By a root between two regions, with its part in its initial team.
// The kept team rests until the root, or another one, takes it.
void rest(Thread& root);
// Makes the kept team, or what another root left in its stead, the root's own again. Nothing happens if none rests.
void take_back(Thread& root);
// Looks for a resting team with more workers than the kept one has, best with `wanted` of them. If there is one, it becomes the
// root's kept team. The masks of its threads are not those of this root yet.
bool take_resting_team(Thread& root, int wanted);

// --- for regions (shares.cpp) ---

// Finds threads for a region of the calling thread that wants `wanted` of them, the primary included, while there are several roots.
// Returns how many it may have: the kept team of `outer`, the thread's part in the enclosing team, has as many or more.
int gather_shared_threads(Worker& me, Thread& outer, int wanted);

// As much of the loan is given back as goes beyond `most` workers.
void return_loan(Team& team, int most);
// From now on the workers of the team are its own: not counted among those that roots share.
inline void settle_loan(Team& team) {
  if (team.borrowed != 0) [[unlikely]]
    return_loan(team, 0);
}

// At the end of a region of a team with borrowed workers.
void let_others_have(Team& team);

// In fork()'s child, whose only thread has no workers.
void forget_loans();

}  // namespace xomp::team
