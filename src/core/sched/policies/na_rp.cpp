// na-rp: static round robin with NUMA-aware redirect push. An idle thread sends requests to some others, mostly of its
// own NUMA domain, once in an interval. The next `steal` tasks that a victim makes go to the thief instead of the
// threads whose turn it is. Tasks that are queued already stay where they are. For coarse tasks that few threads make.
// Source: GNU-XTask (XGOMPTB), lock-less NUMA-aware dynamic load balancing.
#include "core/sched/policies/parts/paced_requests.h"
#include "core/sched/policies/parts/round_robin.h"

namespace xomp::sched {

namespace {

constexpr auto kParameters = paced_parameters("tasks that a victim makes and redirects for one request");

class RedirectedTasks : public RoundRobin {
 public:
  explicit RedirectedTasks(int threads)
      : RoundRobin(threads, count_parameter(PacedRequests::kQueue)),
        requests_(threads),
        most_redirected_(count_parameter(PacedRequests::kSteal)),
        redirects_(static_cast<Redirect*>(
            platform::allocate_forever(static_cast<std::size_t>(threads) * sizeof(Redirect), alignof(Redirect)))) {
    for (int i = 0; i < threads; ++i) new (&redirects_[i]) Redirect;
  }

  Holder put(Worker& me, Task* t) {
    Redirect& redirect = redirects_[me.thread->number];
    const int thief = requests_.pending(me);
    if (redirect.left != 0 || thief != Requests::kNone) [[unlikely]] {
      if (push_redirected(me, redirect, thief, t)) return redirect.thief;
    }
    return RoundRobin::put(me, t);
  }

  Grant grant_in_place(Worker& me) { return is_requested(me) ? Grant::none : RoundRobin::grant_in_place(me); }
  bool is_requested(Worker& me) {
    return redirects_[me.thread->number].left != 0 || requests_.pending(me) != Requests::kNone;
  }

  Task* get(Worker& me, Allowed allowed) {
    Task* const t = queues_.get(me, allowed);
    if (t != nullptr) [[likely]] {
      requests_.find_task(me);
      queues_.wake_thieves(me);
      return t;
    }
    redirects_[me.thread->number].left = 0;
    if (requests_.pending(me) != Requests::kNone) requests_.answer(me, 0);
    requests_.fall_idle(me);
    requests_.ask_some(me);
    return nullptr;
  }

  Task* search(Worker& me, Allowed allowed, Effort effort) {
    return RoundRobin::search(me, allowed, effort, requests_);
  }

 private:
  // Read and written by its thread only.
  struct alignas(platform::cache_line) Redirect {
    int thief = Requests::kNone;
    int left = 0;  // tasks
  };

  // Puts the task for the thread that was given some a few tasks ago, else for `thief`, whose request stands. Returns
  // false if that thread cannot have this task, and gets no further ones.
  [[gnu::noinline]] bool push_redirected(Worker& me, Redirect& redirect, int thief, Task* t) {
    const bool opens = redirect.left == 0;
    if (opens) redirect = {thief, most_redirected_};
    // The request may have come from a larger team before this one, so the thread must be checked.
    const bool there = redirect.thief < me.thread->team->size && redirect.thief != me.thread->number;
    const bool pushed = there && queues_.may_want(redirect.thief, t) && queues_.put(me, redirect.thief, t);
    if (opens) {
      requests_.answer(me, pushed ? 1 : 0);
    } else if (pushed) {
      Requests::count_given(me, 1);
    }
    redirect.left = pushed ? redirect.left - 1 : 0;
    return pushed;
  }

  PacedRequests requests_;
  int most_redirected_;
  Redirect* redirects_;
};

}  // namespace

extern const Policy na_rp_policy;
constinit const Policy na_rp_policy = policy_entry<RedirectedTasks>(
    "na-rp", "round robin, and the next tasks go to a thread that asks, of near threads first", kParameters);

}  // namespace xomp::sched
