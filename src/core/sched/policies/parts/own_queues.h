// The common part of policies in which each thread has a queue of its own and the others steal from it. It says where a
// thread's queue is, how a thread searches the others' queues, how it digs, and what fork() does. The policy gives the
// queue and the order of victims.
//
// A task that a thread steals late from a barrier (TEAM-1) goes to the victim's team.
//
// A policy's Queue:
//   Queue()                          reads its parameters by parameter()
//   bool push(Task*)                 owner; false: full
//   Task* pop()                      owner; its next task
//   Task* steal(Accept)              any thread; takes a task if Accept says so (a guess: the task may be gone meanwhile)
//   size()                           owner; how many tasks wait here, by what it knows without a search
//   bool looks_empty()               any thread; exact for what was put before a full fence
//   void forget_others()             fork()'s child: threads that no longer exist
//   static constexpr Victims kVictims
//   static constexpr bool kByPriority   as of the policy
//   Task* pop_where(Worker&, Guess, Sure)  optional, for queues whose next task is not the newest: takes the next task
//                                    that Guess accepts where it stands, else one that Sure accepts once it is taken
// Queues that need the calling worker have it as the first argument of push, pop and steal.
#pragma once

#include <utility>

#include "core/sched/engine.h"
#include "core/sched/policies/parts/neighbours.h"
#include "platform/probe.h"

namespace xomp::sched {

enum class Victims : std::uint8_t { random, nearest_first, in_turn };

template <class Queue>
class OwnQueues {
 public:
  static constexpr bool kByPriority = Queue::kByPriority;

  // Read and written by the thread alone, except for the queue, whose own page says which threads use it.
  struct Thread {
    Queue queue;
    std::uint32_t next_number = 0;  // [FLOOR-1] a queued task has its number in saved_floor
    // The waiting task in which the queue's first task might not run, and `next_number` at that time. In that wait
    // pop() does not look again before the number grows, because it would find the same task.
    const Task* refused_in = nullptr;
    std::uint32_t refused_at = 0;
    Neighbours neighbours;
    // Set by a thief that has taken a task. Cleared by the thread when it counts what is left. A hint.
    alignas(platform::cache_line) atomic<std::uint32_t> taken_from{0};
  };

  explicit OwnQueues(int) {}

  static Holder put(Worker& me, Task* t) {
    Thread& own = own_of(me);
    t->saved_floor = own.next_number;
    if (!push(me, own.queue, t)) return kNoRoom;
    // Modulo 2^32: a task would have to lie in the queue while 2^31 others pass to be taken for a younger one.
    if (++own.next_number == task::kNoFloor) own.next_number = 0;
    return kAnyone;
  }
  static std::uint32_t position(const Thread& own) { return own.next_number; }
  // [SUSPEND-1] What is put meanwhile must not pass for a descendant, so it gets numbers that are older than every
  // floor.
  static Task* freeze(Worker& me) {
    own_of(me).next_number -= kFarBack;
    return nullptr;
  }
  static void thaw(Worker& me, std::uint32_t position, Task*) { own_of(me).next_number = position; }

  static Task* pop(Worker& me, Allowed allowed) { return take_own(me, allowed, Again::no); }
  static Task* get(Worker& me, Allowed allowed) { return steal(me, allowed); }

  static const atomic<std::uint32_t>& request_word(const Thread& own) { return own.taken_from; }
  static Grant grant_in_place(Worker& me) {
    Thread& own = own_of(me);
    if (own.taken_from.load(relaxed) != 0) own.taken_from.store(0, relaxed);  // hint, before the count
    return static_cast<int>(own.queue.size()) >= kEnough ? Grant::until_requested : Grant::none;
  }

  // Also looks at the victims that chance has left out, and behind the first tasks, since the thread is about to give
  // up.
  static Task* search(Worker& me, Allowed allowed, Effort effort) {
    if (Task* t = take_own(me, allowed, Again::yes)) return t;
    if (Task* t = steal_in_turn(me, allowed)) return t;
    if (Task* t = take_shared(me, allowed, effort)) return t;
    return allowed == Allowed::any ? nullptr : dig(me, effort);
  }

  static bool has_work(Worker& me) {
    const TeamTasks& team = *me.thread->team;
    for (int i = 0; i < team.size; ++i)
      if (!queue_of(*team.threads[i]).looks_empty()) return true;
    return false;
  }

  template <class Visit>
  static void drain(TeamTasks& team, TeamThread&, Visit&& visit) {
    for (int i = 0; i < team.size; ++i) {
      Queue& q = queue_of(*team.threads[i]);
      q.forget_others();
      while (Task* t = steal_from(*own_worker, q, [](Task*) { return true; })) visit(t);
    }
  }

 private:
  static constexpr int kMostTries = 8;  // random victims in a row
  static constexpr int kMostDug = 8;    // tasks of one victim that a constrained thread spills

  static constexpr std::uint32_t kFarBack = 1u << 30;
  static constexpr int kEnough = 4;  // with so many tasks waiting for thieves, new ones may run in place

  enum class Again : bool { no, yes };

  static Thread& own_of(Worker& me) { return part_of<OwnQueues>(*me.thread); }
  static Queue& queue_of(TeamThread& thread) { return part_of<OwnQueues>(thread).queue; }

  template <class Accept>
  static Task* steal_from(Worker& me, Queue& q, Accept&& accept) {
    if constexpr (requires { q.steal(me, accept); }) {
      return q.steal(me, accept);
    } else {
      return q.steal(accept);
    }
  }

  static bool push(Worker& me, Queue& q, Task* t) {
    if constexpr (requires { q.push(me, t); }) {
      return q.push(me, t);
    } else {
      return q.push(t);
    }
  }

  static Task* pop(Worker& me, Queue& q) {
    if constexpr (requires { q.pop(me); }) {
      return q.pop(me);
    } else {
      return q.pop();
    }
  }

  static Task* take_own(Worker& me, Allowed allowed, Again again) {
    Thread& own = own_of(me);
    const std::uint32_t now = own.next_number;
    if (allowed != Allowed::any && own.refused_in == me.current && own.refused_at == now && again == Again::no)
      return nullptr;
    const auto may_run = [&](Task* t) { return put_since_begin(me, t) || is_permitted(me, t, allowed); };
    if constexpr (requires { own.queue.pop_where(me, may_run, may_run); }) {
      if (allowed != Allowed::any) {
        const auto guess = [&](Task* t) { return seems_permitted(me, t, allowed); };
        if (Task* t = own.queue.pop_where(me, guess, may_run)) return t;
        own.refused_in = me.current;
        own.refused_at = now;
        return nullptr;
      }
    }
    Task* const t = pop(me, own.queue);
    if (t == nullptr) return nullptr;
    if (allowed == Allowed::any || may_run(t)) [[likely]]
      return t;
    own.refused_in = me.current;
    own.refused_at = now;
    if (!push(me, own.queue, t)) {
      spill(*me.thread->team, t);
    } else {
      wake_idle(*me.thread->team);  // [POLICY-1] a sleeper may have looked while this thread held the task
    }
    return nullptr;
  }

  // [FLOOR-1] Returns whether this thread put `t`, a task of its own queue, since the current task began on it.
  static bool put_since_begin(const Worker& me, const Task* t) {
    return static_cast<std::int32_t>(t->saved_floor - me.thread->floor) >= 0;
  }

  static Task* steal_from(Worker& me, TeamThread& victim, Allowed allowed) {
    Queue& q = queue_of(victim);
    if (q.looks_empty()) return nullptr;
    Task* t = steal_from(me, q, [&](Task* candidate) { return seems_permitted(me, candidate, allowed); });
    if (t == nullptr || !belongs_here(me, victim, t) || permitted(me, t, allowed) == nullptr) return nullptr;
    Counters::add(me.counters.stolen);
    platform::probe::steal(me.thread->team, me.thread->number, 1);
    if (auto& word = part_of<OwnQueues>(victim).taken_from; word.load(relaxed) == 0) word.store(1, relaxed);  // hint
    // Each thief wakes the next one as long as tasks are left, so the producer need not wake them all.
    if (!q.looks_empty()) notify_one_more(*me.thread->team);  // hints
    return t;
  }

  // [TEAM-1] Because one of its tasks is unfinished, the victim stays where it is.
  static bool belongs_here(Worker& me, const TeamThread& victim, Task* t) {
    if (victim.team == me.thread->team) [[likely]]
      return true;
    spill(*victim.team, t);
    return false;
  }

  static Task* steal(Worker& me, Allowed allowed) {
    TeamThread& thread = *me.thread;
    TeamTasks& team = *thread.team;
    const int n = team.size;
    if (n == 1) return nullptr;
    if constexpr (Queue::kVictims == Victims::random) {
      const int tries = n < kMostTries ? n : kMostTries;
      for (int i = 0; i < tries; ++i) {
        const int victim = static_cast<int>(next_random(me) % static_cast<std::uint32_t>(n));
        if (victim == thread.number) continue;
        if (Task* t = steal_from(me, *team.threads[victim], allowed)) return t;
      }
      return nullptr;
    } else {
      return steal_in_turn(me, allowed);
    }
  }

  static Task* steal_in_turn(Worker& me, Allowed allowed) {
    TeamThread& thread = *me.thread;
    TeamTasks& team = *thread.team;
    const int n = team.size;
    if constexpr (Queue::kVictims == Victims::nearest_first) {
      const auto neighbours = own_of(me).neighbours.of(thread);
      for (std::int32_t victim : neighbours)
        if (victim < n)
          if (Task* t = steal_from(me, *team.threads[victim], allowed)) return t;
      if (!neighbours.empty()) return nullptr;
    }
    for (int i = 1, victim = thread.number; i <= n; ++i) {
      if (++victim >= n) victim = 0;
      if (victim == thread.number) continue;
      if (Task* t = steal_from(me, *team.threads[victim], allowed)) return t;
    }
    return nullptr;
  }

  // A constrained thread (CONSTRAINT-1) found nothing that it may take. A task that it waits for may stand behind
  // others. So they go to the shared queue, where every thread may pick.
  static Task* dig(Worker& me, Effort effort) {
    TeamTasks& team = *me.thread->team;
    // Tasks were dug up before, and no thread has wanted them yet. So more are not needed. But the threads that would
    // want them may all be busy for long.
    if (!team.shared.looks_empty() && effort == Effort::usual) return nullptr;
    for (int i = 0; i < team.size; ++i) {
      TeamThread& victim = *team.threads[i];
      for (int n = 0; n < kMostDug; ++n) {
        Task* t = steal_from(me, queue_of(victim), [](Task*) { return true; });
        if (t == nullptr) break;
        if (belongs_here(me, victim, t) && permitted(me, t, Allowed::descendants) != nullptr) return t;
      }
    }
    return nullptr;
  }
};

}  // namespace xomp::sched
