// Waits inside a task region. A thread that waits there sleeps on an event of its own, because only returned tasks need to wake it.
#include "core/sched/waiting.h"

#include "core/sched/execute.h"
#include "core/sched/finish.h"
#include "core/sched/hand_over.h"
#include "core/sched/pending.h"
#include "core/sched/suspended.h"
#include "core/task/taskgroup.h"

namespace xomp::sched {

namespace {

// Sleeps for a limited time. The thread is woken when what it waits for happens, but not when a descendant of its task
// appears in another thread's queue.
void wait_timed_in_task(Worker& me, Condition done, std::uint64_t ns) {
  TeamThread& thread = *me.thread;
  policy->before_sleep(me, Allowed::descendants);
  // Wakes another thread if there are tasks that this one may not run, because its processor is free now.
  TeamTasks& team = *thread.team;
  if (!policy->holders_only && team.sleepers.load(relaxed) != 0 && policy->has_work(me, Effort::usual) == Work::here)
    team.idle_event.notify_one();  // hint
  Task* nothing = nullptr;
  const std::uint32_t announced = me.returned_event.announce();
  // [RETURN-1] [RING-M2] A thread that returns a task and finds the mark signals the event. If the exchange fails, a
  // task has been returned.
  if (!me.returned.compare_exchange_strong(nothing, asleep_mark(), seq_cst, relaxed))
    return sleep_beside_pending(me, nothing, done, announced, ns);
  thread.rest.store(Rest::in_task,
                    release);  // hint: a thread that puts something for this one alone shortens the timed wait
  if (!me.returned_rings.has_messages() && !done.holds(done.argument))
    me.returned_event.sleep(announced, ns);  // [RING-M2]
  thread.rest.store(Rest::none, relaxed);    // a hint, too
  Task* mark = asleep_mark();
  me.returned.compare_exchange_strong(mark, nullptr, relaxed, relaxed);  // fails if tasks have come in the mark's place
}

class InTask final : public Waiter {
 public:
  InTask(Awaited what, Condition done) : Waiter(allowed_in_task, Wait::tasks, what), done_(done) {}

  void begin(sleep::Backoff& backoff) override { backoff.check_seldom(); }
  bool is_over(Worker& me) override {
    take_returned(me);
    return done_.holds(done_.argument);
  }
  void sleep(Worker& me, TimedWait& timed_wait) override {
    wait_timed_in_task(me, done_, timed_wait.ns());
    timed_wait.end(true);
  }
  bool has_ended() override { return done_.holds(done_.argument); }

 private:
  Condition done_;
};

// The waiter for a taskgroup. Once a second thread has counted, the group has a line of counts for each thread, and the others write
// theirs. So while it finds tasks the thread does not read the counts, because a task of the group in its hands says that the group is not
// empty.
class InGroup final : public Waiter {
 public:
  explicit InGroup(task::Taskgroup& group) : Waiter(allowed_in_task, Wait::tasks, Awaited::taskgroup), group_(group) {
    may_be_late = true;
  }

  void begin(sleep::Backoff& backoff) override { backoff.check_seldom(); }
  bool is_over(Worker& me) override {
    take_returned(me);
    return over_ || (group_.is_counted_by_one() && group_.empty());
  }
  bool is_over_without_tasks(Worker&) override { return group_.empty(); }
  bool is_late(const Task& t) override { return over_ = !group_.includes(t) && group_.empty(); }
  bool has_ended() override { return over_ = group_.empty(); }
  void sleep(Worker& me, TimedWait& timed_wait) override {
    wait_timed_in_task(me, {[](void* group) { return static_cast<task::Taskgroup*>(group)->empty(); }, &group_},
                       timed_wait.ns());
    timed_wait.end(true);
  }

 private:
  task::Taskgroup& group_;
  bool over_ = false;
};

}  // namespace

void wait_in_group(Worker& me, task::Taskgroup& group) {
  InGroup waiter(group);
  wait(me, waiter);
  share_rest(me);
}

void wait_until(Worker& me, Awaited awaited, Condition done) {
  InTask waiter(awaited, done);
  wait(me, waiter);
  share_rest(me);
}

void taskyield(Worker& me) {
  take_returned(me);
  if (me.current->has(task::kKnown) && !is_frozen(*me.thread))  // [STACK-1] an unknown task has no descendants
    if (Task* t = policy->next_task(me, allowed_in_task)) {
      const OnTop on_top(me);
      if (me.current->has(task::kWatched)) me.seen.yields = true;
      execute(me, t);
      me.seen.yields = false;
    }
  share_rest(me);
}

}  // namespace xomp::sched
