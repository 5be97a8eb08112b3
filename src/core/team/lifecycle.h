// The stations of the runtime's life: the first use, fork(), a pause. The end of the process is end.cpp's alone.
#pragma once

#include "core/sched/worker.h"

namespace xomp::team {

// Called by a thread at its first call into the runtime. Programs set variables before they use OpenMP: os.environ
// before an import, setenv in main. A runtime that is loaded with the import, or reads at first use, sees them. So the
// environment is read again if it has changed since the library was loaded. The first caller reads, others wait
// (start.cpp).
void settle_environment();

// For fork()'s child: the thread that was reading does not exist there, so the child reads anew.
void forget_unfinished_start();

// fork() safety: called once, when the library starts (fork.cpp).
void install_fork_handlers();

// For omp_pause_resource: the threads that wait for the caller's next region end, and those that no team keeps. A later
// region gets new threads. False in a parallel region, where threads cannot be given back (pool.cpp).
bool try_pause(sched::Worker& me);

// Called by the thread that becomes this worker's, so that a debugger knows it (debugger_layout.cpp).
void name_thread(sched::Worker& me);

// How many threads take part in teams now, roots included (pool.cpp).
int known_threads();

}  // namespace xomp::team
