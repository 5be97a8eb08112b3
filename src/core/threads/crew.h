// The one supplier of threads: each thread that the runtime starts comes from here, idles here between two jobs, and ends from here.
// Nothing here knows what a job is. Its clients are teams (core/team; native teams are teams) and views (core/graph): each has a crew.
//
// POOL-1: a thread is lent for one job at a time, and ends only when nobody has lent it.
//   The list of idle threads and the number of live ones change under the crew's lock only. An idle thread sleeps on its event until `job`
//   is set. Only the thread that has taken it off the list sets that. A thread that has idled for long leaves only if it finds itself
//   still on the list.
//   A late notify_all() finds a CrewMember: who lends it notifies without the lock, and by then it may have done its job and ended. So a
//   CrewMember lives for ever; one whose thread has ended is spare, and the next thread gets it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/sleep/event_count.h"
#include "platform/atomic.h"
#include "platform/short_lock.h"

namespace xomp::threading {

// A thread, as its crew knows it.
struct CrewMember {
  void* owner = nullptr;  // what the client has for the thread; written when it is made
  sleep::EventCount event;
  // [POOL-1] Set by the one that has taken the thread off the list; taken back by the thread.
  atomic<void*> job{nullptr};
  // Under the lock of the crew.
  CrewMember* next = nullptr;  // in the list of idle or of spare ones
  bool is_idle = false;
};

// All of it: any thread, unless a comment says otherwise.
class Crew {
 public:
  // Takes a thread that idles; it waits to be lent. nullptr: there is none.
  CrewMember* take_idle();
  bool has_idle() const;
  static void lend(CrewMember& thread, void* job) {
    thread.job.store(job, release);  // [POOL-1]
    thread.event.notify_all();
  }
  // Starts a thread that calls body(argument), with a stack as OMP_STACKSIZE says. False: the system refuses it, or a limit on the
  // process's memory would not leave `rest` bytes beside its stack; 0 = nobody looks.
  bool start(void* (*body)(void*), void* argument, std::size_t rest = 0);

  // The calling thread has done its job and idles. It is told to end where more than `most` threads are live, or where nothing keeps the
  // process but threads of the runtime.
  void put_idle(CrewMember& me, int most);
  // The calling thread waits to be lent. Returns its job, or nullptr if it is to end. idle.limit_ns(): how long it sleeps at a time, 0 =
  // until it is lent; idle.is_over(): that time is over, and the thread has idled for long enough.
  template <class Idle>
  void* wait_for_job(CrewMember& me, Idle&& idle) {
    for (;;) {
      if (void* const job = take_job(me)) return job != this ? job : nullptr;
      const std::uint32_t announced = me.event.announce();
      if (me.job.load(acquire) != nullptr) continue;  // [POOL-1]
      if (me.event.sleep(announced, idle.limit_ns()) != platform::WaitResult::timed_out) continue;
      if (idle.is_over() && leave(me)) return nullptr;
    }
  }
  // The calling thread's job; nullptr if it has not been lent.
  static void* take_job(CrewMember& me) {
    void* const job = me.job.load(acquire);              // [POOL-1]
    if (job != nullptr) me.job.store(nullptr, relaxed);  // nobody else writes it until the thread is on the list again
    return job;
  }
  // The threads that idle end.
  void end_idle();
  // The calling thread ends without idling.
  void count_out();

  // A CrewMember whose thread has ended; nullptr: there is none.
  CrewMember* take_spare();
  void put_spare(CrewMember& thread);

  int live() const;

 private:
  friend void hold_for_fork();
  friend void release_after_fork();
  friend void forget_others(const Crew* callers);

  bool leave(CrewMember& me);
  // In fork()'s child.
  void forget(bool is_callers);

  mutable platform::ShortLock lock_;
  // [POOL-1] under the lock
  CrewMember* idle_ = nullptr;
  CrewMember* spare_ = nullptr;
  int live_ = 0;
};

extern Crew for_teams, for_views;

// The system has refused a thread. Says so once in a process, with what follows from it.
[[gnu::cold, gnu::format(printf, 1, 2)]] void tell_of_refusal(const char* consequence, ...);

// Whether nothing keeps the process but threads of the runtime: these end once they idle.
void let_process_end(bool may_end);

// fork(): the locks are held across it; the child has no thread but the caller, which is of that crew, if of any.
void hold_for_fork();
void release_after_fork();
void forget_others(const Crew* callers);

}  // namespace xomp::threading
