// The one pool of workers that all teams of the process take from and give back to, and the threads that teams have
// from it. For core/team only.
#pragma once

#include "core/team/team.h"

namespace xomp::team {

// --- roots share the processors ---

// Whether more than one root thread has teams. A hint.
bool several_roots();
// Roots that did not ask for a number share the processors: how many of `wanted` workers this region may have.
int borrow_workers(int wanted);
void return_workers(int count);

// Each by the root itself, at its first call and at its end.
void add_root(const Worker& me);
void remove_root(const Worker& me);
// In place of remove_root() where it ends inside its regions: its worker is not used again.
void lose_root(const Worker& me);

// --- workers and teams ---

// Returns a Worker, new or of a thread that has ended; nullptr when kMaxWorkers exist. Called by the thread that it is
// for, or by the one that makes that thread.
Worker* make_worker();
// The thread has ended, or ends now.
void recycle_worker(Worker* w);

Team* make_team(std::int32_t capacity);
Thread* make_thread(Team& team, std::int32_t number, Worker* worker);
void release_thread(Thread* thread);

// --- a team's threads; by its primary ---

// Brings `team` to `wanted` attached threads, or as many as can be had; returns how many. asked: the program named a
// number.
int attach_threads(Team& team, int wanted, bool asked);
// Attaches others in place of those that have left because there was no region for long (CLOSE-1).
int replace_threads(Team& team, int wanted);
// Keeps the first `keep` threads, the primary included.
void dismiss_threads(Team& team, int keep);
// Dismisses all that are kept for regions of `outer`'s thread, and for regions nested in these.
void dismiss_kept_threads(Thread& outer);

// --- ends ---

// Around fork(): the pool's locks are held across it; the child then has no workers but the calling thread's.
void hold_pool_for_fork();
void release_pool_after_fork();
void forget_other_threads();

}  // namespace xomp::team
