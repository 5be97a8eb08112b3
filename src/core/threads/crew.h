// The one supplier of threads: each thread that the runtime starts comes from here, idles here between two jobs, and ends from here.
// Nothing here knows what a job is. Its clients are teams (core/team; native teams are teams) and views (core/graph): each has a crew.
//
// POOL-1: a thread is lent for one job at a time, and ends only when nobody has lent it.
//   The list of idle threads and the number of live ones change under the crew's lock only. An idle thread sleeps on its event until `job`
//   is set. Only the thread that has taken it off the list sets that. A thread that has idled for long leaves only if it finds itself
//   still on the list.
//   The lender notifies without the lock, and by then the thread may have done its job and ended. So that a late notify_all() still finds
//   a CrewMember, each lives for ever. One whose thread has ended is spare, and the next thread gets it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/sleep/event_count.h"
#include "platform/atomic.h"
#include "platform/short_lock.h"

namespace xomp::threading {

// What a crew knows of a thread.
struct CrewMember {
  void* owner = nullptr;  // what the client keeps for the thread; written when the client makes it
  sleep::EventCount event;
  // [POOL-1] The thread that has taken this one off the list sets it; this thread clears it.
  atomic<void*> job{nullptr};
  // Read and written under the lock of the crew.
  CrewMember* next = nullptr;  // the next one in the list of idle members, or in that of spare ones
  bool is_idle = false;

  bool has_job() const { return job.load(relaxed) != nullptr; }  // a hint: it is taken by acquire
};

// Any thread may call these functions, unless a comment says otherwise.
class Crew {
 public:
  // Takes an idle thread off the list; it waits until the caller lends it. Returns nullptr if there is none.
  CrewMember* take_idle();
  bool has_idle() const;
  static void lend(CrewMember& thread, void* job) {
    thread.job.store(job, release);  // [POOL-1]
    thread.event.notify_all();
  }
  // Starts a thread that calls body(argument), with a stack as OMP_STACKSIZE says. Returns false if the system refuses it, or if a limit
  // on the process's memory would not leave `rest` bytes beside its stack. With `rest` = 0 the limit does not count.
  bool start(void* (*body)(void*), void* argument, std::size_t rest = 0);

  // The calling thread has done its job and idles. It is told to end if more than `most` threads are live, or if nothing keeps the process
  // but threads of the runtime.
  void put_idle(CrewMember& me, int most);
  // The calling thread waits to be lent. Returns its job, or nullptr if it is to end. idle.limit_ns() says how long it sleeps at a time; 0
  // means until it is lent. When that time is over, idle.is_over() says whether the thread has idled for long enough to end. idle.ends()
  // says that it ends in any case; whoever makes that true notifies the thread's event.
  template <class Idle>
  void* wait_for_job(CrewMember& me, Idle&& idle) {
    for (;;) {
      if (void* const job = take_job(me)) return job != this ? job : nullptr;
      const std::uint32_t announced = me.event.announce();
      if (me.job.load(acquire) != nullptr) continue;  // [POOL-1]
      if (idle.ends()) return nullptr;
      if (me.event.sleep(announced, idle.limit_ns()) != platform::WaitResult::timed_out) continue;
      if (idle.is_over() && leave(me)) return nullptr;
    }
  }
  // Returns the calling thread's job, or nullptr if it has not been lent.
  static void* take_job(CrewMember& me) {
    void* const job = me.job.load(acquire);              // [POOL-1]
    if (job != nullptr) me.job.store(nullptr, relaxed);  // nobody else writes it until this thread is listed again
    return job;
  }
  // Tells all idle threads to end.
  void end_idle();
  // The calling thread ends without idling.
  void count_out();

  // Returns a CrewMember whose thread has ended, or nullptr if there is none.
  CrewMember* take_spare();
  void put_spare(CrewMember& thread);

  int live() const;

 private:
  friend void hold_for_fork();
  friend void release_after_fork();
  friend void forget_others(const Crew* callers);

  bool leave(CrewMember& me);
  // Called in fork()'s child, which has none of the other threads.
  void forget(bool is_callers);

  mutable platform::ShortLock lock_;
  // [POOL-1] read and written under the lock
  CrewMember* idle_ = nullptr;
  CrewMember* spare_ = nullptr;
  int live_ = 0;
};

extern Crew for_teams, for_views;

// Warns that the system has refused a thread, and says what follows from that. Warns once in a process.
[[gnu::cold, gnu::format(printf, 1, 2)]] void tell_of_refusal(const char* consequence, ...);

// The caller says whether nothing but threads of the runtime keeps the process. If so, these threads end once they idle.
void let_process_end(bool may_end);

// A thread that forks holds the locks across fork(), so that the child finds whole lists. The child forgets all threads but the
// caller, which is of the crew `callers`; nullptr: the program has started it.
void hold_for_fork();
void release_after_fork();
void forget_others(const Crew* callers);

}  // namespace xomp::threading
