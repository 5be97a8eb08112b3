// The first and the last moment of a root. Called by that thread.
#include "core/team/roots.h"

#include "core/sched/finish.h"
#include "core/team/lifecycle.h"
#include "core/team/pool.h"
#include "core/team/statistics.h"
#include "core/team/team.h"
#include "core/team/threadprivate.h"
#include "platform/message.h"
#include "platform/thread.h"

namespace xomp::team {

namespace {

atomic<std::uint32_t> roots_ever{0};

// The root ends inside its regions: its teams still count on the Worker, and their threads wait for ever. What the
// other roots share is given back.
[[gnu::cold]] void give_up_regions(Thread& innermost) {
  for (Thread* thread = &innermost; thread != nullptr; thread = thread->team_of().encountering)
    if (thread->number == 0) return_workers(thread->team_of().borrowed);
  lose_root();
}

// The thread that called into the runtime ends.
void root_ends(void* raw) {
  Worker& me = *static_cast<Worker*>(raw);
  sched::own_worker = &me;
  Thread& thread = thread_of(me);
  if (thread.team_of().level != 0) return give_up_regions(thread);
  sched::take_returned(me);
  // An event of one of its tasks is not fulfilled yet, and will be told to this team: no other root may have it.
  const bool is_awaited = !sched::team_is_quiescent(thread.team_of());
  sched::end_region(me);
  if (!is_awaited) forget_icvs(thread.team_of());  // no other task has any of these
  dismiss_kept_threads(thread);
  forget_threadprivate(me);
  stop_clock();
  sched::own_worker = nullptr;
  me.is_root = false;
  if (!is_awaited) recycle_worker(&me);
  remove_root();
}

}  // namespace

void watch_thread_exits() { platform::install_thread_exit_hook(root_ends); }

Worker& register_root() {
  settle_environment();
  Worker* me = make_worker();
  if (me == nullptr) platform::fatal("more than %d threads at once", sched::kMaxWorkers);
  if (me->initial == nullptr) {
    Team* team = make_team(1);
    team->threads.set(0, make_thread(*team, 0, me));
    me->initial = team->threads[0];
  }
  Thread& thread = static_cast<Thread&>(*me->initial);
  me->is_root = true;
  me->root_number = roots_ever.fetch_add(1, relaxed) + 1;  // a name only
  me->bound_place = -1;
  bind_root(*me, thread);
  thread.team_of().icv = icv::initial;
  thread.team_of().finished_elsewhere.store(0, relaxed);  // of an earlier root's tasks
  sched::own_worker = me;
  start_clock(*me, trace::Activity::serial);
  enter_region(*me, thread);
  add_root();
  platform::remember_thread_exit(me);
  return *me;
}

}  // namespace xomp::team
