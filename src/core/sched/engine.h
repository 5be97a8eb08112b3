// The engine: what is done with tasks under every policy, as a template over the policy's class. Only the policies
// include it, and each compiles it once (policy_entry). All other code calls it through the table (policy.h).
//
// A policy is a class P. One object of it serves a team; it is made before the team's first region of that size and
// never destroyed (TEAM-1: a thread may still look into an object that has been replaced by a larger one). Members that
// need no object are static: the engine then saves the load of its address. The policy provides
//   struct Thread                        what it keeps for each thread, default-constructed in the thread's struct;
//                                        part_of<P>(thread) is that
//   explicit P(int threads)              reads its parameters by parameter()
//   Holder put(Worker&, Task*)           a new or newly ready task of the calling thread; says who may take it now
//   Task* get(Worker&, Allowed)          a task for the calling thread, or nullptr: none this time
//   bool or Work has_work(Worker&[, Effort])  whether get() might find something. It is exact for what was put before a
//                                        full fence. A false yes is allowed, a false no is not
//   void drain(TeamTasks&, TeamThread&, visit)  in fork()'s child: takes out every task that this thread can reach
// and, where it can,
//   Task* pop(Worker&, Allowed)          the thread's own next task: tried before get(), and alone while own tasks last
//   Grant grant_in_place(Worker&)        whether tasks enough of this thread wait for thieves, and none requests more.
//                                        Without it the policy cannot tell its backlog, and the rule is off
//   Grant grant_range(Worker&)           the same for a task of a taskloop, whose other half is to wait as one task
//   bool put_quietly(Worker&, Task*)     in place of put(), for a task that is not worth a theft yet: it serves a request
//                                        only if a thread sleeps, or the team has had no tasks. False: there is no room
//   const atomic<uint32_t>& request_word(Thread&)  not 0 once a thief has sent a request, or has taken from the backlog;
//                                        needed for Grant::until_requested
//   int most_skipped(Worker&)            how many new tasks, at most, run without another try after put() found no room
//   bool put_ready(Worker&, Task*, bool is_next)  in place of put(), for a task that the end of another one made ready.
//                                        False: there is no room. is_next: the thread takes its next task at once, and
//                                        need not share the only one
//   void share(Worker&, Going)           the thread lets its queue be for a while
//   bool is_requested(Worker&)           a thief wants tasks from this thread
//   uint32_t position(Thread&)           FLOOR-1: grows with each put
//   class Apart                          lives, in a wait, while a task from another thread runs: what that one puts should
//                                        not stand behind what was put before. Made from Worker& and Task*
//   void begin_region(Worker&)
//   Task* search(Worker&, Allowed, Effort)  before the thread gives up for a while (get(), then the shared queue)
//   void before_sleep(Worker&, Allowed)  the thread is about to sleep: it puts what it holds where others look
//   Task* freeze(Worker&), void thaw(Worker&, uint32_t position, Task* frozen)
//                                        what the thread puts in between is nothing that FLOOR-1 vouches for (SUSPEND-1).
//                                        `position`: as it was at freeze(), `frozen`: what that returned
//   void leave(int number)               no thread comes for what is put for this number, until one that has it calls get()
//   kHoldersOnly                         only the thread that put() names can take a task
//   kByPriority                          put() takes priorities into account
//
// Each thread calls them for itself, at its task scheduling points; many threads do so at once. They never block, and
// allocate at most once for each pair of threads.
//
// FLOOR-1: which tasks of its own queue a thread may run in a wait. The policy gives a position, which grows with each
//   put; execute() notes it as the task's floor. What this thread put since the current task began on it was put by
//   that task or by what ran on top of it, which descends from it. So this one number is enough, and no chain of
//   parents is walked (CONSTRAINT-1).
// POLICY-1: no task is lost between put() and a thread that falls asleep (SLEEP-1 in hand_over.h).
// POLICY-2: get() and pop() return only what the thread may run: what FLOOR-1 or permitted() accepts.
#pragma once

#include <new>

#include "core/sched/constraint.h"
#include "core/sched/execute.h"
#include "core/sched/finish.h"
#include "core/sched/spawn.h"
#include "core/sched/suspended.h"
#include "core/sched/waiting.h"
#include "core/sleep/long_wait.h"
#include "core/task/taskgroup.h"
#include "platform/memory.h"

namespace xomp::sched {

// Returns what policy P keeps for this thread.
template <class P>
typename P::Thread& part_of(TeamThread& thread) {
  return *std::launder(reinterpret_cast<typename P::Thread*>(thread.policy_part));
}
template <class P>
const typename P::Thread& part_of(const TeamThread& thread) {
  return *std::launder(reinterpret_cast<const typename P::Thread*>(thread.policy_part));
}

// Returns the team's object of class P: for hints, and for a thread alone.
template <class P>
P& object_of(const TeamTasks& team) {
  return *static_cast<P*>(team.policy_object.load(acquire)->state);  // [TEAM-1]
}

template <class P>
struct Engine {
  // --- the policy's functions; where it has none, what stands for them ---

  static P& object(const Worker& me) { return *static_cast<P*>(me.thread->policy_state); }  // [CLAIM-1]

  static Holder put(Worker& me, Task* t) {
    if constexpr (requires { P::put(me, t); }) {
      return P::put(me, t);
    } else {
      return object(me).put(me, t);
    }
  }
  static Task* get(Worker& me, Allowed allowed) {
    if constexpr (requires { P::get(me, allowed); }) {
      return P::get(me, allowed);
    } else {
      return object(me).get(me, allowed);
    }
  }
  static Task* pop(Worker& me, Allowed allowed) {
    if constexpr (requires { P::pop(me, allowed); }) {
      return P::pop(me, allowed);
    } else {
      return nullptr;
    }
  }
  static constexpr bool kPops = requires(Worker& me) { P::pop(me, Allowed::any); };

  static std::uint32_t position(TeamThread& thread) {
    if constexpr (requires { P::position(part_of<P>(thread)); }) {
      return P::position(part_of<P>(thread));
    } else {
      return 0;
    }
  }
  static void share(Worker& me, Going where) {
    if constexpr (requires { P::share(me, where); }) P::share(me, where);
  }
  static bool is_requested(Worker& me) {
    if constexpr (requires { P::is_requested(me); }) {
      return P::is_requested(me);
    } else if constexpr (requires { object(me).is_requested(me); }) {
      return object(me).is_requested(me);
    } else {
      return false;
    }
  }
  static constexpr bool kTellsBacklog = requires(Worker& me) { object(me).grant_in_place(me); };
  static Grant grant_in_place(Worker& me) {
    if constexpr (requires { P::grant_in_place(me); }) {
      return P::grant_in_place(me);
    } else if constexpr (kTellsBacklog) {
      return object(me).grant_in_place(me);
    } else {
      return Grant::none;
    }
  }

  static Grant grant_range(Worker& me) {
    if constexpr (requires { P::grant_range(me); }) {
      return P::grant_range(me);
    } else {
      return grant_in_place(me);
    }
  }

  // --- handing over ---

  // Returns false if the policy has no room for the task.
  static bool hand_over(Worker& me, Task* t) {
    const Holder holder = put(me, t);
    if (holder == kAnnounced) [[likely]]
      return true;
    if (holder == kNoRoom) return false;
    announce(me, holder);
    return true;
  }

  static void make_available(Worker& me, Task* t) {
    if (!hand_over(me, t)) run_for_lack_of_room(me, t);
  }

  static void enter_deferred(Worker& me, Task* t) {
    adopt(me, t);
    count_created(me, t);
    count_deferred(me);
    take_returned_at_times(me);
  }

  static void defer(Worker& me, Task* t) {
    enter_deferred(me, t);
    make_available(me, t);
  }

  static void defer_quietly(Worker& me, Task* t) {
    if constexpr (requires { P::put_quietly(me, t); }) {
      enter_deferred(me, t);
      if (!P::put_quietly(me, t)) run_for_lack_of_room(me, t);
    } else {
      defer(me, t);
    }
  }

  // The queue is full, so the other threads have more than they can take. So the task runs here, depth first.
  [[gnu::noinline]] static void run_for_lack_of_room(Worker& me, Task* t) {
    Counters::add(me.counters.overflowed);
    note_full(me);
    take_returned(me);
    const OnTop on_top(me);
    execute(me, t);
    share(me, Going::into_task);
  }

  // A look at the queue's other end takes the thieves' line. So after the queue was found full some new tasks run
  // without such a look. Their number doubles from time to time, because tiny tasks run faster than thieves take them.
  // It falls to one after much room was found: tasks are long then, and each that runs here leaves thieves without.
  static void note_full(Worker& me) {
    if constexpr (requires { P::most_skipped(me); }) {
      constexpr std::uint64_t kMuchRoom = 64;
      TeamThread& thread = *me.thread;
      const std::uint64_t created = thread.created.load(relaxed);  // its own
      const bool found_much = created - thread.created_when_full >= kMuchRoom;
      const int twice = found_much ? 1 : 2 * thread.full_streak;
      const int most = P::most_skipped(me);
      thread.full_streak = twice < 1 ? 1 : twice < most ? twice : most;
      thread.full_left = thread.full_streak;
      thread.created_when_full = created;
    }
  }

  static bool make_ready(Worker& me, Task& t, bool is_next) {
    if constexpr (requires { P::put_ready(me, &t, is_next); }) {
      return P::put_ready(me, &t, is_next);
    } else {
      return hand_over(me, &t);
    }
  }

  // --- running ---

  static void execute(Worker& me, Task* t) {
    const std::uint32_t flags = t->flags.load(relaxed);
    if ((flags & task::kDependent) != 0 && is_parked(me, t)) [[unlikely]]
      return;
    TeamThread& thread = *me.thread;
    Task* const before = me.current;
    const std::uint32_t floor_before = thread.floor;
    me.current = t;
    thread.floor = position(thread);  // [FLOOR-1]
    // One task less waits, so a grant ends here. Otherwise the next task to wait would be a small one deep in this task's
    // tree instead of the first that this task makes.
    thread.grant = &thread.no_grant;
    if (platform::stack_address() < me.look_below || (flags & task::kSlowStart) != 0) [[unlikely]] {
      run_body_with_a_look(me, t);
    } else {
      call_body(me, t);
    }
    me.current = before;
    if (t->has(task::kSlowFinish)) [[unlikely]] {
      const bool ended = end_body(me, t, ReadyQueue::next);  // under the task's own floor, as it may wait for children
      thread.floor = floor_before;
      if (!ended) return;
    } else {
      thread.floor = floor_before;
    }
    retire_here(me, t);
    thread.finished.store(thread.finished.load(relaxed) + 1, release);  // [BARRIER-1] after all effects and messages
  }

  // --- looking for the next task ---

  static Task* next_task(Worker& me, Allowed allowed) {
    TeamTasks& team = *me.thread->team;
    if (!team.shared.looks_empty()) [[unlikely]]
      if (Task* t = look_at_shared(me, allowed)) return t;
    if (Task* t = pop(me, allowed)) return t;
    if (!team.tasking.load(relaxed)) return nullptr;  // hint; SLEEP-1 rechecks
    Task* const t = get(me, allowed);
    if (t != nullptr && t->owner != me.id) platform::prefetch(task::data_of(t));
    return t;
  }

  static Task* search(Worker& me, Allowed allowed, Effort effort) {
    if (!me.thread->team->tasking.load(relaxed)) return nullptr;  // hint, as in next_task
    if constexpr (requires { object(me).search(me, allowed, effort); }) {
      return object(me).search(me, allowed, effort);
    } else {
      if (Task* t = pop(me, allowed)) return t;
      if (Task* t = get(me, allowed)) return t;
      return take_shared(me, allowed, effort);
    }
  }

  static void give_back(Worker& me, Task* t) {
    for (; t != nullptr; t = pop(me, Allowed::any)) spill(*me.thread->team, t);
  }

  // As give_back(), for one task that other threads of the region may have.
  static void put_back(Worker& me, Task* t) {
    if (!hand_over(me, t)) spill(*me.thread->team, t);
  }

  // --- waiting ---

  static bool runs(Worker& me, Waiter& waiter, Task* t) {
    if (t == nullptr) return false;
    if (waiter.may_be_late && waiter.is_late(*t)) [[unlikely]] {
      if (waiter.kind != Wait::tasks) give_back(me, t);
      else put_back(me, t);
    } else if (t->owner != me.id) {
      execute_apart(me, t);
    } else {
      execute(me, t);
    }
    return true;
  }
  static void execute_apart(Worker& me, Task* t) {
    if constexpr (requires { typename P::Apart; }) {
      const typename P::Apart apart(me, t);
      execute(me, t);
    } else {
      execute(me, t);
    }
  }
  static Task* next_for(Worker& me, const Waiter& waiter) {
    if (waiter.allowed == Allowed::none || is_frozen(*me.thread)) return nullptr;
    if (waiter.looks_while_tasking && !me.thread->team->tasking.load(relaxed)) return nullptr;  // hint, as in next_task
    return next_task(me, waiter.allowed);
  }

  // --- waiting on one stack, working on another (SUSPEND-1) ---

  // Takes a task that may run on any of the thread's stacks.
  static Task* next_of_region(Worker& me) {
    TeamThread& thread = *me.thread;
    Task* const waits = me.current;
    const std::uint32_t floor = thread.floor;
    me.current = &thread.implicit;
    thread.floor = position(thread) + 1;  // none: on another stack it need not descend from what waits here
    Task* const t = next_task(me, thread.is_in_barrier ? Allowed::any : Allowed::descendants);
    me.current = waits;
    thread.floor = floor;
    return t;
  }

  // The last task of a region may have run here, while the thread's wait in the barrier was left. [TEAM-1]
  static bool is_of_next_region(const TeamThread& thread, const Task& t) {
    return thread.barrier_wait != nullptr && thread.barrier_wait->is_late(t);
  }
  // What a made stack runs: tasks, until one of the waits that were left is over.
  static void work_on_stack(Worker& me, Task* t) {
    TeamThread& thread = *me.thread;
    Suspended* next;
    do {
      execute_apart(me, t);
      take_returned(me);
      next = find_over(me);
      if (next == nullptr) next = thread.bound_stack;
      t = next == nullptr ? next_of_region(me) : nullptr;
      if (t != nullptr && is_of_next_region(thread, *t)) [[unlikely]] {
        give_back(me, t);
        t = nullptr;
      }
    } while (t != nullptr);
    share(me, Going::into_task);
    end_stack(me, next != nullptr ? *next : *thread.suspended);  // [SUSPEND-2]
  }

  // Called when a wait has found nothing to run on its own stack. Returns whether the thread did something useful
  // elsewhere.
  [[gnu::noinline]] static bool leave_stack(Worker& me, Waiter& waiter) {
    TeamThread& thread = *me.thread;
    Suspended* next = find_over(me);
    if (next == nullptr && !is_free(me)) return false;
    if (next == nullptr) next = thread.bound_stack;
    const bool is_bottom = me.current == &thread.implicit;
    if (next == nullptr) {
      if (is_bottom && !thread.has_left_stacks) return false;
      platform::MadeStack* const stack = is_bottom ? nullptr : take_stack(me);
      Task* const t = next_of_region(me);
      if (t != nullptr && stack != nullptr) {
        leave_for(me, waiter, *stack, work_on_stack, t);
        return true;
      }
      if (stack != nullptr) give_stack_back(me, *stack);
      if (runs(me, waiter, t)) return true;  // there is no stack: on top
      if (is_bottom) next = thread.suspended;
    }
    if (next == nullptr) return false;
    resume(me, waiter, *next);  // [SUSPEND-2]
    return true;
  }
  static bool may_leave_stack(Worker& me, const Waiter& waiter) {
    return waiter.allowed != Allowed::none && (me.thread->suspended != nullptr || is_free(me));
  }

  static void wait(Worker& me, Waiter& waiter) {
    const OnTop on_top(me);
    if (waiter.allowed == Allowed::any) wait_for_any(me, waiter);
    else wait_on_any_stack(me, waiter);
  }
  // A wait in which the thread may run every task of the team: in a barrier, or with constraint=off in a task. With that its floor is far
  // below all that its queue holds.
  static void wait_for_any(Worker& me, Waiter& waiter) {
    constexpr std::uint32_t kFarBelow = 1u << 30;
    TeamThread& thread = *me.thread;
    const bool was_in_barrier = thread.is_in_barrier;
    const std::uint32_t floor = thread.floor;
    thread.is_in_barrier = true;
    if (waiter.kind != Wait::tasks) thread.barrier_wait = &waiter;
    if (allowed_in_task == Allowed::any) thread.floor = position(thread) - kFarBelow;
    wait_on_any_stack(me, waiter);
    thread.floor = floor;
    thread.is_in_barrier = was_in_barrier;
    if (waiter.kind != Wait::tasks) thread.barrier_wait = nullptr;
  }

  static void wait_on_any_stack(Worker& me, Waiter& waiter) {
    sleep::Backoff backoff(me.waits(waiter.kind));
    waiter.begin(backoff);
    TimedWait timed_wait;
    while (!waiter.is_over(me)) {
      bool sleeps = false;
      bool busy = waiter.run_other_work(me) || runs(me, waiter, next_for(me, waiter)) ||
                  (may_leave_stack(me, waiter) && leave_stack(me, waiter));
      if (!busy) {
        if (me.thread->team->alone) {  // what is missing went with the threads that fork() left behind
          const bool looks = waiter.allowed != Allowed::none;
          if (!looks || !runs(me, waiter, take_shared(me, waiter.allowed, Effort::utmost))) break;
          continue;
        }
        if (waiter.is_over_without_tasks(me)) break;
        waiter.last_step = backoff.step();
        sleeps = waiter.last_step == sleep::Step::sleep;
        if (!sleeps && !backoff.is_time_to_look_deeper()) continue;
        sleep::own_long_wait.tell(&waiter, me.current);
        waiter.last_step = sleep::Step::yielded;
        const Effort effort = !sleeps || timed_wait.is_long() ? Effort::utmost : Effort::usual;
        busy = waiter.allowed != Allowed::none && !is_frozen(*me.thread) &&
               runs(me, waiter, search(me, waiter.allowed, effort));
      }
      if (busy) {
        if (waiter.kind == Wait::tasks) backoff.restart();
        else backoff.restart(me.waits(Wait::tasks));
        timed_wait.restart();
      } else if (sleeps) {
        waiter.sleep(me, timed_wait);
      }
    }
    backoff.finish();
  }

  static void wait_for_children(Worker& me) {
    Task* const self = me.current;
    const SharedQueue& shared = me.thread->team->shared;
    const trace::During looking(trace::Activity::runtime);
    const OnTop on_top(me);
    // The usual case is that the children are this thread's newest tasks, so that it need not look elsewhere.
    while (kPops && shared.looks_empty() && !is_frozen(*me.thread)) {
      Task* const t = pop(me, Allowed::descendants);
      if (t == nullptr) break;
      execute(me, t);
      if (self->children() == 0) return share(me, Going::into_task);
    }
    wait_until(me, Awaited::children, [self] { return self->children() == 0; });
  }

  static void wait_for_taskgroup(Worker& me, task::Taskgroup& group) {
    const trace::During looking(trace::Activity::runtime);
    const OnTop on_top(me);
    std::int32_t others_run = 0, look_after = 0;
    for (;;) {
      const bool cheap = group.is_counted_by_one();
      if (cheap && group.empty()) break;
      Task* const next = is_frozen(*me.thread) ? nullptr : pop(me, Allowed::descendants);
      if (next == nullptr) return wait_in_group(me, group);
      // Older tasks of this thread may stand below the group's, and would hold up what comes after the group. But a
      // look whether the group is over costs a cache line for each thread of the team. So at most as many of those
      // tasks go by without a look, and the first looks come sooner.
      if (!cheap && !group.includes(*next) && ++others_run > look_after) {
        if (group.empty()) {
          put_back(me, next);
          break;
        }
        look_after = std::min(2 * look_after + 1, group.threads);
        others_run = 0;
      }
      execute(me, next);
    }
    share(me, Going::into_task);
  }

  // --- the rest of the table ---

  static void begin_thread(TeamThread& thread) {
    static_assert(sizeof(typename P::Thread) <= kPolicyPartBytes &&
                  alignof(typename P::Thread) <= platform::cache_line);
    auto& part = *new (thread.policy_part) typename P::Thread;
    if constexpr (requires { P::request_word(part); }) thread.requested = &P::request_word(part);
  }
  static void* make(int threads) { return new (platform::allocate_forever(sizeof(P), alignof(P))) P(threads); }

  static void begin_region(Worker& me) {
    TeamThread& thread = *me.thread;
    thread.floor = position(thread);
    if constexpr (requires { P::begin_region(me); }) P::begin_region(me);
  }
  static Work has_work(Worker& me, Effort effort) {
    if constexpr (requires { object(me).has_work(me, effort); }) {
      return object(me).has_work(me, effort);
    } else {
      return as_work(object(me).has_work(me));
    }
  }
  static void before_sleep(Worker& me, Allowed allowed) {
    if constexpr (requires { object(me).before_sleep(me, allowed); }) object(me).before_sleep(me, allowed);
  }
  static void leave(TeamTasks& team, int number) {
    if constexpr (requires { object_of<P>(team).leave(number); }) object_of<P>(team).leave(number);
  }
  static Task* freeze(Worker& me) {
    if constexpr (requires { P::freeze(me); }) {
      return P::freeze(me);
    } else {
      return nullptr;
    }
  }
  static void thaw(Worker& me, std::uint32_t position, Task* frozen) {
    if constexpr (requires { P::thaw(me, position, frozen); }) P::thaw(me, position, frozen);
  }
  static void drain(TeamTasks& team, TeamThread& survivor, void (*visit)(Task*, void*), void* context) {
    object_of<P>(team).drain(team, survivor, [&](Task* t) { visit(t, context); });
  }
};

// The table's row for class P.
template <class P>
constexpr Policy policy_entry(const char* name, const char* help, std::span<const Parameter> parameters) {
  using E = Engine<P>;
  Policy row{};
  row.name = name;
  row.help = help;
  row.parameters = parameters;
  if constexpr (requires { P::kHoldersOnly; }) row.holders_only = P::kHoldersOnly;
  if constexpr (requires { P::kByPriority; }) row.by_priority = P::kByPriority;
  row.tells_backlog = E::kTellsBacklog;
  row.begin_thread = E::begin_thread;
  row.make = E::make;
  row.begin_region = E::begin_region;
  row.defer = E::defer;
  row.make_available = E::make_available;
  row.make_ready = E::make_ready;
  row.defer_quietly = E::defer_quietly;
  row.grant_in_place = E::grant_in_place;
  row.grant_range = E::grant_range;
  row.share = E::share;
  row.is_requested = E::is_requested;
  row.position = E::position;
  row.execute = E::execute;
  row.next_task = E::next_task;
  row.search = E::search;
  row.give_back = E::give_back;
  row.wait = E::wait;
  row.wait_for_children = E::wait_for_children;
  row.wait_for_taskgroup = E::wait_for_taskgroup;
  row.has_work = E::has_work;
  row.before_sleep = E::before_sleep;
  row.freeze = E::freeze;
  row.thaw = E::thaw;
  row.leave = E::leave;
  row.drain = E::drain;
  return row;
}

}  // namespace xomp::sched
