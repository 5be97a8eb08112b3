// The first and the last moment of a root. Called by that thread.
#include "core/team/roots.h"

#include "core/sched/finish.h"
#include "core/sleep/active_roots.h"
#include "core/team/lifecycle.h"
#include "core/team/pool.h"
#include "core/team/shares.h"
#include "core/team/statistics.h"
#include "core/team/team.h"
#include "core/team/threadprivate.h"
#include "core/team/watched.h"
#include "platform/message.h"
#include "platform/thread.h"

namespace xomp::team {

namespace {

atomic<std::uint32_t> roots_ever{0};

void leave_place(Thread& root) {
  if (root.resting_place != nullptr) leave_resting_place(*root.resting_place);
  root.resting_place = nullptr;
}

// Called when the root ends inside its regions. Its teams still count on the Worker, and their threads wait for ever.
// So only what the other roots share is given back.
[[gnu::cold]] void give_up_regions(Worker& me, Thread& innermost) {
  for (Thread* thread = &innermost; thread != nullptr; thread = thread->team_of().encountering)
    if (thread->number == 0) settle_loan(thread->team_of());
  leave_place(static_cast<Thread&>(*me.initial));
  sleep::forget_root(me.counters.regions);
  lose_root(me);
}

// Called when a thread ends that has called into the runtime.
void root_ends(void* raw) {
  Worker& me = *static_cast<Worker*>(raw);
  sched::own_worker = &me;
  Thread& thread = thread_of(me);
  if (thread.team_of().level != 0) return give_up_regions(me, thread);
  sched::take_returned(me);
  // An event of one of its tasks is not fulfilled yet, and will be told to this team. So no other root may have the
  // team.
  const bool is_awaited = !sched::team_is_quiescent(thread.team_of());
  sched::end_region(me);
  if (!is_awaited) forget_icvs(thread.team_of());  // no other task has any of these
  if (thread.implicit.has(task::kWatched)) [[unlikely]]
    watch_implicit_end(me, thread);
  watch_thread_end(me);
  take_back(thread);
  dismiss_kept_threads(thread);
  leave_place(thread);
  forget_threadprivate(me);
  stop_clock();
  sched::own_worker = nullptr;
  me.is_root = false;
  sleep::forget_root(me.counters.regions);
  remove_root(me);
  if (!is_awaited) recycle_worker(&me);
}

}  // namespace

void watch_thread_exits() { platform::install_thread_exit_hook(root_ends); }

namespace {

// The thread was known before the tool was initialized, because initialize() itself has called the runtime.
[[gnu::cold]] Worker& watch_known_root(Worker& me) {
  if (trace::is_watched() && !me.seen.begun) {
    watch_thread_begin(me, ompt_thread_initial);
    watch_implicit_begin(me, thread_of(me));
  }
  return me;
}

}  // namespace

Worker& register_root() { return register_root_of(nullptr); }

Worker& register_root_of(threading::Crew* crew) {
  settle_environment();
  settle_tool();
  if (sched::own_worker != nullptr) return watch_known_root(*sched::own_worker);
  Worker* me = make_worker();
  if (me == nullptr) platform::fatal("more than %d threads at once", sched::kMaxWorkers);
  if (me->initial == nullptr) {
    Team* team = make_team(1);
    team->threads.set(0, make_thread(*team, 0, me));
    me->initial = team->threads[0];
  }
  Thread& thread = static_cast<Thread&>(*me->initial);
  me->is_root = true;
  me->crew = crew;
  me->root_number = roots_ever.fetch_add(1, relaxed) + 1;  // a name only
  me->bound_place = -1;
  bind_root(*me, thread);
  thread.resting_place = get_resting_place();
  thread.team_of().icv = icv::initial;
  thread.team_of().finished_elsewhere.store(0, relaxed);  // of an earlier root's tasks
  sched::own_worker = me;
  name_thread(*me);
  start_clock(*me, trace::Activity::serial);
  if (trace::is_watched()) [[unlikely]]
    watch_thread_begin(*me, ompt_thread_initial);
  enter_region(*me, thread);
  add_root(*me);
  sleep::watch_root(me->counters.regions, platform::kernel_thread_id());
  platform::remember_thread_exit(me);
  return *me;
}

}  // namespace xomp::team
