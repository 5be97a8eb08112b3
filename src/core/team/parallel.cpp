// Parallel regions: how many threads, start and end. Called by the thread that encounters the construct.
#include <algorithm>

#include "core/sched/policy.h"
#include "core/team/affinity_text.h"
#include "core/team/contention_group.h"
#include "core/team/pool.h"
#include "core/team/statistics.h"
#include "core/team/team.h"

namespace xomp::team {

namespace {

constexpr int kSmallerRegions = 8;  // that many in a row and the threads left out go back to the pool

// Lines that the other threads read stay with them while a region is like the last one.
template <class T>
void set(T& field, const T& value) {
  if (field != value) field = value;
}
template <class T>
void set(atomic<T>& field, T value) {
  if (field.load(relaxed) != value) field.store(value, relaxed);  // no thread of the team is in a region
}

// How many threads the region gets (OpenMP 5.2, section 10.1.1), before it is known how many can be had.
int threads_for(Worker& me, const Request& request, bool* asked) {
  const icv::TaskIcv& icv = icv_of(me);
  const Team& outer = team_of(me);
  *asked = request.threads > 0 || icv.nthreads_asked;
  if (request.serial || outer.active_level >= icv.max_active_levels) return 1;
  int n = request.threads > 0 ? request.threads : icv.nthreads;
  if (icv.dynamic) n = std::min(n, static_cast<int>(icv::global.initial_threads));
  n = std::min({n, icv.thread_limit, kMaxTeamSize});
  return std::max(n, 1);
}

bool has_bind_entry(int level) { return icv::global.bind_list_length > 1 && level < icv::global.bind_list_length; }

// What implicit tasks inherit, with the next entry of the lists.
icv::TaskIcv inherited_icv(const icv::TaskIcv& outer, int level) {
  icv::TaskIcv icv = outer;
  if (!icv.nthreads_stays && icv::global.nthreads_list_length > 1 && level < icv::global.nthreads_list_length)
    icv.nthreads = icv::global.nthreads_list[level];
  if (has_bind_entry(level)) icv.bind = icv::global.bind_list[level];
  return icv;
}

Team& kept_team(Worker& me) {
  Thread& outer = thread_of(me);
  if (outer.kept_team == nullptr) {
    Team* team = make_team(4);
    team->threads.set(0, make_thread(*team, 0, &me));
    outer.kept_team = team;
  }
  return *outer.kept_team;
}

int gather_threads(Worker& me, Team& team, int wanted, bool asked) {
  if (wanted == 1) return 1;
  if (!asked && several_roots()) {
    team.borrowed = borrow_workers(wanted - 1);
    wanted = 1 + team.borrowed;
    if (team.attached > wanted) dismiss_threads(team, wanted);  // kept from when this root was the only one
  }
  if (wanted <= team.attached) return wanted;
  return attach_threads(team, wanted, asked);
}

int gather_limited_threads(Worker& me, Team& team, int wanted, bool asked) {
  const int limit = icv_of(me).thread_limit;
  if (wanted == 1 || limit >= icv::kMaxThreads) return gather_threads(me, team, wanted, asked);
  Team& outer = team_of(me);
  const int allowed = reserve_threads(outer, wanted - 1, limit);
  const int size = gather_threads(me, team, 1 + allowed, asked);
  team.reserved = size - 1;
  release_threads(outer, allowed - team.reserved);
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
}

namespace {

// The team's description for its next region, and the caller in it as thread 0.
struct Place {
  std::int32_t level, active_level, league_number, league_size;
  Team* group;
};

void enter_as_primary(Worker& me, Team& team, int size, const Place& place, const icv::TaskIcv& icv,
                      const worksharing::LoopParameters* combined) {
  if (size > team.policy_threads) [[unlikely]]
    sched::prepare_policy(team, size);
  if (team.size != size) team.size = size;
  team.level = place.level;
  team.active_level = place.active_level;
  team.encountering = &thread_of(me);
  team.league_number = place.league_number;
  team.league_size = place.league_size;
  team.group = place.group;
  team.icv = icv;
  if (icv::global.display_affinity) [[unlikely]]
    team.shows_affinity = must_show_affinity(me, team);
  set(team.tasking, false);
  Thread& mine = static_cast<Thread&>(*team.threads[0]);
  if (team.cancelled.load(relaxed) || team.alone) {  // they have left constructs at different places; fork()
    team.loops.recover();
    team.barrier.reset();
    team.arrivals.forget();
    team.left.store(0, relaxed);
    for (task::SharedReduction& reduction : team.task_reductions) reduction.reset();
  }
  if (size > barrier::kFewThreads)
    team.arrivals.prepare(static_cast<std::uint32_t>(size), team.barrier.look().completions());
  team.loops.start_region(mine.loops, static_cast<std::uint32_t>(size));
  if (combined != nullptr) team.loops.set_combined(*combined);
  set(team.alone, false);
  set(team.cancelled, false);
  set(team.cancelled_construct, std::uint32_t{0});
  set(team.finished_elsewhere, std::uint64_t{0});
  mine.worker = &me;
  // The implicit task's parent is the encountering task: ancestors go through it, nobody counts it.
  mine.implicit.parent.store(me.current, relaxed);
  if (size > 1 && !team.word.start(size)) [[unlikely]]  // they have left, or are about to
    return enter_as_primary(me, team, replace_threads(team, size), place, icv, combined);
  enter_region(me, mine);
}

}  // namespace

namespace {

[[gnu::cold]] void apply_clause(const Request& request, int size, icv::TaskIcv& icv) {
  if (request.clause->strictness != Strictness::none && size != request.threads && !request.serial)
    report_missed_threads(*request.clause, request.threads, size);
  if (request.clause->nested_threads > 0) {
    icv.nthreads = request.clause->nested_threads;
    icv.nthreads_asked = true;
    icv.nthreads_stays = true;
  }
}

}  // namespace

namespace {

// Binding is decided by bind-var of the encountering task; a clause says how, not whether.
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
  trace::switch_to(trace::Activity::runtime);
  bool asked;
  const int wanted = threads_for(me, request, &asked);
  const Team& outer = team_of(me);
  Team& team = kept_team(me);
  const int size = gather_limited_threads(me, team, wanted, asked);
  set(team.region, region);
  sched::Counters::add(me.counters.regions);
  const Place place{outer.level + 1, outer.active_level + (size > 1), outer.league_number, outer.league_size,
                    outer.group};
  icv::TaskIcv icv = inherited_icv(icv_of(me), place.level);
  if (icv.bind != icv::ProcBind::false_ || moves_threads()) [[unlikely]]
    describe_binding(me, team, request, icv);
  if (request.clause != nullptr) [[unlikely]]
    apply_clause(request, size, icv);
  enter_as_primary(me, team, size, place, icv, request.combined);
  trace::switch_to(trace::Activity::working);
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
  trace::switch_to(trace::Activity::runtime);
  join(me);
  Team& team = team_of(me);
  if (trace::measures) [[unlikely]]
    count_tasks(team);
  if (team.kept_icvs.load(relaxed) != nullptr) forget_icvs(team);  // all tasks have ended
  me.current = thread_of(me).implicit.parent.load(relaxed);        // own store in begin_parallel
  me.thread = team.encountering;
  sched::note_alone(me);
  if (team.moves_threads) [[unlikely]]
    return_to(me, team.encountering->location);
  if (team.reserved != 0) {
    release_threads(team, team.reserved);
    team.reserved = 0;
  }
  if (team.borrowed != 0) {
    dismiss_threads(team, 1);
    return_workers(team.borrowed);
    team.borrowed = 0;
  } else if (team.size == team.attached) {
    team.smaller_regions = 0;
  } else if (team.size > 1 && ++team.smaller_regions >= kSmallerRegions) {
    // Inactive regions do not count: threads keep what is theirs from one active region to the next (section 5.2).
    dismiss_threads(team, team.size);
  }
  trace::switch_to(team.level > 1 ? trace::Activity::working : trace::Activity::serial);
}

void parallel(Worker& me, const Region& region, const Request& request) {
  begin_parallel(me, region, request);
  region.invoke(me, region);
  end_parallel(me);
}

icv::TaskIcv& writable_icv(Worker& me) {
  task::Task* const t = me.current;
  Thread& thread = thread_of(me);
  // Explicit tasks hold on to the values that they were created with: own_icv may change while there are none, and take
  // the first values that differ from the team's.
  const bool nobody_holds_own = thread.created.load(relaxed) == 0 || t->icv == &team_of(me).icv;  // own count
  if (t->has(task::kImplicit) && nobody_holds_own) {
    if (t->icv != &thread.own_icv) thread.own_icv = *t->icv;
    t->icv = &thread.own_icv;
    return thread.own_icv;
  }
  icv::TaskIcv* fresh = keep_icv(me, *t->icv);
  t->icv = fresh;
  return *fresh;
}

}  // namespace xomp::team
