// fork(), part by part: what is held across it, and what its child forgets.
#pragma once

namespace xomp::graph {

void install_fork_handlers();

// --- the crew (crew.cpp) ---
void hold_crew_for_fork();
void release_crew_after_fork();
void forget_crew();

// --- views (views.cpp): the child has no thread on a seat but the calling one, and no task but those that it is in ---
void forget_views();

}  // namespace xomp::graph
