// Places and binding (OpenMP 5.2, section 10.1.3): where the threads of a team run. A thread binds itself when it
// enters a region whose bind-var says so, and unbinds itself when it leaves it (the initial thread) or enters one that
// does not bind. Without OMP_PROC_BIND, OMP_PLACES and their relatives nothing here costs a system call.
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

// What the environment says about places is read now, and what is wrong with it reported. Once, at start.
void prepare_binding();

// Whether the program runs with places: what omp_get_num_places and its relatives tell about.
bool has_places();
// The places; reads the machine at the first call. Any thread.
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

// Where a thread is, as its place-partition-var and the kernel know it. Its own.
struct Location {
  int place = -1;  // -1 = in no place
  int bound = -1;  // the place that the thread is bound to while it is here; -1 = none
  topology::Partition partition;
};

// Whether threads are or were bound, so that every region has to look after them. Once true it stays so. A hint.
bool moves_threads();
// The texts that name the places have changed. Before the first region.
void forget_places();
// In fork()'s child: another thread of the parent may have been reading the places.
void forget_unfinished_places();
// For a region with this bind-var or clause, encountered at `outer`.
Binding binding_for(icv::ProcBind bind, const Location& outer);
// Where the initial thread of a process is.
Location initial_location();

// The calling thread enters a region: takes its place in it.
void take_place(sched::Worker& me, Thread& thread, const Binding& binding, int team_size);
// The caller is the initial thread of its league's next team: takes that team's part of the places (OpenMP 5.2, section
// 10.2). After the team's number is set.
void take_part_of_places(sched::Worker& me);
// An idle worker comes to a primary. Threads that no place binds stay where the root of their regions put them, or they
// themselves; with another root they go where the primary may run, as if it had made them. By the primary, before the
// worker is assigned; then by the worker.
void offer_mask(const sched::Worker& primary, sched::Worker& worker);
void take_offered_mask(sched::Worker& me);
// The primary thread is back in the region that it came from.
void return_to(sched::Worker& me, const Location& outer);

}  // namespace xomp::team
