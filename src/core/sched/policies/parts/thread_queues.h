// The common part of the policies over XQueues. Each thread of a team has an XQueue, into which all the others put and
// from which only its owner takes. This file also says what the owner does with a task that it may
// not run now (POLICY-2).
//
// A thread that is inside a task may start only what descends from the task that it waits in, and the queues do not
// know that. So a thread that puts a task looks whether the thread whose turn it is could run it (`inside`), and keeps
// it in its own queue if not. A task that a thread takes all the same and may not run goes back to its creator, if that
// is inside a task, too. The creator will need it, since only the parent's thread waits for children. Otherwise the
// thread keeps the task, and runs it when its own wait is over: a producer wants its tasks run elsewhere.
//
// STRANDED-1: a ready task does not stay for ever where those that may run it do not look.
//   A thread that waits and finds nothing comes to search(), which leaves nothing in its queues and nothing kept: all
//   that it may not run goes to the team's shared queue, where every thread looks (CONSTRAINT-1 says why that is
//   enough). A task is turned away at most once to its creator, which never sends it further, so this comes to an end.
//   So two threads that each keep what the other one waits for find it in the shared queue. A thread may not come to a
//   scheduling point: its body is long, or waits for a lock that a thread holds which waits for tasks, or for a task that
//   stands in its own queue. Then threads that wait raid it after a while (raids.h). Without heavy fences (old kernels)
//   they cannot. A thread that sleeps in a barrier looks again after a while, too (idle_sleep.cpp).
#pragma once

#include <cstdint>

#include "core/queue/xqueue.h"
#include "core/sched/engine.h"
#include "core/sched/policies/parts/kept_tasks.h"
#include "core/sched/policies/parts/raids.h"
#include "topology/machine.h"

namespace xomp::sched {

class ThreadQueues {
 public:
  // `capacity`: tasks in the queue of each pair of threads. `kept_too`: how many of its own tasks a
  // thread may keep besides.
  ThreadQueues(int threads, int capacity, int kept_too = 0);

  // Puts the task into the target's queue. Returns false if there is no room. The caller then wakes the target if it
  // sleeps (POLICY-1). Any thread of the team.
  bool put(Worker& me, int target, Task* t) {
    // A ring that does not exist yet is made near the thread that takes from it.
    if (!own_[target].queue.put(number(me), t, [&](std::size_t bytes) { return allocate_near(me, target, bytes); }))
      return false;
    if (target != me.thread->number) count_push(me, target);
    return true;
  }
  // Puts a task that was put before into the target's queue, outside of a policy's put(), and wakes the target.
  bool hand_over(Worker& me, int target, Task* t);
  // Counts a task that was put before and that the policy has handed over in its own way.
  void count_moved(Worker& me, int target) {
    count_push(me, target);
    Counters::add(me.counters.moved);
  }

  // Returns the next thread in turn. Each thread has a turn of its own (static round robin). The caller gets the task
  // itself if the thread in turn is inside a task and could not run this one.
  int next_target(Worker& me, const Task* t) {
    std::uint32_t& turn = own_of(me).turn;
    if (++turn >= static_cast<std::uint32_t>(me.thread->team->size)) turn = 0;
    const int target = static_cast<int>(turn);
    return target == me.thread->number || may_want(target, t) ? target : me.thread->number;
  }
  // From now on nobody comes for what is put for this number, until a thread that has the number looks for a task.
  // Called by the thread that leaves, or before any thread has the number.
  void leave(int number) { say_inside(own_[number], kTakesNone); }
  // Says whether the thread whose turn is next has so many tasks from the caller already that one more would bring it
  // nothing. If it could not run the caller's children, the caller's own queue counts.
  bool next_has_enough(Worker& me);
  // Guesses whether that thread could run the task.
  bool may_want(int target, const Task* t) const {
    const Task* const inside = own_[target].inside.load(acquire);  // a guess, but made before
    if (inside == nullptr) return true;
    return inside != kTakesNone && (inside == t || seems_to_descend(t, inside));
  }
  // Returns the task that the thread waits in, or nullptr if it may run everything.
  const Task* waits_in(int thread) const { return own_[thread].inside.load(acquire); }  // as above

  // --- the owner's part; these find nothing, or say false, while a raider is there ---

  Task* get(Worker& me, Allowed allowed);
  Task* search(Worker& me, Allowed allowed, Effort effort) { return search(me, allowed, effort, NothingElse{}); }
  // `also` is what the policy holds for a thread besides: looks_empty(number), a hint; and take_out(number, visit), which
  // is called in the thread's role when it is raided.
  template <class Also>
  Task* search(Worker& me, Allowed allowed, Effort effort, Also&& also) {
    note_node(me);
    for (int i = 0; i < kMostRounds; ++i) {
      if (Task* t = get(me, allowed)) return t;
      if (allowed == Allowed::any || !give_up_kept(me)) break;  // [STRANDED-1]
    }
    if (Task* t = take_shared(me, allowed, effort)) return t;
    if (effort == Effort::usual || !raid(me, also)) return nullptr;
    return take_shared(me, allowed, effort);
  }
  bool has_work(Worker& me);
  // Takes a task to serve a request. As far as a thread can tell, the thief could run it.
  Task* take_for(Worker& me, int thief);
  // Moves up to `most` of them into the thief's queue and wakes it. Returns how many it moved.
  int give(Worker& me, int thief, int most);
  // Runs `body` in the owner's role. Returns nullptr if a raider is there.
  template <class Body>
  Task* in_role(Worker& me, Body&& body) {
    OwnerRole& role = own_of(me).role;
    if (!role.try_enter()) return nullptr;
    Task* const t = body();
    role.leave();
    return t;
  }
  // Keeps a task of the thread's own, to be run newest first, unless there are `most` already. Returns false if it was
  // not kept.
  bool keep(Worker& me, Task* t, std::uint32_t most);
  // For policies with thieves; called after a task has been found. Thieves sleep while a thread works through its queue
  // without making tasks. So now and then it looks whether there are sleepers, and more tasks for them.
  void wake_thieves(Worker& me) {
    if (me.thread->team->sleepers.load(relaxed) != 0) [[unlikely]]
      wake_a_thief(me);  // hint
  }
  // Called when the thread blocks and looks for no tasks: other threads get those that it has [STRANDED-1], and send it
  // no more.
  void give_up(Worker& me);
  // Sends a task away that the thread has taken and may not run.
  void turn_away(Worker& me, Task* t);

  template <class Visit>
  void drain(Visit&& visit) {
    for (int i = 0; i < threads_; ++i) {
      Own& own = own_[i];
      own.role.reset();
      own.queue.for_each(visit);
      own.queue.clear();
      while (Task* t = own.kept.take_oldest()) visit(t);
    }
    raids_.reset();
  }

 private:
  static constexpr int kMostRounds = 8;              // of taking out and giving up in one search
  static constexpr int kMostTurnedAway = 64;         // tasks in one get()
  static constexpr std::uint32_t kMostKept = 1024;   // then the queues stay full
  static constexpr std::uint32_t kMostLooks = 8;     // among those that are kept
  static constexpr int kMostRaided = 256;            // tasks of one victim at a time
  static constexpr std::uint32_t kTasksPerLook = 8;  // at the sleepers; a power of two
  static constexpr std::uint32_t kEnough = 2;        // tasks of one thread for another

  struct alignas(platform::cache_line) Own {
    explicit Own(std::uint32_t most_kept) : kept(most_kept) {}

    queue::XQueue<Task> queue;
    // Under the role.
    OwnerRole role;
    KeptTasks kept;
    // The thread's own.
    std::uint32_t turn = 0;
    std::uint32_t taken = 0;  // while others slept
    // Hints, written by the thread when they change. nullptr: the thread is in no task, or in one that it took in a
    // barrier. kTakesNone: it is in a task that it took in the wait of another one, or it is away (leave). Otherwise: the
    // task that it waits in, having found none to run.
    alignas(platform::cache_line) atomic<const Task*> inside{nullptr};
    atomic<std::int16_t> node{-1};  // NUMA domain where it ran last; -1 = not known yet
  };

  struct NothingElse {
    static bool looks_empty(int) { return true; }
    static void take_out(int, auto&&) {}
  };

  static inline const Task* const kTakesNone = reinterpret_cast<const Task*>(alignof(Task));

  static void say_inside(Own& own, const Task* inside) {
    if (own.inside.load(relaxed) != inside)
      own.inside.store(inside, release);  // a guess: the task, as its creator made it
  }
  Task* get(Worker& me, Own& own, Allowed allowed);
  [[gnu::noinline, gnu::cold]] void* allocate_near(Worker& me, int target, std::size_t bytes);
  static std::uint32_t number(const Worker& me) { return static_cast<std::uint32_t>(me.thread->number); }
  Own& own_of(const Worker& me) { return own_[me.thread->number]; }

  void turn_away(Worker& me, Own& own, Task* t);
  int creator_of(Worker& me, const Task* t) const;
  bool give_up_kept(Worker& me);
  template <class Take>
  bool give_up(Worker& me, Take&& take);
  void wake_a_thief(Worker& me);
  void count_push(Worker& me, int target) {
    const int from = own_of(me).node.load(relaxed), to = own_[target].node.load(relaxed);  // statistics
    Counters::add(from == to || from < 0 || to < 0 ? me.counters.pushed_near : me.counters.pushed_far);
  }
  void note_node(Worker& me) {
    own_of(me).node.store(static_cast<std::int16_t>(topology::domain_of_caller()), relaxed);
  }  // hint

  template <class Also>
  bool raid(Worker& me, Also& also) {
    return raids_.raid(
        me, threads_, [this](int i) -> OwnerRole& { return own_[i].role; },
        [&](int i) { return own_[i].kept.empty() && own_[i].queue.looks_empty() && also.looks_empty(i); },
        [&](int i, auto&& share) {
          Own& own = own_[i];
          for (int left = kMostRaided; left > 0; --left) {
            Task* t = own.kept.take_oldest();
            if (t == nullptr) t = own.queue.take();
            if (t == nullptr) break;
            share(t);  // [STRANDED-1]
          }
          also.take_out(i, share);
        });
  }

  int threads_;
  Own* own_;
  atomic<std::uint16_t>*
      creators_;  // by a worker's id modulo threads_: its number in the team when last sought; a hint
  Raids raids_;
};

}  // namespace xomp::sched
