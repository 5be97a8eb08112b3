// A team of threads and one thread's part in it, as OpenMP sees them. A Team belongs to its primary, the thread that
// encounters parallel constructs with it. It is kept between regions together with its threads.
#pragma once

#include <cstdint>

#include "core/barrier/arrival.h"
#include "core/barrier/barrier_word.h"
#include "core/sched/worker.h"
#include "core/task/reduction.h"
#include "core/team/binding.h"
#include "core/team/region.h"
#include "core/team/region_word.h"
#include "core/worksharing/loop.h"
#include "trace/tool.h"

namespace xomp::team {

struct Thread;

struct alignas(platform::cache_line) Team : sched::TeamTasks {
  // On its own line, because threads without a region look at it.
  alignas(platform::cache_line) RegionWord word;
  // Written by the primary while no other thread is in the region, and read by all its threads. The primary does not
  // write these three when they do not change, so that the line stays with its readers.
  alignas(platform::cache_line) Region region{};
  bool shows_affinity = false;        // OMP_DISPLAY_AFFINITY: each thread prints a line when it enters this region
  bool moves_threads = false;         // some thread of the runtime is or was bound: each looks after its place
  barrier::GroupedArrivals arrivals;  // of more than kFewThreads; its own struct says who writes what
  // Written by the primary between regions or, for its own accounts, at any time; read by the threads of a region.
  alignas(platform::cache_line) std::int32_t level = 0;  // omp_get_level: enclosing parallel regions
  std::int32_t active_level = 0;                         // enclosing parallel regions with more than one thread
  Thread* encountering = nullptr;  // the primary's part in the enclosing team; nullptr for an initial team
  std::int32_t league_number = 0;  // omp_get_team_num
  std::int32_t league_size = 1;
  icv::TaskIcv icv;                  // what implicit tasks start with
  Binding binding;                   // where its threads go
  std::int32_t attached = 1;         // threads that the team keeps, primary included; >= size
  std::int32_t capacity = 0;         // of `threads`
  std::int32_t smaller_regions = 0;  // how many in a row have left kept threads out
  Team* group = this;                // the initial team at the head of the contention group
  std::int32_t reserved = 0;         // threads counted in the group's group_threads for this region
  std::int32_t borrowed = 0;         // workers that it has of those that roots share (shares.cpp)
  atomic<bool> stays{false};         // CLOSE-1: its threads wait for ever; written before threads are attached
  // Written by any thread of the team or, for group_threads, of the contention group.
  atomic<std::int32_t> group_threads{1};         // at the head of a group with a limit: how many threads the group has
  atomic<std::uint32_t> cancelled_construct{0};  // CANCEL-2
  atomic<std::int32_t> left{0};                  // CANCEL-1: threads that have left a cancelled region
  atomic<struct KeptIcvs*> kept_icvs{nullptr};   // values that explicit tasks may hold until the region ends

  trace::RegionRecord seen;                // what a tool knows of the region; written by the primary before it starts
  trace::TaskRecord* seen_from = nullptr;  // the encountering task's; as that

  task::SharedReduction task_reductions[2];  // reduction(task, ...) on parallel, and on a worksharing construct
  struct TeamTree* tree =
      nullptr;  // with XOMP_BARRIER=tree only (tree_barrier.cpp); the primary writes it between regions
  worksharing::TeamLoops loops;  // worksharing constructs in flight; its header says who writes what

  // On its own line, because arriving threads write it while waiting ones look at it.
  alignas(platform::cache_line) barrier::BarrierWord barrier;

  // In fork()'s child, whose thread is in the team.
  void forget_others() {
    TeamTasks::forget_others();
    reserved = borrowed = 0;
    group_threads.store(1, relaxed);  // alone
  }
};

// FAREWELL-1: How a worker and its team part. The primary writes a dismissal before the region word changes. The worker
//   writes `left` when it goes, because it was dismissed or because the word was closed (CLOSE-1). Both use an exchange
//   (acq_rel), and the second one gives the Thread back. The primary takes it out of the team at the same time.
enum class Farewell : std::uint8_t { none, left, dismissed, ended };  // ended: the worker's own thread shall end, too

// A worker's part in a team. That worker writes it, except for `farewell` and for what the primary sets before the
// Thread is attached (pool.cpp). Tasks of other threads read own_icv.
struct Thread : sched::TeamThread {
  Team& team_of() { return static_cast<Team&>(*team); }
  icv::TaskIcv own_icv;            // the implicit task's, once it has written one
  worksharing::ThreadLoops loops;  // its place in the team's worksharing constructs
  Request pushed;                  // clauses announced for the next parallel construct by calls of their own
  ThreadsClause pushed_clause;     // what pushed.clause points to
  std::int32_t pushed_teams = 0;   // clauses announced for the next teams construct
  std::int32_t pushed_thread_limit = 0;
  trace::WorkRecord seen_work;  // the construct that a tool knows it to be in
  Location location;            // the place it runs in, and its place-partition-var
  Team* kept_team = nullptr;  // the team that this thread starts regions with; nullptr: it has none yet, or that rests
  struct RestingPlace* resting_place = nullptr;  // [REST-1] a root's, in its initial team; otherwise nullptr
  std::int32_t cells[2] = {0, 0};                // thread id and number, where compiled code reads them
  std::uint32_t last_region = 0;                 // number of the last region that it has seen (REGION-1)
  atomic<Farewell> farewell{Farewell::none};
  Thread* next_free = nullptr;
};

inline Thread& thread_of(Worker& me) { return static_cast<Thread&>(*me.thread); }
inline Team& team_of(Worker& me) { return static_cast<Team&>(*me.thread->team); }

// The thread itself or its ancestor in the team of that nesting level, or nullptr if there is no such level. Ancestors
// are the threads that encountered the enclosing regions.
inline const Thread* ancestor_at(Worker& me, int level) {
  const Thread* thread = &thread_of(me);
  if (level < 0 || level > static_cast<const Team*>(thread->team)->level) return nullptr;
  while (static_cast<const Team*>(thread->team)->level > level)
    thread = static_cast<const Team*>(thread->team)->encountering;
  return thread;
}

// --- worksharing ---

inline worksharing::ThreadLoops& loops_of(Worker& me) { return thread_of(me).loops; }
inline worksharing::Place place_of(Worker& me) {
  return {static_cast<std::uint32_t>(me.thread->number), static_cast<std::uint32_t>(me.thread->team->size)};
}

// --- ICVs of the current task ---

inline const icv::TaskIcv& icv_of(const Worker& me) { return *me.current->icv; }
void set_icv(Worker& me, const icv::TaskIcv& values);  // of the current task
template <class Change>
void change_icv(Worker& me, Change&& change) {
  icv::TaskIcv values = icv_of(me);
  change(values);
  set_icv(me, values);
}
void forget_icvs(Team& team);  // the copies of explicit tasks; all have ended

// --- parallel ---

// Starts a region with the caller as its thread 0, which is in the region on return. `region` is copied.
void begin_parallel(Worker& me, const Region& region, const Request& request);
// Called when thread 0 has run its part. It waits for the others and for all tasks, and leaves the region.
void end_parallel(Worker& me);
// Begins a region, calls its function, and ends it.
void parallel(Worker& me, const Region& region, const Request& request);

// Returns how many teams a construct without num_teams has: what OMP_NUM_TEAMS says, else 1.
inline std::int32_t default_league_size() {
  const std::int32_t asked = icv::global.num_teams.load(relaxed);  // set by one thread's call
  return asked > 0 ? asked : 1;
}

// Begins a region of one thread that starts counting levels anew: the initial thread of a team of a league, or of a
// target region on the host. end_parallel ends it. thread_limit 0 = as it is.
void begin_initial_region(Worker& me, std::int32_t league_number, std::int32_t league_size, std::int32_t thread_limit);

// Returns the team with which the thread starts regions. It is made when it is first asked for.
Team& kept_team(Worker& me);

// For a tool (watched.cpp). The two stand around a league, because its teams come one after the other.
[[gnu::cold]] void watch_league_begin(Worker& me, std::int32_t teams);
[[gnu::cold]] void watch_league_end(Worker& me);

// Runs `body` for each team of a league, one after the other, on the calling thread (OpenMP 5.2, section 10.2).
// teams or thread_limit 0 = not given.
template <class Body>
void league(Worker& me, std::int32_t teams, std::int32_t thread_limit, Body&& body) {
  if (teams <= 0) teams = default_league_size();
  if (thread_limit <= 0) thread_limit = icv::global.teams_thread_limit.load(relaxed);  // set by one thread's call
  const bool is_watched = trace::is_watched();
  if (is_watched) watch_league_begin(me, teams);
  for (std::int32_t i = 0; i < teams; ++i) {
    begin_initial_region(me, i, teams, thread_limit);
    body();
    end_parallel(me);
  }
  if (is_watched) watch_league_end(me);
}

// --- barrier ---

// The team's barrier: every thread must arrive, and every task must end.
void barrier(Worker& me);
enum class Passage { complete, given_up };  // given up: the region is cancelled
Passage pass_barrier(Worker& me);
// The end of a region for its primary: the barrier, or what a cancelled region has in its place.
void join(Worker& me);
// The end of a region for another thread. It passes the barrier, too, but may also go when the word says that the next
// region has begun. thread.last_region is the region that ends.
void leave_region(Worker& me);

// --- for core/team only ---
void leave_cancelled_region(Worker& me);  // CANCEL-1
void enter_region(Worker& me, Thread& thread);
// Once, before the first team: the barrier that XOMP_BARRIER names.
void choose_barrier();
// With XOMP_BARRIER=tree (tree_barrier.cpp). The primary calls the first two while no other thread is in a region: before a region of at
// least two threads, and after a barrier that was given up. The third is the barrier; `leaving`: the thread itself at the end of a region,
// otherwise nullptr.
void prepare_tree(Team& team, std::uint32_t size);
void forget_tree(Team& team);
Passage pass_tree(Worker& me, Team& team, const Thread* leaving);

}  // namespace xomp::team
