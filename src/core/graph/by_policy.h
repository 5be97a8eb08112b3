// A view's ready tasks under a scheduling policy other than `auto`: they go through the policy's objects. The policy sees
// a team with a thread for each seat of the view. A thread that sits there visits the team for one call of the policy; what it runs
// then, it runs in the team where it was. For each queued task the policy sees a descriptor, which lives until a thread has taken it.
//
// VIEW-4: the tasks in the policy's queues are counted. Each seat counts what its thread has put there and what it has
//   taken from there. A thread that reads all `taken`, then all `put`, finds a sum that is too high at most: for each
//   task that has left, the put is older than the taking.
//   Under some policies (Policy::holders_only) only one seat can take a task, until that seat is raided. So under such
//   a policy a thread that sees tasks before it sleeps does not search again at once. It makes a timed wait first.
#pragma once

#include <cstddef>

#include "core/graph/layout.h"
#include "core/sched/policy.h"

namespace xomp::graph {

struct PolicyTeam;

inline bool uses_policy() { return sched::policy != sched::all_policies.front(); }

// The team for a view of so many seats; nullptr under `auto`.
PolicyTeam* make_view_team(std::uint32_t seats);
// join: the calling thread has sat down on the seat. leave: it is about to get up.
void join_view_team(Seat& me);
void leave_view_team(Seat& me);

// Returns false if very many tasks wait.
bool put_by_policy(Seat& me, Task* task);
Task* take_by_policy(Seat& me);
Task* search_by_policy(Seat& me, sched::Effort effort);
// Returns how many tasks the policy's queues hold, or more. [VIEW-4]
std::size_t held_by_policy(View& view);

// Says whether a search may miss tasks that are there, because only one seat can take them.
inline bool may_be_held() { return uses_policy() && sched::policy->holders_only; }

}  // namespace xomp::graph
