// A team of threads and one thread's part in it, as OpenMP sees them. A Team belongs to the thread that encounters
// parallel constructs with it (its primary) and is kept between regions together with its threads.
#pragma once

#include <cstdint>

#include "core/barrier/arrival.h"
#include "core/barrier/barrier_word.h"
#include "core/icv/icv.h"
#include "core/sched/scheduler.h"
#include "core/sched/worker.h"
#include "core/task/reduction.h"
#include "core/team/binding.h"
#include "core/team/region_word.h"
#include "core/team/threads_clause.h"
#include "core/worksharing/loop.h"

namespace xomp::team {

using sched::Worker;

// What a region runs on each of its threads.
struct Region {
  void (*invoke)(Worker& me, const Region& region);  // the ABI's way to call `function`
  void* function;
  void* data;
  void** arguments;
  std::int32_t argument_count;
  bool operator==(const Region&) const = default;
};

struct Thread;

// What a parallel construct asks for.
struct Request {
  std::int32_t threads = 0;                    // num_threads clause; 0 = none
  bool serial = false;                         // if(false)
  icv::ProcBind bind = icv::ProcBind::false_;  // proc_bind clause, when given
  bool bind_given = false;
  bool bind_inherited = false;  // the clause holds for the regions below as well: what gcc's programs are used to
  const worksharing::LoopParameters* combined = nullptr;  // the loop of a combined construct: all threads begin in it
  const ThreadsClause* clause = nullptr;                  // what else a num_threads clause says
};

struct alignas(platform::cache_line) Team : sched::TeamTasks {
  // Its own line: threads without a region look at it.
  alignas(platform::cache_line) RegionWord word;
  // Written by the primary while no other thread is in the region. All threads read the first three, which are left
  // alone when they do not change.
  alignas(platform::cache_line) Region region{};
  bool shows_affinity = false;        // OMP_DISPLAY_AFFINITY: each thread prints a line when it enters this region
  bool moves_threads = false;         // some thread of the runtime is or was bound: each looks after its place
  barrier::GroupedArrivals arrivals;  // of more than kFewThreads; says itself who writes what
  alignas(platform::cache_line) std::int32_t level = 0;  // omp_get_level: enclosing parallel regions
  std::int32_t active_level = 0;                         // those with more than one thread
  Thread* encountering = nullptr;  // the primary's part in the enclosing team; nullptr for an initial team
  std::int32_t league_number = 0;  // omp_get_team_num
  std::int32_t league_size = 1;
  icv::TaskIcv icv;                  // what implicit tasks start with
  Binding binding;                   // where its threads go
  std::int32_t attached = 1;         // threads that the team keeps, primary included; >= size
  std::int32_t capacity = 0;         // of `threads`
  std::int32_t smaller_regions = 0;  // in a row that left kept threads out
  Team* group = this;                // the initial team at the head of the contention group
  std::int32_t reserved = 0;         // threads counted in the group's group_threads for this region
  std::int32_t borrowed = 0;         // workers counted in the pool's `lent` for this region
  atomic<bool> stays{false};         // CLOSE-1: its threads wait for ever; the primary, before threads are attached
  atomic<std::int32_t> group_threads{1};  // head of a contention group: its threads, where they are limited; any thread
  atomic<std::uint32_t> cancelled_construct{0};  // CANCEL-2; any thread of the team
  atomic<std::int32_t> left{0};                  // CANCEL-1: threads that have left a cancelled region
  atomic<struct KeptIcv*> kept_icvs{nullptr};  // values that explicit tasks may hold until the region ends; any thread

  task::SharedReduction task_reductions[2];  // reduction(task, ...) on parallel, and on a worksharing construct
  worksharing::TeamLoops loops;              // worksharing constructs in flight; says itself who writes what

  // Its own line: arriving threads write it, waiting ones look at it.
  alignas(platform::cache_line) barrier::BarrierWord barrier;
};

// FAREWELL-1: how a worker's thread and its team part. The primary writes a dismissal before the region word changes;
// the worker writes `left` when it goes, dismissed or because the word was closed (CLOSE-1). Both by an exchange
// (acq_rel): whoever is second gives the Thread back. The primary takes it out of the team at the same time.
enum class Farewell : std::uint8_t { none, left, dismissed, ended };  // ended: the worker's own thread shall end, too

struct Thread : sched::TeamThread {
  Team& team_of() { return static_cast<Team&>(*team); }
  icv::TaskIcv own_icv;            // the implicit task's, once it has written one
  worksharing::ThreadLoops loops;  // its place in the team's worksharing constructs
  Request pushed;                  // clauses announced for the next construct by calls of their own
  ThreadsClause pushed_clause;     // what pushed.clause points to
  std::int32_t pushed_teams = 0;   // the same for teams
  std::int32_t pushed_thread_limit = 0;
  Location location;               // the place it runs in, and its place-partition-var
  Team* kept_team = nullptr;       // the team that this thread starts regions with
  std::int32_t cells[2] = {0, 0};  // thread id and number, where compiled code reads them
  std::uint32_t last_region = 0;   // number of the last region that it has seen (REGION-1)
  atomic<Farewell> farewell{Farewell::none};
  Thread* next_free = nullptr;
};

inline Thread& thread_of(Worker& me) { return static_cast<Thread&>(*me.thread); }
inline Team& team_of(Worker& me) { return static_cast<Team&>(*me.thread->team); }

// --- finding oneself ---

[[gnu::cold, gnu::noinline]] Worker& register_root();

// The calling thread's worker; registers the thread at its first call.
inline Worker& self() {
  Worker* me = sched::own_worker;
  if (me == nullptr) [[unlikely]]
    return register_root();
  return *me;
}
// By clang's global thread id. A wrong id from code that ran before the thread was known is tolerated.
inline Worker& worker_of(std::int32_t id) {
  if (static_cast<std::uint32_t>(id) >= static_cast<std::uint32_t>(sched::kMaxWorkers)) [[unlikely]]
    return self();
  Worker* me = sched::workers[id];
  if (me == nullptr) [[unlikely]]
    return self();
  return *me;
}

// --- worksharing ---

inline worksharing::ThreadLoops& loops_of(Worker& me) { return thread_of(me).loops; }
inline worksharing::Place place_of(Worker& me) {
  return {static_cast<std::uint32_t>(me.thread->number), static_cast<std::uint32_t>(me.thread->team->size)};
}

// --- ICVs of the current task ---

inline const icv::TaskIcv& icv_of(const Worker& me) { return *me.current->icv; }
icv::TaskIcv& writable_icv(Worker& me);  // the current task's own copy

// --- parallel ---

// Starts a region and returns with the caller as its thread 0: on return it is in the region. `region` is copied.
void begin_parallel(Worker& me, const Region& region, const Request& request);
// Thread 0 has run its part: waits for the others and for all tasks, and leaves the region.
void end_parallel(Worker& me);
// teams without num_teams: what OMP_NUM_TEAMS says, else 1.
inline std::int32_t default_league_size() {
  const std::int32_t asked = icv::global.num_teams.load(relaxed);  // set by one thread's call
  return asked > 0 ? asked : 1;
}
// Both, with the region's function called in between.
void parallel(Worker& me, const Region& region, const Request& request);

// A team of one that starts counting levels anew: the initial thread of a team of a league, or of a target region on
// the host. Ended by end_parallel. thread_limit 0 = as it is.
void begin_initial_region(Worker& me, std::int32_t league_number, std::int32_t league_size, std::int32_t thread_limit);

// Runs `body` for each team of a league, one after the other, on the calling thread (OpenMP 5.2, section 10.2).
// teams or thread_limit 0 = not given.
template <class Body>
void league(Worker& me, std::int32_t teams, std::int32_t thread_limit, Body&& body) {
  if (teams <= 0) teams = default_league_size();
  if (thread_limit <= 0) thread_limit = icv::global.teams_thread_limit.load(relaxed);  // set by one thread's call
  for (std::int32_t i = 0; i < teams; ++i) {
    begin_initial_region(me, i, teams, thread_limit);
    body();
    end_parallel(me);
  }
}

// --- barrier ---

// The team's barrier: every thread arrives, every task ends.
void barrier(Worker& me);
enum class Passage { complete, given_up };  // given up: the region is cancelled
Passage pass_barrier(Worker& me);
// The end of a region for its primary: the barrier, or what a cancelled region has in its place.
void join(Worker& me);
// The same for its other threads: what lets them go may also be the next region. thread.last_region is the region that
// ends.
void leave_region(Worker& me);

// --- for core/team only ---
void leave_cancelled_region(Worker& me);  // CANCEL-1
Team* make_team(std::int32_t capacity);
Thread* make_thread(Team& team, std::int32_t number, Worker* worker);
void release_thread(Thread* thread);
// Brings `team` to `wanted` attached threads, or as many as can be had; returns how many. asked: the program named a
// number.
int attach_threads(Team& team, int wanted, bool asked);
// The same with other threads, after those that it had have left because there was no region for long (CLOSE-1).
int replace_threads(Team& team, int wanted);
void dismiss_threads(Team& team, int keep);
void enter_region(Worker& me, Thread& thread);

}  // namespace xomp::team
