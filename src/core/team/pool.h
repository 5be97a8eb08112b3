// The one pool of workers: all teams of the process take workers from it and give them back. It also makes the Threads that these
// workers are in teams. For core/team only.
#pragma once

#include "core/team/team.h"

namespace xomp::team {

// --- roots share the processors ---

// Says whether there is more than one root. The answer is a hint.
bool several_roots();
// The root calls add_root() at its first call into the runtime, and remove_root() at its end.
void add_root(const Worker& me);
void remove_root(const Worker& me);
// A root calls this instead of remove_root() if it ends inside its regions. Then its worker is not used again.
void lose_root(const Worker& me);

// --- workers and teams ---

// Returns a new Worker or that of a thread that has ended. Returns nullptr if kMaxWorkers exist. Called by the thread that gets the
// Worker, or by the thread that makes that one.
Worker* make_worker();
// Gives the Worker back, because its thread has ended or ends now.
void recycle_worker(Worker* w);

Team* make_team(std::int32_t capacity);
Thread* make_thread(Team& team, std::int32_t number, Worker* worker);
void release_thread(Thread* thread);

// --- a team's threads; by its primary ---

// Attaches threads until `team` has `wanted` of them, or no more can be had. Returns how many it has. `asked` says that the program named
// a number.
int attach_threads(Team& team, int wanted, bool asked);
// Attaches others in place of those that have left because there was no region for long (CLOSE-1).
int replace_threads(Team& team, int wanted);
// Dismisses all threads but the first `keep`, which include the primary.
void dismiss_threads(Team& team, int keep);
// Dismisses all threads that are kept for regions of `outer`'s thread, and for regions nested in these.
void dismiss_kept_threads(Thread& outer);

// --- ends ---

// A thread that forks holds the pool's locks across fork(), so that the child finds whole lists. The child has no other worker than the
// calling thread's, so it forgets the others.
void hold_pool_for_fork();
void release_pool_after_fork();
void forget_other_threads();

}  // namespace xomp::team
