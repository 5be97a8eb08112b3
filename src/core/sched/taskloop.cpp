// Cutting a loop into tasks.
#include "core/sched/taskloop.h"

#include <cstring>

#include "core/sched/finish.h"
#include "core/sched/in_place.h"
#include "core/sched/waiting.h"
#include "core/sched/watched.h"
#include "core/task/taskgroup.h"

namespace xomp::sched {

namespace {

constexpr std::uint64_t kLeaves = 32;
constexpr std::uint64_t kTasksPerThread =
    10;  // as the usual runtimes; more would cost programs with heavy firstprivates

struct Splitter {
  Taskloop* loop;
  std::uint64_t begin, end;
};

void release(Worker& me, Taskloop* loop) {
  if (loop->users.fetch_sub(1, acq_rel) != 1) return;  // the last one comes after all others' uses
  if (loop->dispose != nullptr) loop->dispose(me, *loop);
  discard(me, task::task_of(loop));
}

void create(Worker& me, Taskloop& loop, std::uint64_t begin, std::uint64_t end);

void split(std::int32_t id, void* data) {
  Worker& me = *workers[id];
  const Splitter part = *static_cast<Splitter*>(data);
  create(me, *part.loop, part.begin, part.end);
  taskwait(me);
  release(me, part.loop);
}

void hand_over_half(Worker& me, Taskloop& loop, std::uint64_t begin, std::uint64_t end) {
  // The task must run also when the loop is cancelled, because it calls release(). The loop's tasks are discarded one
  // by one.
  Task* t = create_task(me, sizeof(Splitter), loop.splitter_flags | task::kMustRun);
  t->body = reinterpret_cast<void*>(&split);
  t->data = task::data_of(t);
  t->priority = loop.priority;
  *static_cast<Splitter*>(t->data) = {&loop, begin, end};
  loop.users.fetch_add(1, relaxed);  // the caller's own use keeps it alive here
  submit(me, t);
}

// Runs tasks that need not be deferred. Returns the number of the next one.
std::uint64_t run_at_once(Worker& me, Taskloop& loop, std::uint64_t number, std::uint64_t end) {
  if (loop.run_at_once != nullptr) return loop.run_at_once(me, loop, number, end);
  Task* const t = loop.make(me, loop, number);
  if (is_simple_in_place(me, t)) run_undeferred(me, t);
  else submit(me, t);
  return number + 1;
}

void create(Worker& me, Taskloop& loop, std::uint64_t begin, std::uint64_t end) {
  while (end - begin > kLeaves) {
    const std::uint64_t middle = begin + (end - begin) / 2;
    hand_over_half(me, loop, middle, end);
    end = middle;
  }
  // As long as enough tasks wait for thieves and none requests more, a task may as well run at once, since it would
  // only wait.
  for (std::uint64_t i = begin; i < end;) {
    if (has_enough(me)) i = run_at_once(me, loop, i, end);
    else submit(me, loop.make(me, loop, i++));
  }
}

// Makes all tasks here; `made(t, i)` hears of each. Where a body can change what copies are made from, it runs after the last copy.
template <class Made>
void create_one_by_one(Worker& me, Taskloop& loop, Made&& made) {
  const bool runs_later = loop.undeferred && loop.copies_at_once;
  void (*const hand_over)(Worker&, Task*) = loop.undeferred ? run_undeferred : submit;
  task::Link first;
  task::Link* last = &first;
  first = nullptr;
  for (std::uint64_t i = 0; i < loop.shape.tasks; ++i) {
    Task* const t = loop.make(me, loop, i);
    made(t, i);
    if (!runs_later) {
      hand_over(me, t);
    } else {
      *last = t;
      last = &t->next;
      t->next = nullptr;
    }
  }
  for (Task* t = first; t != nullptr;) {
    Task* const next = t->next;
    run_undeferred(me, t);
    t = next;
  }
}

// For a tool: the encountering thread must make each task, so no splitter comes between.
[[gnu::noinline, gnu::cold]] void create_watched(Worker& me, Taskloop& loop, bool undeferred) {
  const Creation creation{undeferred ? int{ompt_task_undeferred} : 0, false};
  create_one_by_one(me, loop, [&](Task* t, std::uint64_t i) {
    watch_creation(me, t, creation);
    if (t->has(task::kWatched)) note_chunk(t, loop.shape.begin(i), loop.shape.end(i) - loop.shape.begin(i));
  });
}

}  // namespace

TaskloopShape shape_by_tasks(std::uint64_t trip, std::uint64_t tasks) {
  if (tasks > trip) tasks = trip;
  if (tasks == 0) tasks = 1;
  return {trip, tasks, trip / tasks, trip % tasks};
}

TaskloopShape shape_by_grain(std::uint64_t trip, std::uint64_t grain) {
  return shape_by_tasks(trip, grain == 0 ? trip : trip / grain);
}

TaskloopShape shape_by_strict_grain(std::uint64_t trip, std::uint64_t grain) {
  if (grain == 0) grain = 1;
  if (grain > trip) grain = trip;
  return {trip, trip / grain + (trip % grain != 0), grain, 0};
}

TaskloopShape shape_by_default(std::uint64_t trip, int threads) {
  return shape_by_tasks(trip, threads > 1 ? kTasksPerThread * static_cast<std::uint64_t>(threads) : 1);
}

Taskloop* make_taskloop(Worker& me, std::size_t bytes) {
  Taskloop* loop = static_cast<Taskloop*>(task::data_of(create_task(me, bytes, 0)));
  std::memset(static_cast<void*>(loop), 0, bytes);
  loop->users.store(1, relaxed);  // not yet shared
  return loop;
}

void run_taskloop(Worker& me, Taskloop* loop) {
  const bool demands = loop->undeferred;
  loop->undeferred = loop->undeferred || !me.thread->defers || me.current->has(task::kFinal);
  if (me.current->has(task::kWatched)) [[unlikely]] {
    create_watched(me, *loop, demands);
  } else if (loop->undeferred || loop->copies_at_once) {
    create_one_by_one(me, *loop, [](Task*, std::uint64_t) {});
  } else {
    create(me, *loop, 0, loop->shape.tasks);
  }
  release(me, loop);
}

}  // namespace xomp::sched
