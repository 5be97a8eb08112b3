// What those policies have in common whose threads each keep a queue of their own, from which the others steal: where a
// thread's queue is, the search through the others', digging, and fork's part. The policy gives the queue and the order.
//
// The queue belongs to the TeamThread and stays with it, whatever team that is in: so a thread that is late from a
// barrier (TEAM-1) is still the only owner of the queue that it uses. What it steals late goes to the victim's team.
//
// A policy's Queue:
//   Queue()                          reads its parameters by parameter()
//   bool put(Task*)                  owner; false: full
//   Task* take(Accept)               owner; its next task if Accept says so (a guess: it sees tasks that may be gone)
//   Task* steal(Accept)              any thread, likewise
//   bool looks_empty()               any thread; exact for what was put before a full fence
//   void forget_others()             fork()'s child: threads that no longer exist
//   static constexpr Victims kVictims
// Queues that need to know who asks take the Worker& as their first argument, in take, steal and forget_others.
#pragma once

#include <utility>

#include "core/sched/neighbours.h"
#include "core/sched/policy.h"

namespace xomp::sched {

enum class Victims : std::uint8_t { random, nearest_first, in_turn };

template <class Queue>
class OwnQueues {
 public:
  explicit OwnQueues(int threads) : neighbours_(threads) {}

  Holder put(Worker& me, Task* t) {
    Queue* q = queue_of(*me.thread);
    if (q == nullptr) [[unlikely]] q = make_queue(*me.thread);
    return q->put(t) ? kAnyone : kNobody;
  }

  Task* get(Worker& me, Allowed allowed) {
    if (Task* t = take_own(me, allowed)) return t;
    return steal(me, allowed);
  }

  // Also asks those that random victims missed, and looks behind the first tasks.
  Task* search(Worker& me, Allowed allowed, Effort effort) {
    if (Task* t = take_own(me, allowed)) return t;
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

 private:
  static constexpr int kMostTries = 8;  // random victims in a row
  static constexpr int kMostDug = 8;    // tasks of one victim that a constrained thread puts aside

  static Queue* queue_of(const TeamThread& thread) {
    return static_cast<Queue*>(thread.policy_queue.load(acquire));  // the queue is made before its address is written
  }

  [[gnu::noinline, gnu::cold]] static Queue* make_queue(TeamThread& thread) {
    auto* q = new (platform::allocate_forever(sizeof(Queue), alignof(Queue))) Queue;
    thread.policy_queue.store(q, release);  // for queue_of
    return q;
  }

  template <class Accept>
  static Task* steal_from(Worker& me, Queue& q, Accept&& accept) {
    if constexpr (requires { q.steal(me, accept); }) {
      return q.steal(me, accept);
    } else {
      return q.steal(accept);
    }
  }

  Task* take_own(Worker& me, Allowed allowed) {
    Queue* const q = queue_of(*me.thread);
    if (q == nullptr) return nullptr;
    // Looks first: what a waiting thread finds in its own queue may be older than the task it waits in.
    const auto accept = [&](Task* t) { return seems_permitted(me, t, allowed); };
    Task* t;
    if constexpr (requires { q->take(me, accept); }) {
      t = q->take(me, accept);
    } else {
      t = q->take(accept);
    }
    return t == nullptr ? nullptr : permitted(me, t, allowed);
  }

  Task* steal_from(Worker& me, TeamThread& victim, Allowed allowed) {
    Queue* const q = queue_of(victim);
    if (q == nullptr || q->looks_empty()) return nullptr;
    Task* t = steal_from(me, *q, [&](Task* candidate) { return seems_permitted(me, candidate, allowed); });
    if (t == nullptr || !belongs_here(me, victim, t) || permitted(me, t, allowed) == nullptr) return nullptr;
    Counters::add(me.counters.stolen);
    // Where one was, more may be: the next sleeper should know.
    if (me.thread->team->sleepers.load(relaxed) != 0 && !q->looks_empty())  // hints
      me.thread->team->idle_event.nudge_one();
    return t;
  }

  // [TEAM-1] With a task unfinished the victim stays where it is.
  static bool belongs_here(Worker& me, const TeamThread& victim, Task* t) {
    if (victim.team == me.thread->team) [[likely]] return true;
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
      for (std::uint16_t victim : neighbours_.of(me))
        if (victim < n)
          if (Task* t = steal_from(me, *team.threads[victim], allowed)) return t;
    } else {
      for (int i = 1, victim = thread.number; i < n; ++i) {
        if (++victim >= n) victim = 0;
        if (victim == thread.number) continue;
        if (Task* t = steal_from(me, *team.threads[victim], allowed)) return t;
      }
    }
    return nullptr;
  }

  // CONSTRAINT-1: a constrained thread found nothing that it may take: a task that it waits for may stand behind others.
  // They go to the shared queue, where everybody may pick.
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
        if (belongs_here(me, victim, t) && permitted(me, t, Allowed::descendants) != nullptr) return t;
      }
    }
    return nullptr;
  }

  [[no_unique_address]] Neighbours neighbours_;
};

}  // namespace xomp::sched
