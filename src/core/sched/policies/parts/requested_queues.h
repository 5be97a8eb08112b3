// xqueue-nowait and hybrid: a thread without a task sends a request to another one, then goes on looking into its own
// queues. The victim serves it when it next gets a task: it puts up to n of its queued tasks into the thief's queue. Or
// it does so when it next makes a task, which goes to the thief instead of the thread whose turn it is. The two
// policies differ in where a thread's tasks for itself go. Their first two parameters are n and the queues' size.
#pragma once

#include "core/sched/policies/parts/requests.h"
#include "core/sched/policies/parts/round_robin.h"

namespace xomp::sched {

// In which order a thread runs the tasks that it keeps of its own: as XQueue's master queue does, or the newest first.
enum class OwnTasks : std::uint8_t { oldest_first, newest_first };

template <OwnTasks kOwnTasks>
class RequestedQueues : public RoundRobin {
 public:
  explicit RequestedQueues(int threads)
      : RoundRobin(threads, count_parameter(1), kNewestFirst ? count_parameter(1) : 0),
        requests_(threads),
        most_given_(count_parameter(0)),
        most_kept_(static_cast<std::uint32_t>(count_parameter(1))) {}

  Holder put(Worker& me, Task* t) {
    const int thief = requests_.pending(me);
    if (thief != Requests::kNone && queues_.may_want(thief, t) && queues_.put(me, thief, t)) [[unlikely]] {
      requests_.answer(me, 1);
      return thief;
    }
    const int target = queues_.next_target(me, t);
    const bool keeps = kNewestFirst && target == me.thread->number;
    return (keeps ? queues_.keep(me, t, most_kept_) : queues_.put(me, target, t)) ? target : kNoRoom;
  }

  Grant grant_in_place(Worker& me) {
    return requests_.pending(me) == Requests::kNone ? RoundRobin::grant_in_place(me) : Grant::none;
  }
  bool is_requested(Worker& me) { return requests_.pending(me) != Requests::kNone; }

  Task* get(Worker& me, Allowed allowed) {
    Task* const t = queues_.get(me, allowed);
    return t != nullptr ? found(me, t) : found_none(me, allowed);
  }

  Task* search(Worker& me, Allowed allowed, Effort effort) {
    return RoundRobin::search(me, allowed, effort, requests_);
  }

 private:
  static constexpr bool kNewestFirst = kOwnTasks == OwnTasks::newest_first;

  Task* found(Worker& me, Task* t) {
    requests_.find_task(me);
    const int thief = requests_.pending(me);
    if (thief != Requests::kNone) [[unlikely]] {
      const int given = queues_.give(me, thief, most_given_);
      // A thread that has only its next task may soon make more. So the request of an unconstrained thief stands until
      // then.
      if (given != 0 || queues_.waits_in(thief) != nullptr) requests_.answer(me, given);
    }
    queues_.wake_thieves(me);
    return t;
  }

  [[gnu::noinline]] Task* found_none(Worker& me, Allowed allowed) {
    const int thief = requests_.pending(me);
    if (thief != Requests::kNone)
      requests_.answer(me, queues_.give(me, thief, most_given_));  // tasks that it may not run itself
    requests_.fall_idle(me);
    requests_.ask(me);
    return nullptr;
  }

  Requests requests_;
  int most_given_;
  std::uint32_t most_kept_;
};

}  // namespace xomp::sched
