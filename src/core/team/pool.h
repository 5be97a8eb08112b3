// The one pool of workers that all teams of the process take from and give back to.
#pragma once

#include "core/team/team.h"

namespace xomp::team {

// Whether more than one root thread has teams. A hint.
bool several_roots();
// Roots that did not ask for a number share the processors: how many of `wanted` workers this region may have.
int borrow_workers(int wanted);
void return_workers(int count);

// A copy of the values that lives until the current region ends.
icv::TaskIcv* keep_icv(Worker& me, const icv::TaskIcv& values);
void forget_icvs(Team& team);

// Ends the threads that are kept for regions of `outer`'s thread, nested ones included; those that nobody keeps. The
// primary, outside of regions.
void end_threads(Thread& outer);
void end_idle_workers();

// From now on a thread that has called into the runtime is noticed when it ends.
void watch_thread_exits();

// Threads of the runtime that exist now.
int live_workers();
// These and the roots.
int known_threads();

// Around fork(): the pool's locks are held across it; the child then has no workers but the calling thread's.
void hold_pool_for_fork();
void release_pool_after_fork();
void forget_other_threads();

}  // namespace xomp::team
