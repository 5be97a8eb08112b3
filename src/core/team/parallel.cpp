// Parallel regions: how many threads, start and end. Called by the thread that encounters the construct.
#include <algorithm>
#include <cstdlib>

#include "core/sched/spawn.h"
#include "core/team/affinity_text.h"
#include "core/team/pool.h"
#include "core/team/shares.h"
#include "core/team/statistics.h"
#include "core/team/team.h"
#include "core/team/watched.h"
#include "platform/message.h"
#include "platform/probe.h"

namespace xomp::team {

Team& kept_team(Worker& me) {
  Thread& outer = thread_of(me);
  if (outer.kept_team == nullptr) take_back(outer);
  if (outer.kept_team == nullptr) {
    Team* team = make_team(4);
    team->threads.set(0, make_thread(*team, 0, &me));
    outer.kept_team = team;
  }
  return *outer.kept_team;
}

namespace {

constexpr int kSmallerRegions = 8;  // after so many in a row the threads left out go back to the pool

// Writes only what changes: while a region is like the last one, the lines that the other threads read stay with them.
template <class T>
void set(T& field, const T& value) {
  if (field != value) field = value;
}
template <class T>
void set(atomic<T>& field, T value) {
  if (field.load(relaxed) != value) field.store(value, relaxed);  // no thread of the team is in a region
}

// dyn-var lets the implementation choose a smaller number: no more threads than processors, and while other threads
// want some of these, only as many as they leave. A team that shares a processor with another program waits for that
// processor in each region; without that thread it needs a little more time and no waiting. A nested region goes by the
// first rule alone, because its primary does not know what the outer team's other threads are about to do.
[[gnu::cold]] int adjusted(int n, const Team& outer, const Request& request) {
  n = std::min(n, static_cast<int>(icv::global.initial_threads));
  const bool strict = request.clause != nullptr && request.clause->strictness != Strictness::none;
  return n == 1 || outer.level != 0 || strict ? n : std::min(n, sleep::processors_left());
}

// Returns how many threads the region gets (OpenMP 5.2, section 10.1.1), before it is known how many can be had.
int threads_for(Worker& me, const Request& request, bool* asked) {
  const icv::TaskIcv& icv = icv_of(me);
  const Team& outer = team_of(me);
  *asked = request.threads > 0 || icv.nthreads_asked;
  if (request.serial || outer.active_level >= icv.max_active_levels) return 1;
  int n = request.threads > 0 ? request.threads : icv.nthreads;
  if (icv.dynamic) [[unlikely]]
    n = adjusted(n, outer, request);
  n = std::min({n, icv.thread_limit, kMaxTeamSize});
  return std::max(n, 1);
}

bool has_bind_entry(int level) { return icv::global.bind_list_length > 1 && level < icv::global.bind_list_length; }

// What implicit tasks inherit: the values of the encountering task, and the lists' entry for the new level.
icv::TaskIcv inherited_icv(const icv::TaskIcv& outer, int level) {
  icv::TaskIcv icv = outer;
  if (!icv.nthreads_stays && icv::global.nthreads_list_length > 1 && level < icv::global.nthreads_list_length)
    icv.nthreads = icv::global.nthreads_list[level];
  if (has_bind_entry(level)) icv.bind = icv::global.bind_list[level];
  return icv;
}

int gather_threads(Worker& me, int wanted, bool asked) {
  if (wanted == 1) return 1;
  if (!asked && several_roots()) return gather_shared_threads(me, thread_of(me), wanted);
  Team& team = kept_team(me);
  settle_loan(team);
  if (wanted <= team.attached) return wanted;
  return attach_threads(team, wanted, asked);
}

// Returns how many of `wanted` more threads the contention group of `team` may have under thread-limit-var: an initial
// thread and the threads of all its regions, nested ones included. They are counted only where there is a limit. Any
// thread.
int reserve_threads(Team& team, int wanted, int limit) {
  atomic<std::int32_t>& count = team.group->group_threads;
  std::int32_t now = count.load(relaxed);  // only the number counts, here and below
  for (;;) {
    const int got = std::clamp(limit - now, 0, wanted);
    if (count.compare_exchange_weak(now, now + got, relaxed, relaxed)) return got;
  }
}

void release_threads(Team& team, int count) { team.group->group_threads.fetch_sub(count, relaxed); }

// Returns how many threads the kept team has for the region. It may be another team than before.
int gather_limited_threads(Worker& me, int wanted, bool asked) {
  const int limit = icv_of(me).thread_limit;
  if (wanted == 1 || limit >= icv::kMaxThreads) return gather_threads(me, wanted, asked);
  Team& outer = team_of(me);
  const int allowed = reserve_threads(outer, wanted - 1, limit);
  const int size = gather_threads(me, 1 + allowed, asked);
  kept_team(me).reserved = size - 1;
  release_threads(outer, allowed - (size - 1));
  return size;
}

}  // namespace

void enter_region(Worker& me, Thread& thread) {
  Team& team = thread.team_of();
  me.thread = &thread;
  me.current = &thread.implicit;
  thread.implicit.icv = &team.icv;
  thread.implicit.taskgroup = nullptr;
  thread.defers = team.size > 1;
  sched::note_alone(me);
  thread.cells[0] = me.id;
  thread.created.store(0, relaxed);   // [BARRIER-1] published by this thread's arrival at the first barrier
  thread.finished.store(0, relaxed);  // [BARRIER-1]
  thread.loops.start_region(team.loops);
  sched::begin_region(me);
  if (team.moves_threads) [[unlikely]]
    take_place(me, thread, team.binding, team.size);
  if (team.shows_affinity) [[unlikely]]
    show_affinity(me, {});
  if (trace::is_watched()) [[unlikely]]
    watch_implicit_begin(me, thread);
}

namespace {

// The place of a region among the others.
struct Nesting {
  std::int32_t level, active_level, league_number, league_size;
  Team* group;
};

// For a team whose threads do not all count in the barrier's word.
void prepare_arrivals(Team& team, std::uint32_t size) {
  if (barrier::tree_fan_out != 0) return prepare_tree(team, size);
  team.arrivals.prepare(size, team.barrier.look().completions());
}

// The threads have left the last region's constructs at different places, or fork() has taken them away. So the ring must be put in order, and
// the barrier's arrivals start anew.
[[gnu::cold, gnu::noinline]] void put_in_order(Team& team) {
  team.loops.recover();
  team.barrier.reset();
  team.arrivals.forget();
  forget_tree(team);
  team.left.store(0, relaxed);
  for (task::SharedReduction& reduction : team.task_reductions) reduction.reset();
}

// Describes the team's next region, starts it on the other threads, and enters it as thread 0.
void enter_as_primary(Worker& me, Team& team, int size, const Nesting& nesting, const icv::TaskIcv& icv,
                      const worksharing::LoopParameters* combined) {
  if (size > team.policy_threads) [[unlikely]]
    sched::prepare_policy(team, size);
  if (team.size != size) team.size = size;
  team.level = nesting.level;
  team.active_level = nesting.active_level;
  team.encountering = &thread_of(me);
  team.league_number = nesting.league_number;
  team.league_size = nesting.league_size;
  team.group = nesting.group;
  team.icv = icv;
  if (icv::global.display_affinity) [[unlikely]]
    team.shows_affinity = must_show_affinity(me, team);
  set(team.tasking, false);
  Thread& mine = static_cast<Thread&>(*team.threads[0]);
  if (team.cancelled.load(relaxed) || team.alone) put_in_order(team);
  if (team.alone) mine.implicit.unfinished = 0;  // what other threads were running never ends in fork()'s child
  if (size > barrier::few_threads) prepare_arrivals(team, static_cast<std::uint32_t>(size));
  team.loops.start_region(mine.loops, static_cast<std::uint32_t>(size));
  if (combined != nullptr) team.loops.set_combined(*combined);
  set(team.alone, false);
  set(team.cancelled, false);
  set(team.cancelled_construct, std::uint32_t{0});
  set(team.finished_elsewhere, std::uint64_t{0});
  if (mine.worker.load(relaxed) != &me) mine.worker.store(&me, release);  // [TEAM-1] own slot
  // The implicit task's parent is the encountering task. This link serves only the search for ancestors, so the child
  // is not counted.
  mine.implicit.parent.store(me.current, relaxed);
  if (size > 1 && !team.word.start(size)) [[unlikely]]  // CLOSE-1: its threads have left, or are about to
    return enter_as_primary(me, team, replace_threads(team, size), nesting, icv, combined);
  enter_region(me, mine);
}

// strict: the region gets `given` threads instead of `asked`, which must be reported.
[[gnu::cold]] void report_missed_threads(const ThreadsClause& clause, int asked, int given) {
  const char* message = clause.message != nullptr ? clause.message : "num_threads(strict) is not met";
  const bool fatal = clause.strictness == Strictness::fatal;
  platform::print("xomp: %s: %s: %d threads instead of %d\n", fatal ? "fatal" : "warning", message, given, asked);
  if (fatal) std::exit(EXIT_FAILURE);
}

[[gnu::cold]] void apply_clause(const Request& request, int size, icv::TaskIcv& icv) {
  if (request.clause->strictness != Strictness::none && size != request.threads && !request.serial)
    report_missed_threads(*request.clause, request.threads, size);
  if (request.clause->nested_threads > 0) {
    icv.nthreads = request.clause->nested_threads;
    icv.nthreads_asked = true;
    icv.nthreads_stays = true;
  }
}

// bind-var of the encountering task decides whether threads are bound; a clause only says how.
[[gnu::noinline]] void describe_binding(Worker& me, Team& team, const Request& request, icv::TaskIcv& inherited) {
  icv::ProcBind bind = icv_of(me).bind;
  const bool has_clause = request.bind_given && request.bind != icv::ProcBind::false_;
  if (bind != icv::ProcBind::false_ && has_clause) bind = request.bind;
  team.binding = bind == icv::ProcBind::false_ ? Binding{} : binding_for(bind, thread_of(me).location);
  set(team.moves_threads, moves_threads());
  if (request.bind_inherited && !has_bind_entry(team_of(me).level + 1)) inherited.bind = bind;
}

}  // namespace

void begin_parallel(Worker& me, const Region& region, const Request& request) {
  trace::cross_border(trace::Activity::runtime);
  bool asked;
  const int wanted = threads_for(me, request, &asked);
  const Team& outer = team_of(me);
  const int size = gather_limited_threads(me, wanted, asked);
  Team& team = kept_team(me);
  set(team.region, region);
  sched::Counters::add(me.counters.regions);
  const Nesting nesting{outer.level + 1, outer.active_level + (size > 1), outer.league_number, outer.league_size,
                        outer.group};
  icv::TaskIcv icv = inherited_icv(icv_of(me), nesting.level);
  if (icv.bind != icv::ProcBind::false_ || moves_threads()) [[unlikely]]
    describe_binding(me, team, request, icv);
  if (trace::is_watched()) [[unlikely]]
    watch_region_begin(me, team, request, size);
  if (request.clause != nullptr) [[unlikely]]
    apply_clause(request, size, icv);
  platform::probe::region_begin(&team, region.function, size);
  enter_as_primary(me, team, size, nesting, icv, request.combined);
  trace::cross_border(trace::Activity::working);
}

void begin_initial_region(Worker& me, std::int32_t league_number, std::int32_t league_size, std::int32_t thread_limit) {
  icv::TaskIcv icv = icv_of(me);
  if (thread_limit > 0) icv.thread_limit = thread_limit;
  Team& team = kept_team(me);
  team.group_threads.store(1, relaxed);  // nobody else is in the team
  set(team.moves_threads, moves_threads());
  enter_as_primary(me, team, 1, {0, 0, league_number, league_size, &team}, icv, nullptr);
  if (league_size > 1) take_part_of_places(me);
}

void end_parallel(Worker& me) {
  trace::cross_border(trace::Activity::runtime);
  const bool is_watched = thread_of(me).implicit.has(task::kWatched);
  join(me);
  Team& team = team_of(me);
  platform::probe::region_end(&team);
  if (trace::follows_waits) [[unlikely]]
    count_tasks(team);
  if (team.kept_icvs.load(relaxed) != nullptr) forget_icvs(team);  // all tasks have ended
  me.current = thread_of(me).implicit.parent.load(relaxed);        // own store in begin_parallel
  me.thread = team.encountering;
  sched::note_alone(me);
  if (is_watched && team.level != 0) [[unlikely]]
    watch_region_end(me, team);
  if (team.moves_threads) [[unlikely]]
    return_to(me, team.encountering->location);
  if (team.reserved != 0) {
    release_threads(team, team.reserved);
    team.reserved = 0;
  }
  if (team.size == team.attached) {
    team.smaller_regions = 0;
  } else if (team.size > 1 && ++team.smaller_regions >= kSmallerRegions) {
    // Inactive regions do not count, because threads keep what is theirs from one active region to the next (section
    // 5.2).
    dismiss_threads(team, team.size);
  }
  if (team.borrowed != 0) [[unlikely]]
    let_others_have(team);
  trace::cross_border(team.level > 1 ? trace::Activity::working : trace::Activity::serial);
}

void parallel(Worker& me, const Region& region, const Request& request) {
  begin_parallel(me, region, request);
  region.invoke(me, region);
  end_parallel(me);
}

}  // namespace xomp::team
