// Threads, regions and implicit tasks, as a tool sees them.
#include "core/team/watched.h"

#include "core/sched/spawn.h"
#include "core/team/lifecycle.h"
#include "core/team/pool.h"
#include "core/team/roots.h"
#include "platform/clock.h"
#include "platform/thread.h"

namespace xomp::team {

using trace::report;
using trace::TaskRecord;

namespace {

constexpr int kRuntimeFrame = ompt_frame_runtime | ompt_frame_cfa;
constexpr int kProgramFrame = ompt_frame_application | ompt_frame_cfa;

// Workers whose begin was reported, and whose end was not.
atomic<int> begun_workers{0};

// Says whether this is the initial task of a thread of the program. A league's team has one, too, but a construct has
// begun that.
bool is_root_task(const Team& team) { return team.level == 0 && team.encountering == nullptr; }
bool is_initial_task(const Team& team) { return team.level == 0; }

int requested_threads(Worker& me, const Request& request) {
  if (request.serial) return 1;
  return request.threads > 0 ? request.threads : icv_of(me).nthreads;
}

std::uint32_t state_in(const TaskRecord* task) {
  if (task == nullptr) return ompt_state_idle;
  return (task->flags & ompt_task_initial) != 0 ? ompt_state_work_serial : ompt_state_work_parallel;
}

}  // namespace

void watch_thread_begin(Worker& me, ompt_thread_t kind) {
  me.seen.begun = true;
  me.seen.word.value = 0;
  me.seen.enter_state(kind == ompt_thread_worker ? ompt_state_idle : ompt_state_work_serial);
  if (kind == ompt_thread_worker) begun_workers.fetch_add(1, relaxed);  // only the number counts
  report<ompt_callback_thread_begin_t>(ompt_callback_thread_begin, kind, &me.seen.word);
}

void watch_thread_end(Worker& me) {
  if (!me.seen.begun) return;
  report<ompt_callback_thread_end_t>(ompt_callback_thread_end, &me.seen.word);
  me.seen.begun = false;
  me.seen.enter_state(ompt_state_undefined);
  if (!me.is_root) begun_workers.fetch_sub(1, release);  // end_tool() goes on after the callback
}

void watch_region_begin(Worker& me, Team& team, const Request& request, int size) {
  TaskRecord* const task = me.seen.running.load(relaxed);  // its own
  const Call call = me.seen.call;
  const bool by_program = me.seen.by_program;
  const int flags = static_cast<int>(ompt_parallel_team) |
                    (by_program ? ompt_parallel_invoker_program : ompt_parallel_invoker_runtime);
  team.seen = {{0}, &team_of(me).seen, size, flags, call.address};
  team.seen_from = task;
  if (task == nullptr) return;
  task->frame.enter_frame.ptr = call.frame;
  report<ompt_callback_parallel_begin_t>(ompt_callback_parallel_begin, &task->word, &task->frame, &team.seen.word,
                                         static_cast<unsigned>(requested_threads(me, request)), flags, call.address);
}

void watch_region_end(Worker& me, Team& team) {
  TaskRecord* const task = team.seen_from;
  if (task == nullptr) return;
  report<ompt_callback_parallel_end_t>(ompt_callback_parallel_end, &team.seen.word, &task->word, team.seen.flags,
                                       team.seen.call);
  task->frame.enter_frame.ptr = nullptr;
}

void watch_league_begin(Worker& me, std::int32_t teams) {
  Team& team = kept_team(me);
  TaskRecord* const task = me.seen.running.load(relaxed);  // its own
  const Call call = me.seen.call;
  const int flags = ompt_parallel_league | ompt_parallel_invoker_runtime;
  team.seen = {{0}, &team_of(me).seen, teams, flags, call.address};
  team.seen_from = task;
  if (task == nullptr) return;
  task->frame.enter_frame.ptr = call.frame;
  report<ompt_callback_parallel_begin_t>(ompt_callback_parallel_begin, &task->word, &task->frame, &team.seen.word,
                                         static_cast<unsigned>(teams), flags, call.address);
}

void watch_target_begin(Worker& me) {
  Team& team = kept_team(me);
  team.seen = {{0}, &team_of(me).seen, 1, 0, nullptr};
  team.seen_from = me.seen.running.load(relaxed);  // its own
}

void watch_league_end(Worker& me) { watch_region_end(me, kept_team(me)); }

void watch_implicit_begin(Worker& me, Thread& thread) {
  Team& team = thread.team_of();
  const bool is_root = is_root_task(team);
  if (is_root) team.seen = {{0}, nullptr, 1, 0, nullptr};
  if (is_root) team.seen_from = nullptr;
  TaskRecord& record = thread.seen;
  // No other thread knows the record, because none of this thread's tasks of the last region is left.
  record.~TaskRecord();
  new (&record) TaskRecord{};
  record.frame.exit_frame_flags = record.frame.enter_frame_flags = kRuntimeFrame;
  record.region = &team.seen;
  record.flags = is_initial_task(team) ? ompt_task_initial : ompt_task_implicit;
  record.thread_number = thread.number;
  record.below = team.seen_from;
  if (thread.number == 0 && me.seen.by_program && team.seen_from != nullptr) {
    record.frame.exit_frame = team.seen_from->frame.enter_frame;
    record.frame.exit_frame_flags = kProgramFrame;
  }
  thread.implicit.record = &record;
  thread.implicit.set(task::kWatched);
  thread.implicit.unfinished |= INT32_MIN;
  thread.seen_work = {};
  thread.deep_from = sched::kWatchedDepth;
  thread.grant = &thread.no_grant;
  sched::note_alone(me);
  me.seen.running.store(&record, release);  // for the thread's own signal handlers
  me.seen.enter_state(state_in(&record));
  const bool is_league = is_initial_task(team) && !is_root;
  const int size = is_root ? 1 : is_league ? team.league_size : static_cast<int>(team.size);
  const int number = is_root ? 1 : is_league ? team.league_number : thread.number;
  const int flags = record.flags;
  if (!is_initial_task(team) && size == 1)
    record.flags |= ompt_task_undeferred;  // for inquiries, as LLVM's runtime has it
  report<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, ompt_scope_begin, &team.seen.word, &record.word,
                                        static_cast<unsigned>(size), static_cast<unsigned>(number), flags);
}

void watch_implicit_end(Worker& me, Thread& thread) {
  Team& team = thread.team_of();
  TaskRecord& record = thread.seen;
  end_work(me, nullptr);
  const bool is_root = is_root_task(team);
  const int number = is_root ? 1 : is_initial_task(team) ? team.league_number : thread.number;
  me.seen.enter_state(ompt_state_overhead);
  // The standard has 0 for the number of threads; on the primary of a region LLVM's runtime passes it, and its tests ask for it.
  // It has NULL for the region. A root's is there until now, and LLVM's multiplexer frees what its word holds.
  ompt_data_t* const region = is_root ? &team.seen.word : nullptr;
  const bool is_primary = !is_initial_task(team) && thread.number == 0;
  report<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, ompt_scope_end, region, &record.word,
                                        is_primary ? static_cast<unsigned>(team.size) : 0u,
                                        static_cast<unsigned>(number), record.flags & ~int{ompt_task_undeferred});
  thread.implicit.clear(task::kWatched);
  thread.implicit.unfinished &= INT32_MAX;
  TaskRecord* const next = thread.number == 0 ? team.seen_from : nullptr;
  me.seen.running.store(next, release);
  me.seen.enter_state(state_in(next));
}

void forget_watched_workers() { begun_workers.store(0, relaxed); }  // one thread exists

void end_tool() {
  constexpr std::uint64_t kLongest_ns = 2'000'000'000;
  if (!trace::is_watched()) return;
  Worker* const me = sched::own_worker;
  const bool may_end = me == nullptr || try_pause(*me);
  const std::uint64_t end = platform::now_ns() + kLongest_ns;
  while (may_end && begun_workers.load(acquire) != 0 && platform::now_ns() < end) {
    threading::for_teams.end_idle();  // those of nested teams come one after the other
    platform::yield_processor();
  }
  if (may_end && me != nullptr && me->is_root && thread_of(*me).implicit.has(task::kWatched)) {
    watch_implicit_end(*me, thread_of(*me));
    watch_thread_end(*me);
  }
  trace::finalize_tool();
}

}  // namespace xomp::team
