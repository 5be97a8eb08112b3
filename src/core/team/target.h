// Target regions on the host, which is the only device, and the teams in them. Called by the encountering thread.
#pragma once

#include <cstdint>

#include "core/team/team.h"

namespace xomp::team {

// Ends the program, with a message, if OMP_TARGET_OFFLOAD=mandatory forbids that a region meant for this device runs
// here. The host's numbers: 0, and -2 for if(false), by which the program itself sends the region to the host. -1 is
// the default device.
void require_host(Worker& me, std::int32_t device);

// Runs body(data) as a target region: its initial thread has a device's ICVs. thread_limit 0 = not given.
void run_target(Worker& me, void (*body)(void*), void* data, std::int32_t thread_limit);

// A teams construct inside a target region. Compiled code runs one team after the other on this thread. Returns true if
// there is a next team, in which the thread then is. `first`: the construct begins. teams, thread_limit 0 = not given.
bool next_team_of_league(Worker& me, std::int32_t teams, std::int32_t thread_limit, bool first);

}  // namespace xomp::team
