// na-ws: static round robin with NUMA-aware work stealing. An idle thread sends requests to some others, mostly of its
// own NUMA domain, once in an interval. A victim serves a request when it gets a task: it moves up to `steal` queued
// tasks into the thief's queue. For programs of coarse and of fine tasks. Source: GNU-XTask (XGOMPTB), lock-less
// NUMA-aware dynamic load balancing.
#include "core/sched/policies/parts/paced_requests.h"
#include "core/sched/policies/parts/round_robin.h"

namespace xomp::sched {

namespace {

constexpr auto kParameters = paced_parameters("queued tasks that a victim moves for one request");

class MovedTasks : public RoundRobin {
 public:
  explicit MovedTasks(int threads)
      : RoundRobin(threads, count_parameter(PacedRequests::kQueue)),
        requests_(threads),
        most_moved_(count_parameter(PacedRequests::kSteal)) {}

  Grant grant_in_place(Worker& me) {
    return requests_.pending(me) == Requests::kNone ? RoundRobin::grant_in_place(me) : Grant::none;
  }
  bool is_requested(Worker& me) { return requests_.pending(me) != Requests::kNone; }

  Task* get(Worker& me, Allowed allowed) {
    Task* const t = queues_.get(me, allowed);
    const int thief = requests_.pending(me);
    if (thief != Requests::kNone) [[unlikely]]
      requests_.answer(me, queues_.give(me, thief, most_moved_));
    if (t != nullptr) [[likely]] {
      requests_.find_task(me);
      queues_.wake_thieves(me);
    } else {
      requests_.fall_idle(me);
      requests_.ask_some(me);
    }
    return t;
  }

  Task* search(Worker& me, Allowed allowed, Effort effort) {
    return RoundRobin::search(me, allowed, effort, requests_);
  }

 private:
  PacedRequests requests_;
  int most_moved_;
};

}  // namespace

extern const Policy na_ws_policy;
constinit const Policy na_ws_policy = policy_entry<MovedTasks>(
    "na-ws", "round robin, and idle threads are given queued tasks, of near threads first", kParameters);

}  // namespace xomp::sched
