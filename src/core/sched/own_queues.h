// What those policies have in common whose threads each keep a queue of their own, from which the others steal: where a
// thread's queue is, the search through the others', digging, and fork's part. The policy gives the queue and the
// order.
//
// The queue belongs to the TeamThread and stays with it, whatever team that is in: so a thread that is late from a
// barrier (TEAM-1) is still the only owner of the queue that it uses. What it steals late goes to the victim's team.
//
// A policy's Queue:
//   Queue()                          reads its parameters by parameter()
//   bool put(Task*)                  owner; false: full
//   Task* take()                     owner; its next task
//   Task* steal(Accept)              any thread; if Accept says so (a guess: it sees tasks that may be gone)
//   bool looks_empty()               any thread; exact for what was put before a full fence
//   void forget_others()             fork()'s child: threads that no longer exist
//   static constexpr Victims kVictims
//   static constexpr bool kByPriority   as of the policy
//   Task* take_where(Worker&, Guess, Sure)  optional, for queues whose next task is not the newest: takes the next task
//   that
//                                    Guess accepts where it stands, else one that Sure accepts in the owner's hands
// Queues that need to know who asks have the Worker& as the first argument of put, take and steal.
//
// FLOOR-1: which tasks of its own queue a thread may run in a wait. Each thread numbers the tasks that it puts;
//   saved_floor of a queued task is its number, of a running one the number that was next when it began. What this
//   thread put since the waiting task began descends from it, also when the chain of parents is broken (CONSTRAINT-1).
//   Numbers are modulo 2^32: a task would have to lie in the queue while 2^31 others pass to be taken for a younger
//   one.
#pragma once

#include <utility>

#include "core/sched/neighbours.h"
#include "core/sched/policy.h"

namespace xomp::sched {

enum class Victims : std::uint8_t { random, nearest_first, in_turn };

template <class Queue>
class OwnQueues {
 public:
  static constexpr bool kByPriority = Queue::kByPriority;

  explicit OwnQueues(int) {}

  Holder put(Worker& me, Task* t) {
    Own* own = own_of(*me.thread);
    if (own == nullptr) [[unlikely]]
      own = make_own(*me.thread);
    t->saved_floor = own->next_number;  // [FLOOR-1] also when it runs at once
    if (!put(me, own->queue, t)) return kNobody;
    if (++own->next_number == task::kNoFloor) own->next_number = 0;
    return kAnyone;
  }

  Task* get(Worker& me, Allowed allowed) {
    if (Task* t = take_own(me, allowed, Again::no)) return t;
    return steal(me, allowed);
  }

  // Also asks those that random victims missed, and looks behind the first tasks.
  Task* search(Worker& me, Allowed allowed, Effort effort) {
    if (Task* t = take_own(me, allowed, Again::yes)) return t;
    if (Task* t = steal_in_turn(me, allowed)) return t;
    if (Task* t = take_shared(me, allowed)) return t;
    return allowed == Allowed::any ? nullptr : dig(me, effort);
  }

  bool has_work(Worker& me) const {
    const TeamTasks& team = *me.thread->team;
    for (int i = 0; i < team.size; ++i)
      if (const Queue* q = queue_of(*team.threads[i]); q != nullptr && !q->looks_empty()) return true;
    return false;
  }

  template <class Visit>
  void drain(TeamTasks& team, Visit&& visit) {
    for (int i = 0; i < team.size; ++i) {
      Queue* const q = queue_of(*team.threads[i]);
      if (q == nullptr) continue;
      q->forget_others();
      while (Task* t = steal_from(*own_worker, *q, [](Task*) { return true; })) visit(t);
    }
  }

  // The task, taken from elsewhere, begins now.
  static Task* start(Worker& me, Task* t) {
    const Own* const own = own_of(*me.thread);
    t->saved_floor = own == nullptr ? 0 : own->next_number;  // [FLOOR-1]
    return t;
  }

 private:
  static constexpr int kMostTries = 8;  // random victims in a row
  static constexpr int kMostDug = 8;    // tasks of one victim that a constrained thread puts aside

  // A thread's. Written by it alone, but for what the queue says of itself.
  struct Own {
    Queue queue;
    std::uint32_t next_number = 0;     // [FLOOR-1]
    const Task* refused_in = nullptr;  // the waiting task that might not run the first one of the queue, when ...
    std::uint32_t refused_at = 0;      // ... this was the next number: not asked again before there is another
    Neighbours neighbours;
  };
  enum class Again : bool { no, yes };

  static Own* own_of(const TeamThread& thread) {
    return static_cast<Own*>(thread.policy_queue.load(acquire));  // the queue is made before its address is written
  }
  static Queue* queue_of(const TeamThread& thread) {
    Own* const own = own_of(thread);
    return own == nullptr ? nullptr : &own->queue;
  }
  [[gnu::noinline, gnu::cold]] static Own* make_own(TeamThread& thread) {
    auto* own = new (platform::allocate_forever(sizeof(Own), alignof(Own))) Own;
    thread.policy_queue.store(own, release);  // for own_of
    return own;
  }

  template <class Accept>
  static Task* steal_from(Worker& me, Queue& q, Accept&& accept) {
    if constexpr (requires { q.steal(me, accept); }) {
      return q.steal(me, accept);
    } else {
      return q.steal(accept);
    }
  }

  static bool put(Worker& me, Queue& q, Task* t) {
    if constexpr (requires { q.put(me, t); }) {
      return q.put(me, t);
    } else {
      return q.put(t);
    }
  }

  static Task* take(Worker& me, Queue& q) {
    if constexpr (requires { q.take(me); }) {
      return q.take(me);
    } else {
      return q.take();
    }
  }

  Task* take_own(Worker& me, Allowed allowed, Again again) {
    Own* const own = own_of(*me.thread);
    if (own == nullptr) return nullptr;
    const std::uint32_t now = own->next_number;
    if (allowed != Allowed::any && own->refused_in == me.current && own->refused_at == now && again == Again::no)
      return nullptr;
    const auto may_run = [&](Task* t) { return put_since_begin(me, t) || is_permitted(me, t, allowed); };
    if constexpr (requires { own->queue.take_where(me, may_run, may_run); }) {
      if (allowed != Allowed::any) {
        const auto guess = [&](Task* t) { return seems_permitted(me, t, allowed); };
        if (Task* t = own->queue.take_where(me, guess, may_run)) return start(me, t);
        own->refused_in = me.current;
        own->refused_at = now;
        return nullptr;
      }
    }
    Task* const t = take(me, own->queue);
    if (t == nullptr) return nullptr;
    if (allowed == Allowed::any || may_run(t)) [[likely]] {
      t->saved_floor = now;  // [FLOOR-1]
      return t;
    }
    own->refused_in = me.current;
    own->refused_at = now;
    if (!put(me, own->queue, t)) {
      put_aside(*me.thread->team, t);
    } else {
      wake_idle(*me.thread->team);  // [POLICY-1] a sleeper may have looked while this thread held the task
    }
    return nullptr;
  }

  // [FLOOR-1] Whether this thread put `t` since the current task, which waits, began on it.
  static bool put_since_begin(const Worker& me, const Task* t) {
    const Task& waiting = *me.current;
    if (!me.thread->defers || waiting.has(task::kImplicit | task::kUndeferred) || waiting.saved_floor == task::kNoFloor)
      return false;
    return static_cast<std::int32_t>(t->saved_floor - waiting.saved_floor) >= 0;
  }

  Task* steal_from(Worker& me, TeamThread& victim, Allowed allowed) {
    Queue* const q = queue_of(victim);
    if (q == nullptr || q->looks_empty()) return nullptr;
    Task* t = steal_from(me, *q, [&](Task* candidate) { return seems_permitted(me, candidate, allowed); });
    if (t == nullptr || !belongs_here(me, victim, t) || permitted(me, t, allowed) == nullptr) return nullptr;
    Counters::add(me.counters.stolen);
    // Where one was, more may be: the next sleeper should know.
    if (me.thread->team->sleepers.load(relaxed) != 0 && !q->looks_empty())  // hints
      me.thread->team->idle_event.wake_one();
    return start(me, t);
  }

  // [TEAM-1] With a task unfinished the victim stays where it is.
  static bool belongs_here(Worker& me, const TeamThread& victim, Task* t) {
    if (victim.team == me.thread->team) [[likely]]
      return true;
    put_aside(*victim.team, t);
    return false;
  }

  Task* steal(Worker& me, Allowed allowed) {
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

  Task* steal_in_turn(Worker& me, Allowed allowed) {
    TeamThread& thread = *me.thread;
    TeamTasks& team = *thread.team;
    const int n = team.size;
    if constexpr (Queue::kVictims == Victims::nearest_first) {
      Own* own = own_of(thread);
      if (own == nullptr) [[unlikely]]
        own = make_own(thread);
      const auto neighbours = own->neighbours.of(thread);
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

  // CONSTRAINT-1: a constrained thread found nothing that it may take: a task that it waits for may stand behind
  // others. They go to the shared queue, where everybody may pick.
  Task* dig(Worker& me, Effort effort) {
    TeamTasks& team = *me.thread->team;
    // Dug up before and nobody wanted them yet: but those who would may all be busy for long.
    if (!team.shared.looks_empty() && effort == Effort::usual) return nullptr;
    for (int i = 0; i < team.size; ++i) {
      TeamThread& victim = *team.threads[i];
      Queue* const q = queue_of(victim);
      if (q == nullptr) continue;
      for (int n = 0; n < kMostDug; ++n) {
        Task* t = steal_from(me, *q, [](Task*) { return true; });
        if (t == nullptr) break;
        if (belongs_here(me, victim, t) && permitted(me, t, Allowed::descendants) != nullptr) return start(me, t);
      }
    }
    return nullptr;
  }
};

}  // namespace xomp::sched
