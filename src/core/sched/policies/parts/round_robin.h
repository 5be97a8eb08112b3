// The common part of the policies over ThreadQueues: tasks go to the threads in turn, and only the thread that holds
// a task can take it. The policy adds which thread requests more from which.
#pragma once

#include "core/sched/policies/parts/thread_queues.h"

namespace xomp::sched {

class RoundRobin {
 public:
  static constexpr bool kHoldersOnly = true;
  struct Thread {};  // nothing: the team's object has the queues, by thread number

  Holder put(Worker& me, Task* t) {
    const int target = queues_.next_target(me, t);
    return queues_.put(me, target, t) ? target : kNoRoom;
  }
  Task* get(Worker& me, Allowed allowed) { return queues_.get(me, allowed); }
  // Grants once only, because no other thread tells this one that it has taken a task out of its queue.
  Grant grant_in_place(Worker& me) { return queues_.next_has_enough(me) ? Grant::once : Grant::none; }
  Task* search(Worker& me, Allowed allowed, Effort effort) { return queues_.search(me, allowed, effort); }
  bool has_work(Worker& me) { return queues_.has_work(me); }
  void before_sleep(Worker& me, Allowed allowed) {
    if (allowed == Allowed::none) queues_.give_up(me);
  }
  void leave(int number) { queues_.leave(number); }
  template <class Visit>
  void drain(TeamTasks&, TeamThread&, Visit&& visit) {
    queues_.drain(visit);
  }

 protected:
  template <class... Sizes>
  explicit RoundRobin(int threads, Sizes... sizes) : queues_(threads, sizes...) {}

  // For a policy whose idle threads send requests: a thread that finds a task must send no more.
  template <class Requesting>
  Task* search(Worker& me, Allowed allowed, Effort effort, Requesting& requests) {
    Task* const t = queues_.search(me, allowed, effort);
    if (t != nullptr) requests.find_task(me);
    return t;
  }

  ThreadQueues queues_;
};

}  // namespace xomp::sched
