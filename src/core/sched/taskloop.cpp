// Cutting a loop into tasks.
#include "core/sched/taskloop.h"

#include <algorithm>
#include <cstring>

#include "core/sched/finish.h"
#include "core/sched/in_place.h"
#include "core/sched/taskgraph.h"
#include "core/sched/waiting.h"
#include "core/sched/watched.h"
#include "core/task/taskgroup.h"
#include "platform/clock.h"

namespace xomp::sched {

namespace {

constexpr std::uint64_t kPiece = 32;
constexpr std::uint64_t kPiecesPerThread = 32;  // at least, where the engine chooses how many iterations a task has
constexpr std::uint64_t kTasksPerThread =
    10;  // as the usual runtimes; more would cost programs with heavy firstprivates

using Request = atomic<std::uint32_t>;
constexpr Request kNeverRequested{0};

struct Splitter {
  Taskloop* loop;
  std::uint64_t begin, end;
};

void release(Worker& me, Taskloop* loop) {
  if (loop->users.fetch_sub(1, acq_rel) != 1) return;  // the last one comes after all others' uses
  if (loop->dispose != nullptr) loop->dispose(me, *loop);
  discard(me, task::task_of(loop));
}

void split(std::int32_t id, void* data);

void hand_over(Worker& me, Taskloop& loop, std::uint64_t begin, std::uint64_t end, bool quietly) {
  // The task must run also when the loop is cancelled, because it calls release(). The loop's tasks are discarded one
  // by one.
  Task* t = create_task(me, sizeof(Splitter), loop.splitter_flags | task::kMustRun);
  t->body = reinterpret_cast<void*>(&split);
  t->data = task::data_of(t);
  t->priority = loop.priority;
  *static_cast<Splitter*>(t->data) = {&loop, begin, end};
  loop.users.fetch_add(1, relaxed);  // the caller's own use keeps it alive here
  if (quietly) submit_quietly(me, t);
  else submit(me, t);
}

// Runs tasks of the range here and now. Returns the number of the next one.
std::uint64_t run_at_once(Worker& me, Taskloop& loop, TaskRange range, const Patience& patience) {
  if (loop.run_at_once != nullptr) return loop.run_at_once(me, loop, range, patience);
  do {
    Task* const t = loop.make(me, loop, range.begin);
    if (is_simple_in_place(me, t)) run_undeferred(me, t);
    else submit(me, t);
  } while (++range.begin < range.end && !patience.is_over());
  return range.begin;
}

// How many tasks of a range run before its thread looks again at what waits for thieves, how many it may keep to itself, and whether
// it serves thieves yet. A look costs some nanoseconds. To share a range costs about a microsecond on both sides, so a shorter one is
// not shared.
class Pace {
 public:
  Pace(const Taskloop& loop, bool is_starter)
      : tasks_(loop.pace.load(relaxed)),               // hint
        per_kilo_(loop.ticks_per_kilo.load(relaxed)),  // hint
        now_(platform::ticks()),
        shares_from_(is_starter ? loop.shares_from : 0) {}

  // So many last a few microseconds. A theft is seen at a look only.
  std::uint64_t tasks() const { return tasks_; }
  // A task that lasts long holds up what its thread keeps. So a thread keeps none beside a task that may be long.
  std::uint64_t kept() const {
    if (is_early()) return UINT64_MAX;
    return tasks_ == 1 ? 1 : kStretches * tasks_;
  }
  bool is_early() const { return now_ < shares_from_; }
  // Says whether so many tasks, if they are like the last ones, are done sooner than shared.
  bool are_short(std::uint64_t tasks) const {
    return per_kilo_ != 0 && tasks < kKilo * kWorthSharing * platform::ticks_of_a_microsecond() / per_kilo_;
  }
  // When the thread serves thieves again that asks meanwhile. `short_range`: it has reason to hope that nothing will be left by then.
  std::uint64_t serves_from(bool short_range) const {
    return short_range ? now_ + 2 * kWorthSharing * platform::ticks_of_a_microsecond() : shares_from_;
  }
  void begin() { now_ = platform::ticks(); }
  void end(std::uint64_t ran) {
    const std::uint64_t began = now_;
    now_ = platform::ticks();
    const std::uint64_t usual = kUsual * platform::ticks_of_a_microsecond();
    if (now_ - began > 2 * usual) tasks_ = (tasks_ + 3) / 4;
    else if (now_ - began < usual / 2 && tasks_ < kMost) tasks_ *= now_ - began < usual / (2 * kGrowth) ? kGrowth : 2;
    per_kilo_ = std::max((now_ - began) * kKilo / ran, std::uint64_t{1});
  }
  void tell(Taskloop& loop) const {
    if (tasks_ != loop.pace.load(relaxed)) loop.pace.store(tasks_, relaxed);  // hints
    loop.ticks_per_kilo.store(per_kilo_, relaxed);
  }

 private:
  static constexpr std::uint64_t kUsual = 4, kWorthSharing = 1;  // microseconds
  static constexpr std::uint64_t kGrowth = 8;
  static constexpr std::uint64_t kStretches = 8;
  static constexpr std::uint64_t kKilo = 1024;
  // An empty loop of clang's may have 2^64 - 5 iterations, which do nothing. It ends soon.
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 56;

  std::uint64_t tasks_;
  std::uint64_t per_kilo_;  // ticks that so many tasks took lately; 0 = none has run
  std::uint64_t now_;
  std::uint64_t shares_from_;
};

// Runs the tasks [begin, end), and hands over what the thread may not keep. Half of the rest is handed over also if no
// other task waits for thieves, or a thief asks.
void run_range(Worker& me, Taskloop& loop, std::uint64_t begin, std::uint64_t end) {
  Pace pace(loop, loop.starter == me.id);
  const Request& request = *me.thread->requested;
  while (begin != end) {
    const bool is_early = pace.is_early(), is_short = pace.are_short(end - begin);
    const auto hand_over_half = [&] {
      const std::uint64_t middle = end - (end - begin) / 2;
      hand_over(me, loop, middle, end, is_early);
      end = middle;
    };
    while (!is_short && end - begin > pace.kept()) hand_over_half();
    const bool is_asked = !is_early && request.load(relaxed) != 0;  // hint
    if (!is_short && end - begin > 1 && (is_asked || policy->grant_range(me) == Grant::none)) hand_over_half();
    const std::uint64_t most = std::min(end - begin, pace.tasks());
    pace.begin();
    const std::uint64_t next =
        run_at_once(me, loop, {begin, begin + most, loop.most_together}, {request, pace.serves_from(is_short)});
    pace.end(next - begin);
    begin = next;
  }
  pace.tell(loop);
}

// Does so where the policy cannot tell what waits: cuts the range into pieces, and hands over each task.
void create_all(Worker& me, Taskloop& loop, std::uint64_t begin, std::uint64_t end) {
  while (end - begin > kPiece) {
    const std::uint64_t middle = begin + (end - begin) / 2;
    hand_over(me, loop, middle, end, false);
    end = middle;
  }
  while (begin != end) submit(me, loop.make(me, loop, begin++));
}

bool has_ranges() { return policy->tells_backlog && usual_depth() != kNeverDeep; }

void split(std::int32_t id, void* data) {
  Worker& me = *workers[id];
  const Splitter part = *static_cast<Splitter*>(data);
  if (has_ranges()) run_range(me, *part.loop, part.begin, part.end);
  else create_all(me, *part.loop, part.begin, part.end);
  taskwait(me);
  release(me, part.loop);
}

// Runs the loop, or hands over what is left of it. The tasks of the thread's last loop say whether this one may be too short to
// share. But its own tasks may be longer. Where there is a thread for each task, none is kept: they may wait for one another.
void begin_loop(Worker& me, Taskloop& loop) {
  const auto threads = static_cast<std::uint64_t>(me.thread->team->size);
  if (!has_ranges() || loop.shape.tasks <= threads) return create_all(me, loop, 0, loop.shape.tasks);
  loop.starter = me.id;
  if (me.had_short_loop) loop.shares_from = platform::ticks() + platform::ticks_of_a_microsecond();
  run_range(me, loop, 0, loop.shape.tasks);
  me.had_short_loop = loop.pace.load(relaxed) > 1;  // hint
}

// If the program leaves that open, the loop is a range of iterations. A task has as many of them as fit the pace. But some
// may last much longer than those before. So a task has no more than a small part of a thread's share.
void choose_grain(Worker& me, Taskloop& loop) {
  loop.most_together = 1;
  if (!loop.shape.is_free || loop.run_at_once == nullptr || !has_ranges()) return;
  const std::uint64_t trip = loop.shape.trip;
  loop.shape = shape_by_tasks(trip, trip);
  loop.most_together = trip / (kPiecesPerThread * static_cast<std::uint64_t>(me.thread->team->size)) + 1;
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
  TaskloopShape shape = shape_by_tasks(trip, threads > 1 ? kTasksPerThread * static_cast<std::uint64_t>(threads) : 1);
  shape.is_free = true;
  return shape;
}

Taskloop* make_taskloop(Worker& me, std::size_t bytes) {
  Taskloop* loop = static_cast<Taskloop*>(task::data_of(create_task(me, bytes, 0)));
  std::memset(static_cast<void*>(loop), 0, bytes);
  loop->users.store(1, relaxed);  // not yet shared
  loop->pace.store(1, relaxed);   // as before
  return loop;
}

// A recorded region makes all of the loop's tasks itself.
[[gnu::noinline, gnu::cold]] static void create_recorded(Worker& me, Taskloop& loop, bool undeferred) {
  for (std::uint64_t i = 0; i < loop.shape.tasks; ++i) {
    if (undeferred) record_undeferred(me);
    submit(me, loop.make(me, loop, i));
  }
}

void run_taskloop(Worker& me, Taskloop* loop) {
  const bool demands = loop->undeferred;
  loop->undeferred = loop->undeferred || !me.thread->defers || me.current->has(task::kFinal);
  if (me.current->has(task::kWatched)) [[unlikely]] {
    create_watched(me, *loop, demands);
  } else if (is_recorded(me)) {
    create_recorded(me, *loop, demands);
  } else if (loop->undeferred && loop->run_at_once != nullptr) {
    loop->run_at_once(me, *loop, {0, loop->shape.tasks, 1}, {kNeverRequested, 0});
  } else if (loop->undeferred || loop->copies_at_once) {
    create_one_by_one(me, *loop, [](Task*, std::uint64_t) {});
  } else {
    choose_grain(me, *loop);
    begin_loop(me, *loop);
  }
  release(me, loop);
}

}  // namespace xomp::sched
