// Regions, for the ABIs: finding oneself, the thread's place in its team, parallel regions, barriers, cancellation,
// leagues of teams, target regions, and what the runtime keeps for a thread.
#pragma once

#include <cstdint>

#include "core/sched/worker.h"
#include "core/task/taskgroup.h"
#include "core/team/cancel.h"
#include "core/team/lifecycle.h"
#include "core/team/pool.h"
#include "core/team/region.h"
#include "core/team/roots.h"
#include "core/team/target.h"
#include "core/team/team.h"
#include "core/team/threadprivate.h"

namespace xomp::api {

// ---- finding oneself ----

using team::self;  // registers the thread at its first call
using team::Worker;
using team::worker_of;  // by clang's global thread id
inline std::int32_t id_of(const Worker& me) { return me.id; }

// ---- the thread in its team ----

inline std::int32_t thread_number(const Worker& me) { return me.thread->number; }
inline std::int32_t team_size(const Worker& me) { return me.thread->team->size; }
inline bool is_primary(const Worker& me) { return me.thread->number == 0; }
inline std::int32_t level(Worker& me) { return team::team_of(me).level; }
inline std::int32_t active_level(Worker& me) { return team::team_of(me).active_level; }
// Return the thread's ancestor in the team of that level, and that team's size. -1: there is no such level.
inline std::int32_t ancestor_number(Worker& me, int level) {
  const team::Thread* const ancestor = team::ancestor_at(me, level);
  return ancestor == nullptr ? -1 : ancestor->number;
}
inline std::int32_t ancestor_team_size(Worker& me, int level) {
  const team::Thread* const ancestor = team::ancestor_at(me, level);
  return ancestor == nullptr ? -1 : ancestor->team->size;
}

// ---- parallel regions ----

using icv::ProcBind;
using team::begin_parallel;
using team::end_parallel;
using team::kMaxTeamSize;
using team::parallel;
using team::Region;
using team::Request;
// Returns the cells with thread id and thread number, because clang's code reads them during the region.
inline std::int32_t* cells_of(Worker& me) { return team::thread_of(me).cells; }
// Runs the body of the region that the thread is in once more.
inline void invoke_region(Worker& me) {
  const Region& region = team::team_of(me).region;
  region.invoke(me, region);
}

// ---- clauses that clang's code announces before the construct, by calls of their own ----

using team::Strictness;
using team::ThreadsClause;
inline void announce_threads(Worker& me, std::int32_t threads) {
  team::thread_of(me).pushed.threads = threads > 0 ? threads : 0;
}
// Announces the number of threads together with what else OpenMP 6.0's clause says.
inline void announce_threads(Worker& me, std::int32_t threads, const ThreadsClause& clause) {
  team::Thread& thread = team::thread_of(me);
  announce_threads(me, threads);
  if (thread.pushed.threads == 0) return;
  thread.pushed_clause = clause;
  thread.pushed.clause = &thread.pushed_clause;
}
inline void announce_binding(Worker& me, ProcBind bind) {
  Request& request = team::thread_of(me).pushed;
  request.bind_given = true;
  request.bind = bind;
}
inline void announce_no_binding(Worker& me) { team::thread_of(me).pushed.bind_given = false; }
// Returns what was announced, and forgets it, so that the next construct starts without clauses.
inline Request take_announced(Worker& me) {
  Request& announced = team::thread_of(me).pushed;
  const Request request = announced;
  announced = {};
  return request;
}

// ---- barriers ----

using team::barrier;
using team::pass_barrier;
using team::Passage;

// ---- cancellation ----

using team::cancel;
using team::cancellable_barrier;
using team::cancellation_point;
using team::Construct;
// A hint, because it may change at once. For loops and sections it is always false, because nobody may ask.
inline bool is_cancelled(Worker& me, Construct construct) {
  if (construct == Construct::parallel) return team::team_of(me).cancelled.load(relaxed);  // a hint
  return construct == Construct::taskgroup && task::is_cancelled(me.current->taskgroup);
}

// ---- leagues of teams, on the host ----

using team::league;
using team::next_team_of_league;
inline std::int32_t league_number(Worker& me) { return team::team_of(me).league_number; }
inline std::int32_t league_size(Worker& me) { return team::team_of(me).league_size; }
// Clauses of a teams construct that clang's code announces; 0: not given.
struct LeagueClauses {
  std::int32_t teams = 0;
  std::int32_t thread_limit = 0;
};
inline void announce_league(Worker& me, const LeagueClauses& clauses) {
  team::Thread& thread = team::thread_of(me);
  thread.pushed_teams = clauses.teams;
  thread.pushed_thread_limit = clauses.thread_limit;
}
inline LeagueClauses take_announced_league(Worker& me) {
  team::Thread& thread = team::thread_of(me);
  const LeagueClauses clauses{thread.pushed_teams, thread.pushed_thread_limit};
  announce_league(me, {});
  return clauses;
}

// ---- target regions, on the host ----

using team::require_host;
using team::run_target;

// ---- a thread's copies of threadprivate variables ----

using team::PrivateThunks;
using team::register_threadprivate;
using team::threadprivate_copy;

// ---- threads that the runtime keeps between regions ----

using team::known_threads;  // its own and the program's
using team::try_pause;

}  // namespace xomp::api
