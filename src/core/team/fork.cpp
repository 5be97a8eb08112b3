// What fork() does to teams. The child has one thread, which stays in its regions, alone in each, and gets a fresh pool at its next
// region. Tasks that other threads had taken are lost with these threads. The child runs those that this thread still holds.
#include "core/team/lifecycle.h"

#include <pthread.h>

#include "core/memory/pointer_set.h"
#include "core/sched/hand_over.h"
#include "core/sleep/shared_fence.h"
#include "core/team/pool.h"
#include "core/team/shares.h"
#include "core/team/team.h"
#include "core/team/threadprivate.h"
#include "platform/fence.h"
#include "platform/memory.h"
#include "platform/short_lock.h"

namespace xomp::team {

namespace {

// A thread that holds one of these locks may take a later one, never an earlier one. Memory comes last, because a thread with any of the
// other locks may ask for memory.
void before_fork() {
  hold_threadprivate_for_fork();
  memory::allocator_pointers.hold_for_fork();
  hold_pool_for_fork();
  icv::hold_affinity_format_for_fork();
  trace::hold_records_for_fork();
  trace::hold_recorder_for_fork();
  platform::hold_memory_for_fork();
}

void after_fork_in_parent() {
  platform::release_memory_after_fork();
  trace::release_recorder_after_fork();
  trace::release_records_after_fork();
  icv::release_affinity_format_after_fork();
  release_pool_after_fork();
  memory::allocator_pointers.release_after_fork();
  release_threadprivate_after_fork();
}

// The tasks that this thread has made and can still reach, linked by `next`. The other threads took theirs with them.
struct Reachable {
  Worker* me;
  task::Task* first = nullptr;

  static void add(task::Task* t, void* list) {
    auto& to = *static_cast<Reachable*>(list);
    if (t->owner != to.me->id) return;
    t->next = to.first;
    to.first = t;
  }
};

Reachable take_reachable(Worker& me, Thread& level) {
  Reachable found{&me};
  Team& team = level.team_of();
  sched::drain_policy(team, level, Reachable::add, &found);
  team.shared.drain_after_fork([&](task::Task* t) { Reachable::add(t, &found); });
  return found;
}

// Puts the tasks that this thread can still reach where every thread of the team looks. Children that other threads were running stay
// counted and will never end. A count that is too high is harmless, because a wait in a team that is alone ends when nothing is left to
// run.
void keep_reachable(Worker& me, Thread& innermost) {
  for (Thread* level = &innermost; level != nullptr; level = level->team_of().encountering) {
    for (task::Task* t = take_reachable(me, *level).first; t != nullptr;) {
      task::Task* const next = t->next;
      sched::spill(level->team_of(), t);
      t = next;
    }
  }
}

void become_alone(Thread& thread) {
  Team& team = thread.team_of();
  team.forget_others();
  thread.defers = false;  // nobody else would run what it puts off
  if (team.threads[0] == &thread) team.attached = 1;
}

// Makes the team forget its other threads. Its queues hold nothing that is needed: a team between two regions has no tasks, and
// keep_reachable() has spilled those of a team in a region.
void forget_threads(Team& team) {
  team.attached = 1;
  team.borrowed = 0;
  sched::drain_policy(team, *team.threads[0], [](task::Task*, void*) {}, nullptr);
}

void after_fork_in_child() {
  platform::ShortLock::free_all();
  trace::restart_recorder_after_fork();
  forget_other_threads();
  forget_unfinished_start();
  platform::forget_fence_support();
  sleep::shared_fence.forget_others();
  Worker* me = sched::own_worker;
  forget_other_roots_places(me);
  if (me == nullptr || me->thread == nullptr) return;
  name_thread(*me);
  me->forget_others();
  const auto each_level = [me](auto visit) {
    for (Thread* thread = &thread_of(*me); thread != nullptr; thread = thread->team_of().encountering) visit(*thread);
  };
  if (me->initial != nullptr) take_back(static_cast<Thread&>(*me->initial));
  each_level(become_alone);
  sched::note_alone(*me);
  keep_reachable(*me, thread_of(*me));
  // A team that is kept for the next region has lost its threads. The way up from each level meets all of them.
  each_level([](Thread& thread) {
    for (Team* team = thread.kept_team; team != nullptr; team = static_cast<Thread*>(team->threads[0])->kept_team)
      forget_threads(*team);
  });
}

}  // namespace

void install_fork_handlers() { pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child); }

}  // namespace xomp::team
