// Handing over tasks with dependences, and the producer's throttle.
//
// THROTTLE-1: a producer with many unfinished tasks works on them, and with very many (most_children) waits until
//   others have ended some. Neither may hold up what only the producer can bring about:
//   - It runs a task here only if the end of another one made that ready. A task that was ready from the start may spin
//     until the producer opens a gate later. It is left to other threads, by way of the shared queue.
//   - When nothing has ended for some time, what all wait for may come from the producer. So it goes on, and
//     does not wait again before the number has doubled. The time lost to a graph that stands still is then a
//     part of the time that its creation takes, or grows with the logarithm of its size where not even a
//     possible gate is left to others.
#include "core/sched/dependent.h"

#include "core/sched/execute.h"
#include "core/sched/finish.h"
#include "core/sched/hand_over.h"
#include "core/sched/in_place.h"
#include "core/sched/pending.h"
#include "core/sched/suspended.h"
#include "core/sched/waiting.h"
#include "core/sched/watched.h"
#include "core/task/dependences.h"
#include "platform/clock.h"
#include "platform/thread.h"

namespace xomp::sched {

bool needs_no_dependences(const Worker& me, const Task* t) {
  return !me.thread->defers && !t->has(task::kDetachable) && team_is_quiescent(*me.thread->team);
}

namespace {

// With so many unfinished children for each thread a task works on them before it creates more. They are so many that
// each thread finds some that do not wait for one another, and few enough for the caches, as each takes about half a
// kilobyte. While threads request work all the same, the limit is kMany.
constexpr std::int32_t kManyForOne = 256;
constexpr std::int32_t kMany = 4096;

bool has_many(Worker& me) {
  const std::int32_t n = me.current->children();
  if (n < kManyForOne || n >= kMany) [[likely]]
    return n >= kMany;
  return n >= kManyForOne * me.thread->team->size && !policy->is_requested(me);
}

// Runs one task that became ready when another one ended. Returns whether there was one.
bool work_on_one(Worker& me) {
  Task* const t = policy->next_task(me, Allowed::descendants);
  if (t == nullptr) return false;
  if (t->has(task::kDependent) && t->dependences->follows) {
    const OnTop on_top(me);
    execute(me, t);
    policy->share(me, Going::leaving_ready);
    return true;
  }
  spill(*me.thread->team, t);
  return false;
}

// Waits until fewer than most_children are unfinished, or one was worked on here, or the producer has waited long enough.
class Throttle final : public Waiter {
 public:
  explicit Throttle(Worker& me)
      : Waiter(Allowed::none, Wait::tasks, Awaited::other),
        self_(me.current),
        seen_(self_->children()),
        since_(platform::now_ns()) {}

  bool is_over(Worker& me) override {
    if (has_worked_) return true;
    take_returned(me);
    std::int32_t& most = me.thread->most_children;
    const std::uint64_t now = platform::now_ns();
    if (self_->children() < seen_) {
      seen_ = self_->children();
      since_ = now;
    } else if (now - since_ > longest_ns(me)) {
      most = most < INT32_MAX / 2 ? most * 2 : INT32_MAX;
    }
    return self_->children() < most;
  }
  bool run_other_work(Worker& me) override {
    for (int i = 0; i < 64; ++i) platform::cpu_relax();  // a look takes the line of the threads that work
    has_worked_ = work_on_one(me);
    return has_worked_;
  }
  void sleep(Worker&, TimedWait&) override { platform::yield_processor(); }

 private:
  static constexpr std::uint64_t kLongest_ns = 200'000;
  static constexpr std::uint64_t kLongestForEach_ns = 32;  // unfinished task: less than it took to create

  std::uint64_t longest_ns(const Worker& me) const {
    const bool others_have_some = !me.thread->team->shared.looks_empty();
    return kLongest_ns + (others_have_some ? kLongestForEach_ns * static_cast<std::uint64_t>(self_->children()) : 0);
  }

  Task* const self_;
  std::int32_t seen_;
  std::uint64_t since_;
  bool has_worked_ = false;
};

[[gnu::noinline]] void throttle(Worker& me) {
  take_returned(me);
  if (!has_many(me) || work_on_one(me) || me.current->children() < me.thread->most_children) return;
  Throttle waiter(me);
  wait(me, waiter);
}

// Called when there was no memory for the task's place in the graph. So the task runs where no order can be missed:
// after all older siblings, before the generating task goes on. Then the table may forget all that it knows.
[[gnu::noinline, gnu::cold]] void run_between_siblings(Worker& me, Task* t, task::DependenceBuilder& builder) {
  builder.abandon();
  taskwait(me);
  if (me.current->has(task::kHasTable)) task::forget_siblings(me.pool, me.current);
  t->clear(task::kKnown);  // run_undeferred publishes it again where it has to
  t->set(task::kUndeferred);
  run_undeferred(me, t);
}

// [LIVE-1] A predecessor may end meanwhile. Then there is nothing to report.
[[gnu::noinline, gnu::cold]] void report_dependences(Task* t, const task::DependenceBuilder& builder) {
  builder.for_each_predecessor(
      [](Task* source, void* sink) {
        if (!source->has(task::kWatched | task::kHasRecord) || !source->record->try_pin()) return;
        trace::report<ompt_callback_task_dependence_t>(ompt_callback_task_dependence, &source->record->word,
                                                       &static_cast<Task*>(sink)->record->word);
        source->record->unpin();
      },
      t);
}

}  // namespace

void submit_dependent(Worker& me, Task* t, task::DependenceBuilder& builder) {
  if (builder.has_failed()) [[unlikely]]
    return run_between_siblings(me, t, builder);
  const std::uint32_t flags = t->flags.load(relaxed);  // its own, so far
  if ((flags & (task::kWatched | task::kUndeferred)) != 0 || me.current->has(task::kFinal)) [[unlikely]] {
    if ((flags & task::kWatched) != 0) report_dependences(t, builder);
    if ((flags & task::kUndeferred) != 0 || me.current->has(task::kFinal)) {
      t->set(task::kUndeferred);       // make_ready sets handshake, its last access, and wakes this thread
      t->handshake.store(0, relaxed);  // published by finish()
      if (!builder.finish()) wait_until(me, Awaited::predecessors, [t] { return t->handshake.load(acquire) != 0; });
      return run_undeferred(me, t);
    }
  }
  const std::uint32_t size_class = flags & task::kSizeClass;
  if (lists_tasks) [[unlikely]]
    list(me, t);
  // Counted before finish(), because afterwards another thread may run the task.
  count_created(me, t);
  count_deferred(me);
  if (builder.finish()) {
    const bool runs_at_once = !me.thread->defers || has_many(me);
    if ((runs_at_once && !t->has(task::kDetachable)) || starts_alone(me, t)) {
      const OnTop on_top(me);
      execute(me, t);
      return share_rest(me);
    }
    make_ready(me, *t, ReadyQueue::own);
  } else {
    policy->share(me, Going::on);  // a thief must not wait for the next task that is ready
  }
  if (is_many(*me.thread->team)) {
    take_some_returned(me);
    task::prefetch_next(me.pool, size_class);
  }
  if (has_many(me)) [[unlikely]] {
    throttle(me);
    share_rest(me);
  }
}

}  // namespace xomp::sched
