// Places and binding (OpenMP 5.2, section 10.1.3): where the threads of a team run. A thread binds itself when it
// enters a region whose bind-var says so. It unbinds itself when it enters one that does not bind. The initial thread is
// in the first place from its first call into the runtime on, outside of regions too, and each other thread of the
// program in a place of its own (root_places.h). Without OMP_PROC_BIND, OMP_PLACES and their relatives nothing here costs a system call.
#pragma once

#include "core/icv/icv.h"
#include "topology/place_list.h"
#include "topology/placement.h"

namespace xomp::sched {
struct Worker;
}

namespace xomp::team {

struct Team;
struct Thread;

// Reads now what the environment says about places, and reports what is wrong with it. Called once, at start.
void prepare_binding();

// Says whether the program runs with places. Otherwise omp_get_num_places and its relatives have nothing to tell.
bool has_places();
// Returns the places. It reads the machine at the first call. Any thread.
const topology::PlaceList& places();

// Where a team's threads go in its next region; written by its primary before the region starts.
struct Binding {
  bool active = false;
  topology::Policy policy = topology::Policy::close;
  topology::Partition partition;  // of the encountering task
  int parent_place = 0;           // of the encountering thread
  bool operator==(const Binding& other) const {
    return active == other.active && policy == other.policy && partition.first == other.partition.first &&
           partition.count == other.partition.count && parent_place == other.parent_place;
  }
};

// Where a thread is, as its place-partition-var and the kernel know it. Only the thread itself uses it.
struct Location {
  int place = -1;  // -1 = in no place
  int bound = -1;  // the place that the thread is bound to while it is here; -1 = none
  topology::Partition partition;
};

// Says whether threads are or were bound, so that every region has to look after them. Once true it stays true. A hint.
bool moves_threads();
// Called before the first region when the texts that name the places have changed, so that they are read again.
void forget_places();
// The binding of a region with this bind-var or clause, encountered at `outer`.
Binding binding_for(icv::ProcBind bind, const Location& outer);
// Returns where the initial thread of a process is, and other roots that are not bound.
Location initial_location();

// Called by a thread that becomes a root, and by a root that ends. `thread` is its part in its initial team.
void bind_root(sched::Worker& me, Thread& thread);
void leave_root_place(const Thread& thread);
// Called in fork()'s child. `me`: its thread, or nullptr if the runtime does not know that.
void forget_other_roots_places(const sched::Worker* me);
// Called by a thread that enters a region, so that it takes its place there.
void take_place(sched::Worker& me, Thread& thread, const Binding& binding, int team_size);
// Called by the initial thread of its league's next team, which takes that team's part of the places (OpenMP 5.2,
// section 10.2). The team's number must be set before.
void take_part_of_places(sched::Worker& me);
// Called when an idle worker comes to a primary. A thread that no place binds stays where the root of its regions, or
// the thread itself, has put it. If it gets another root, it must go where the primary may run, as if the primary had
// made it. So the primary calls offer_mask before it assigns the worker, and the worker then calls take_offered_mask.
void offer_mask(const sched::Worker& primary, sched::Worker& worker);
// Called by the primary to which a whole team comes, before the team's next region. It offers its mask to all threads of the team, and
// each takes it when it enters that region.
void offer_mask_to_team(const sched::Worker& primary, const Team& team);
void take_offered_mask(sched::Worker& me);
// Called when the primary thread is back in the region that it came from.
void return_to(sched::Worker& me, const Location& outer);

}  // namespace xomp::team
