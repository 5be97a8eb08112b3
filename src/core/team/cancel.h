// cancel and cancellation points (OpenMP 5.2, chapter 11). The threads of a team call them; without OMP_CANCELLATION
// none of it does anything.
//
// CANCEL-1: a cancelled parallel region ends without its barriers.
//   cancel:  sets `cancelled` (release), then wakes all waiting threads.
//   barrier: a thread that sees the flag (acquire) before it sees the barrier complete gives the barrier up, because
//            the canceller does not come to the barrier any more, so it will not complete. The thread reads the flag
//            first, then the barrier's word, because a flag of a later region would come with the completion of this
//            one's last barrier.
//   end:     each thread waits for its children and adds itself to `left` (release). The primary waits until all have
//            left and no task remains. Then no thread is in a barrier, and its word can start anew.
// CANCEL-2: a request for a loop or sections holds until the next barrier completes. It is a word of the construct and
//   the number of barriers completed before, so that a late reader does not take it for the next construct's. The
//   thread that completes the barrier clears it, long before the number repeats.
#pragma once

#include <cstdint>

#include "core/team/team.h"

namespace xomp::team {

enum class Construct : std::uint8_t { parallel = 1, loop = 2, sections = 3, taskgroup = 4 };

// Asks that the innermost such construct be cancelled. Returns true if the calling thread must go to the construct's
// end.
bool cancel(Worker& me, Construct construct);
// Returns true if a thread has asked for it, and the calling thread goes to the construct's end.
bool cancellation_point(Worker& me, Construct construct);
// A barrier that a cancelled region gives up. Returns true if the thread must leave the region.
bool cancellable_barrier(Worker& me);

}  // namespace xomp::team
