// Handing over tasks with dependences, and not more of them than memory should hold.
#include "core/sched/scheduler.h"

#include "core/task/dependences.h"
#include "platform/clock.h"
#include "platform/thread.h"

namespace xomp::sched {

bool needs_no_dependences(const Worker& me, const Task* t) {
  return !me.thread->defers && !t->has(task::kDetachable) && team_is_quiescent(*me.thread->team);
}

namespace {

// Unfinished children of one task from which on it works before it creates more: so many that each thread finds some
// that do not wait for one another, and few enough for the caches, as each takes about half a kilobyte. Up to kMany
// where threads ask for work all the same.
constexpr std::int32_t kManyForOne = 256;
constexpr std::int32_t kMany = 4096;

bool has_many(const Worker& me) {
  const std::int32_t n = me.current->unfinished;
  if (n < kManyForOne || n >= kMany) [[likely]]
    return n >= kMany;
  return n >= kManyForOne * me.thread->team->size && !me.thread->deque.is_asked();
}

constexpr std::uint64_t kPatience_ns = 200'000;
constexpr std::uint64_t kPatienceForEach_ns = 32;  // unfinished task: less than it took to create

// THROTTLE-1: a producer with many unfinished tasks works on them, and with very many (most_children) waits until
// others
//   have ended some. Neither may hold up what only the producer can bring about:
//   - It runs a task here only if that became ready by the end of another one. One that was ready from the start may be
//     a gate that the producer is to open later; that is left to other threads, who have been asked.
//   - When nothing has ended for some time, what all wait for may come from the producer: it goes on, and does not wait
//     again before the number has doubled. So the time lost to a graph that stands still is a part of that of its
//     creation, or grows with the logarithm of its size where not even a possible gate is left to others.
bool work_on_one(Worker& me) {
  Task* const t = next_task(me, Allowed::descendants);
  if (t == nullptr) return false;
  if (t->has(task::kDependent) && t->dependences->follows) {
    execute(me, t);
    // What that made ready would wait here until the next time. Few of many threads that nap look at just this one.
    if (is_many(*me.thread->team) && me.thread->deque.private_items() != 0) me.thread->deque.ask_self();
    return true;
  }
  put_aside(*me.thread->team, t);
  return false;
}

std::uint64_t patience_of(const Worker& me) {
  const bool others_have_some = !me.thread->team->shared.looks_empty();
  return kPatience_ns +
         (others_have_some ? kPatienceForEach_ns * static_cast<std::uint64_t>(me.current->unfinished) : 0);
}

void wait_for_ends(Worker& me) {
  Task* const self = me.current;
  std::int32_t& most = me.thread->most_children;
  std::int32_t seen = self->unfinished;
  std::uint64_t since = platform::now_ns();
  while (self->unfinished >= most) {
    for (int i = 0; i < 64; ++i) platform::cpu_relax();  // a look takes the line of those who work
    if (sleep::oversubscribed()) platform::yield_processor();
    take_returned(me);
    if (work_on_one(me)) return;
    const std::uint64_t now = platform::now_ns();
    if (self->unfinished < seen) {
      seen = self->unfinished;
      since = now;
    } else if (now - since > patience_of(me)) {
      most = most < INT32_MAX / 2 ? most * 2 : INT32_MAX;
    }
  }
}

[[gnu::noinline]] void throttle(Worker& me) {
  take_returned(me);
  if (!has_many(me) || work_on_one(me)) return;
  if (me.current->unfinished >= me.thread->most_children) wait_for_ends(me);
}

}  // namespace

void submit_dependent(Worker& me, Task* t, task::DependenceBuilder& builder) {
  if (me.current->has(task::kFinal) || t->has(task::kUndeferred)) {
    t->set(task::kUndeferred);       // make_ready sets handshake, its last access, and wakes this thread
    t->handshake.store(0, relaxed);  // published by finish()
    if (!builder.finish()) wait_running_tasks_until(me, [t] { return t->handshake.load(acquire) != 0; });
    return run_undeferred(me, t);
  }
  const std::uint32_t size_class = t->flags.load(relaxed) & task::kSizeClass;  // its own, so far
  // Counted before finish(): afterwards another thread may run the task.
  count_created(me, t);
  count_deferred(me);
  if (builder.finish()) {
    const bool runs_at_once = !me.thread->defers || has_many(me);
    if ((runs_at_once && !t->has(task::kDetachable)) || starts_alone(me, t)) {
      execute(me, t);
      return share_rest(me);
    }
    make_ready(me, *t, ReadyQueue::own);
  } else {
    share_some(me);  // a thief must not wait for the next one that is ready
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
