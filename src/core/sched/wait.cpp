// Waiting in a task region: for children, for a taskgroup, for a dependence, for an event; tasks are run meanwhile.
#include "core/sched/finish.h"
#include "core/sched/policy.h"
#include "core/task/dependences.h"
#include "core/task/reduction.h"
#include "core/task/taskgroup.h"

namespace xomp::sched {

namespace {

// How long a waiting thread sleeps before it looks for tasks again: it is woken when what it waits for happens, but not
// when a descendant of its task appears in another thread's deque.
constexpr std::uint64_t kFirstNap_ns = 50'000;
constexpr std::uint64_t kLongestNap_ns = 2'000'000;
constexpr std::uint64_t kLongWait_ns = 1'000'000;  // from that length of a nap on

void nap(Worker& me, Condition done, std::uint64_t ns) {
  TeamThread& thread = *me.thread;
  policy->before_sleep(me, Allowed::descendants);
  // What this thread may not run others may, and there is a processor for one more now.
  TeamTasks& team = *thread.team;
  if (!policy->holders_only && team.sleepers.load(relaxed) != 0 && policy->has_work(me, Effort::usual) == Work::here)
    team.idle_event.wake_one();  // hint
  Task* nothing = nullptr;
  const std::uint32_t announced = me.returned_event.announce();
  // [RETURN-1] [RING-M2] a returner that finds the mark signals the event; failing means that something has been
  // returned
  if (!me.returned.compare_exchange_strong(nothing, asleep_mark(), seq_cst, relaxed)) return;
  thread.rest.store(Rest::napping, release);  // hint: who puts something for this thread alone shortens the nap
  if (!me.returned_rings.has_messages() && !done.holds(done.argument))
    me.returned_event.sleep(announced, ns);  // [RING-M2]
  thread.rest.store(Rest::none, relaxed);    // as above
  Task* mark = asleep_mark();
  me.returned.compare_exchange_strong(mark, nullptr, relaxed, relaxed);  // else tasks have come in its place
}

}  // namespace

void wait_running_tasks(Worker& me, Condition done) {
  sleep::Patience patience(me.waits(Wait::tasks));
  patience.check_seldom();
  std::uint64_t nap_ns = kFirstNap_ns;
  for (;;) {
    take_returned(me);
    if (done.holds(done.argument)) break;
    if (Task* t = next_task(me, Allowed::descendants)) {
      execute(me, t);
      patience.restart();
      nap_ns = kFirstNap_ns;
      continue;
    }
    if (me.thread->team->alone) break;  // what is missing went with the threads that fork() left behind
    if (patience.step() != sleep::Step::sleep) continue;
    const Effort effort = nap_ns < kLongWait_ns ? Effort::usual : Effort::utmost;
    if (Task* t = search_hard(me, Allowed::descendants, effort)) {
      execute(me, t);
      patience.restart();
      continue;
    }
    nap(me, done, nap_ns);
    if (nap_ns < kLongestNap_ns) nap_ns *= 2;
  }
  patience.finish();
  share_rest(me);
}

void wait_for_children(Worker& me) {
  Task* const self = me.current;
  const SharedQueue& shared = me.thread->team->shared;
  const trace::During looking(trace::Activity::runtime);
  // The usual case: the children are this thread's newest tasks.
  while (shared.looks_empty()) {
    Task* const t = pop_own(me);
    if (t == nullptr) break;
    execute(me, t);
    if (self->unfinished == 0) return share_rest(me);
  }
  wait_running_tasks_until(me, [self] { return self->unfinished == 0; });
}

void wake(Worker& worker) { worker.returned_event.signal(); }

void taskyield(Worker& me) {
  take_returned(me);
  if (me.current->has(task::kKnown))  // [STACK-1] else it has no descendants
    if (Task* t = next_task(me, Allowed::descendants)) execute(me, t);
  share_rest(me);
}

void count_in_taskgroup(Worker& me, Task* t) {
  t->created_in = t->taskgroup;
  t->set(task::kInTaskgroup);
  t->taskgroup->counts_of(me.thread->number).count_created();
}

void begin_taskgroup(Worker& me) {
  Task* const t = me.current;
  t->taskgroup = task::Taskgroup::open(t->taskgroup, t, me.thread->number, me.thread->team->size);
}

void wait_for_taskgroup(Worker& me) {
  task::Taskgroup* const group = me.current->taskgroup;
  if (group == nullptr || group->opened_by != me.current) return;
  const trace::During looking(trace::Activity::runtime);
  while (!group->empty()) {
    Task* const next = pop_own(me);
    if (next == nullptr) {
      wait_running_tasks_until(me, [group] { return group->empty(); });
      break;
    }
    execute(me, next);
  }
  share_rest(me);
  take_returned(me);
}

void end_taskgroup(Worker& me) {
  Task* const t = me.current;
  task::Taskgroup* const group = t->taskgroup;
  if (group == nullptr || group->opened_by != t) return;
  wait_for_taskgroup(me);
  if (group->reductions != nullptr) [[unlikely]]
    task::end_reductions(*group);
  t->taskgroup = group->outer;
  group->close();
}

}  // namespace xomp::sched
