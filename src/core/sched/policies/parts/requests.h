// How idle threads (thieves) ask busy ones (victims) for work, for the policies over XQueues: a request cell for each
// thread (core/queue/request_cell.h), whom a thief asks, and what it may run. The victim looks at its cell when it puts
// and when it gets a task: a load and a comparison. How it answers is the policy's.
//
// An idle thread closes its own cell (X-OpenMP's self query), so that nobody waits for an answer from it.
#pragma once

#include <cstdint>

#include "core/queue/request_cell.h"
#include "core/sched/engine.h"

namespace xomp::sched {

class Requests {
 public:
  static constexpr int kNone = -1;

  explicit Requests(int threads);

  // --- victim ---

  // The thread that asks, or kNone. The same until answer().
  int pending(Worker& me) {
    const queue::RequestCell::Thief thief = part_of(me).cell.pending();
    if (thief == queue::RequestCell::kNobody) [[likely]]
      return kNone;
    return checked(me, thief);
  }
  // The request has been answered with so many tasks; the thread's cell takes the next one.
  void answer(Worker& me, int tasks);
  // More of them follow.
  static void count_given(Worker& me, int tasks) {
    Counters::add(me.counters.stolen, static_cast<std::uint64_t>(tasks));
  }

  // --- thief ---

  // Asks one victim: the one that gave last, else one by chance. Returns it, or kNone.
  int ask(Worker& me);
  // Asks that one, if its cell is open.
  bool ask(Worker& me, int victim);
  // Of the last request.
  bool answered(Worker& me) const;
  void repeat(Worker& me);

  // The thread has found no task, or one.
  void fall_idle(Worker& me) { part_of(me).idle = true, part_of(me).cell.close(); }
  void find_task(Worker& me) {
    if (part_of(me).idle) [[unlikely]]
      wake_up(me);
  }

 private:
  struct Part {
    queue::RequestCell cell;  // a line of its own
    // The thread's own.
    alignas(platform::cache_line) bool idle = false;
    int asked_victim = kNone;             // of the last request
    queue::RequestCell::Round asked = 0;  // its round there
    int last_victim = kNone;              // the last one that answered with something
  };

  Part& part_of(const Worker& me) const { return parts_[me.thread->number]; }
  int checked(Worker& me, queue::RequestCell::Thief thief);
  void wake_up(Worker& me);

  Part* parts_;
};

}  // namespace xomp::sched
