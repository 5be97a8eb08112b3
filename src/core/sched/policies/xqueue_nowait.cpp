// xqueue-nowait: static round robin, and a thread without a task asks another one, then goes on looking into its own
// queues: it does not wait for an answer. The victim answers when it next gets a task, by putting up to n of its queued
// ones into the thief's queue, or when it next makes one, which goes to the thief instead of the thread whose turn it is.
// For programs whose tasks differ in length. Source: X-OpenMP (Nookala et al. 2024), section 4.2; n = 1 and 2 there.
#include "core/sched/requests.h"
#include "core/sched/thread_queues.h"

namespace xomp::sched {

namespace {

enum : int { kTasks, kQueue };
constexpr Parameter kParameters[] = {
    {"n", "queued tasks that a victim gives for one request", Unit::count, 1, 64, 1},
    {"queue", "tasks in the queue from one thread to another, rounded up to a power of two", Unit::count, 2, 65536, 256},
};

class RequestedQueues {
 public:
  static constexpr bool kHoldersOnly = true;

  explicit RequestedQueues(int threads)
      : queues_(threads, count_parameter(kQueue)), requests_(threads), most_given_(count_parameter(kTasks)) {}

  Holder put(Worker& me, Task* t) {
    const int thief = requests_.pending(me);
    if (thief != Requests::kNone && queues_.may_want(thief, t) && queues_.put(me, thief, t)) [[unlikely]] {
      requests_.answer(me, 1);
      return thief;
    }
    const int target = queues_.next_target(me, t);
    return queues_.put(me, target, t) ? target : kNobody;
  }

  Task* get(Worker& me, Allowed allowed) {
    Task* const t = queues_.get(me, allowed);
    return t != nullptr ? found(me, t) : found_none(me, allowed);
  }

  Task* search(Worker& me, Allowed allowed, Effort effort) {
    Task* const t = queues_.search(me, allowed, effort);
    if (t != nullptr) requests_.find_task(me);
    return t;
  }
  bool has_work(Worker& me) { return queues_.has_work(me); }
  template <class Visit>
  void drain(Visit&& visit) {
    queues_.drain(visit);
  }

 private:
  Task* found(Worker& me, Task* t) {
    requests_.find_task(me);
    const int thief = requests_.pending(me);
    if (thief != Requests::kNone) [[unlikely]] {
      const int given = give(me, thief);
      // Who has only its next task may soon make more: an unconstrained thief's request stands until then.
      if (given != 0 || queues_.waits_in(thief) != nullptr) requests_.answer(me, given);
    }
    queues_.wake_thieves(me);
    return t;
  }

  [[gnu::noinline]] Task* found_none(Worker& me, Allowed allowed) {
    const int thief = requests_.pending(me);
    if (thief != Requests::kNone) requests_.answer(me, give(me, thief));  // what it may not run itself
    requests_.fall_idle(me);
    requests_.ask(me);
    return nullptr;
  }

  int give(Worker& me, int thief) {
    int given = 0;
    while (given < most_given_) {
      Task* const t = queues_.take_for(me, thief);
      if (t == nullptr) break;
      if (!queues_.hand_over(me, thief, t)) {
        queues_.turn_away(me, t);
        break;
      }
      ++given;
    }
    return given;
  }

  ThreadQueues queues_;
  Requests requests_;
  int most_given_;
};

}  // namespace

extern const Policy xqueue_nowait_policy;
constinit const Policy xqueue_nowait_policy = policy_entry<RequestedQueues>(
    "xqueue-nowait", "round robin, and idle threads ask for n tasks without waiting for them", kParameters);

}  // namespace xomp::sched
