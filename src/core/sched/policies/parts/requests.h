// How idle threads (thieves) request work from busy ones (victims), for the policies over XQueues. Each thread has a
// mailbox (core/queue/mailbox.h), and each thief a way to choose its victim. The victim looks at its mailbox
// when it puts and when it gets a task, by a load and a comparison. How it serves a request is the policy's.
//
// An idle thread closes its own mailbox (X-OpenMP's self query), so that no thief waits for it.
#pragma once

#include <cstdint>

#include "core/queue/mailbox.h"
#include "core/sched/engine.h"
#include "platform/probe.h"

namespace xomp::sched {

class Requests {
 public:
  static constexpr int kNone = -1;

  explicit Requests(int threads);

  // --- victim ---

  // Returns the thread whose request stands, or kNone. Until answer() another thread may overwrite the request, and a
  // slow one may erase it. So the caller asks once and goes on with what it was told.
  int pending(Worker& me) {
    const queue::Mailbox::Thief thief = part_of(me).mailbox.pending();
    if (thief == queue::Mailbox::kNobody) [[likely]]
      return kNone;
    return checked(me, thief);
  }
  // Called when the request has been served with so many tasks, 0 if it is refused. The mailbox then
  // takes the next request.
  void answer(Worker& me, int tasks);
  // Counts further tasks for the same request.
  static void count_given(Worker& me, int tasks) {
    Counters::add(me.counters.stolen, static_cast<std::uint64_t>(tasks));
    platform::probe::steal(me.thread->team, -1, tasks);  // the victim says so, which need not know the thief
  }

  // --- thief ---

  // Sends a request to one victim: the one that gave last, else one by chance. Returns it, or kNone.
  int ask(Worker& me);
  // Sends a request to this victim, if its mailbox is open.
  bool ask(Worker& me, int victim);
  // For the last request. answered() says whether its victim has dealt with it. repeat() sends it again, because
  // another thief's may have overwritten it.
  bool answered(Worker& me) const;
  void repeat(Worker& me);

  // Called when the thread has found no task, and when it has found one.
  void fall_idle(Worker& me) { part_of(me).idle = true, part_of(me).mailbox.close(); }
  void find_task(Worker& me) {
    if (part_of(me).idle) [[unlikely]]
      wake_up(me);
  }

 private:
  struct Part {
    queue::Mailbox mailbox;  // a line of its own
    // The thread's own.
    alignas(platform::cache_line) bool idle = false;
    int asked_victim = kNone;         // of the last request
    queue::Mailbox::Round asked = 0;  // its round there
    int last_victim = kNone;          // the last one that gave something
  };

  Part& part_of(const Worker& me) const { return parts_[me.thread->number]; }
  int checked(Worker& me, queue::Mailbox::Thief thief);
  void wake_up(Worker& me);

  Part* parts_;
};

}  // namespace xomp::sched
