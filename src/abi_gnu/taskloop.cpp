// The GOMP entries for taskloops. Each task gets a copy of the record, whose first two words are the task's bounds. Code that gcc generated
// calls them, from threads of a team or from others.
#include <cstring>

#include "abi_gnu/task_record.h"
#include "abi_gnu/task_reduction.h"
#include "core/api/loop.h"
#include "core/api/watch.h"
#include "platform/cpu.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;
using sched::Taskloop;
using sched::Worker;
using task::Task;

namespace {

using Ull = unsigned long long;

struct RecordLoop : Taskloop {
  TaskBody body;
  Copy copy;
  void* data;  // the record, which is the caller's or `kept`
  std::size_t bytes, alignment;
  std::uint32_t flags;  // those of each task
  Ull start, end, step;
  char kept[];  // a copy of the record, which splitters need if there is no copy function
};

// Writes the bounds of the tasks [first, next) into the record. `loop` has the loop's start, end and step.
template <class Loop>
void set_bounds(void* record, const Loop& loop, const sched::TaskloopShape& shape, std::uint64_t first,
                std::uint64_t next) {
  const Ull bounds[2] = {
      loop.start + shape.begin(first) * loop.step,
      // The last task ends where the loop does, because one step further might leave the type.
      next == shape.tasks ? loop.end : loop.start + shape.begin(next) * loop.step,
  };
  std::memcpy(record, bounds, sizeof(bounds));
}

Task* make_copy(Worker& me, Taskloop& base, std::uint64_t number) {
  auto& loop = static_cast<RecordLoop&>(base);
  Task* t = make_task(me, loop.body, loop.bytes, loop.alignment, loop.flags);
  if ((loop.flags & task::kPriority) != 0) t->priority = loop.priority;
  fill(t, loop.data, loop.copy, loop.bytes);
  set_bounds(t->data, loop, loop.shape, number, number + 1);
  return t;
}

constexpr std::size_t kAlignedOnStack = 64;

// Runs tasks at once with one copy of the record for all. Where there is no copy function, bodies only read the record.
std::uint64_t run_at_once(Worker& me, Taskloop& base, sched::TaskRange range, const sched::Patience& patience) {
  auto& loop = static_cast<RecordLoop&>(base);
  alignas(kAlignedOnStack) char record[sched::kMostOnStack];
  copy_record(record, loop.data, loop.bytes);
  do {
    const std::uint64_t next = range.after(range.begin);
    set_bounds(record, loop, loop.shape, range.begin, next);
    range.begin = next;
    sched::run_on_stack(me, loop.body, record, platform::stack_address() >= me.look_below);
  } while (range.begin < range.end && !patience.is_over());
  return range.begin;
}

sched::TaskloopShape shape_of(Worker& me, std::uint64_t trip, unsigned flags, unsigned long value) {
  if ((flags & kGrainsize) == 0)
    return value == 0 ? sched::shape_by_default(trip, me.thread->team->size) : sched::shape_by_tasks(trip, value);
  return (flags & kStrict) != 0 ? sched::shape_by_strict_grain(trip, value) : sched::shape_by_grain(trip, value);
}

// The arguments that the compiler passes.
struct Arguments {
  TaskBody body;
  void* data;
  Copy copy;
  std::size_t bytes, alignment;
  unsigned flags;
  unsigned long value;  // grainsize or number of tasks
  int priority;
  Ull start, end, step;
};

// Runs each task at once with the caller's record. Where there is no copy function, bodies only read the record.
void run_in_turn(Worker& me, const Arguments& a, const sched::TaskloopShape& shape) {
  const std::uint32_t flags = (a.flags & kFinal) != 0 ? std::uint32_t{task::kFinal} : 0;
  for (std::uint64_t i = 0; i < shape.tasks; ++i) {
    set_bounds(a.data, a, shape, i, i + 1);
    sched::run_on_stack(me, a.body, a.data, platform::stack_address() >= me.look_below, flags);
  }
}

void run(Worker& me, const Arguments& a, std::uint64_t trip) {
  const bool undeferred = (a.flags & kDeferred) == 0 || !me.thread->defers || me.current->has(task::kFinal);
  const sched::TaskloopShape shape = shape_of(me, trip, a.flags, a.value);
  if (undeferred && a.copy == nullptr && !api::is_task_watched(me) && !sched::is_recorded(me))
    return run_in_turn(me, a, shape);
  const std::size_t kept = a.copy == nullptr ? a.bytes : 0;
  auto* loop = static_cast<RecordLoop*>(sched::make_taskloop(me, sizeof(RecordLoop) + kept));
  loop->make = make_copy;
  loop->shape = shape;
  loop->undeferred = (a.flags & kDeferred) == 0;
  loop->copies_at_once = a.copy != nullptr;
  loop->body = a.body;
  loop->copy = a.copy;
  loop->data = a.data;
  loop->bytes = a.bytes;
  loop->alignment = a.alignment;
  loop->flags = (a.flags & kFinal) != 0 ? std::uint32_t{task::kFinal} : 0;
  if ((a.flags & kPriority) != 0 && a.priority > 0 && icv::global.max_task_priority > 0) {
    loop->priority = a.priority < icv::global.max_task_priority ? a.priority : icv::global.max_task_priority;
    loop->flags |= task::kPriority;
    loop->splitter_flags = task::kPriority;
  }
  if (kept != 0 && a.bytes <= sched::kMostOnStack && a.alignment <= kAlignedOnStack && loop->flags == 0)
    loop->run_at_once = run_at_once;
  loop->start = a.start;
  loop->end = a.end;
  loop->step = a.step;
  if (kept != 0) {
    std::memcpy(loop->kept, a.data, kept);
    loop->data = loop->kept;
  }
  sched::run_taskloop(me, loop);
}

void taskloop(const Arguments& a, std::uint64_t trip, api::Call from) {
  Worker& me = team::self();
  // The third word of the record is the array of the loop's reductions.
  std::uintptr_t* const reductions = (a.flags & kReduction) != 0 ? static_cast<std::uintptr_t**>(a.data)[2] : nullptr;
  if (trip == 0) {
    if (reductions != nullptr) reductions[kStorage] = 0;
    return;
  }
  const bool nogroup = (a.flags & kNogroup) != 0;
  const auto divide = [&] {
    if (reductions != nullptr && !nogroup) register_reductions(me, reductions);
    run(me, a, trip);
  };
  api::taskloop(me, trip, nogroup, divide, from);
}

}  // namespace

XOMP_EXPORT void GOMP_taskloop(TaskBody body, void* data, Copy copy, long bytes, long alignment, unsigned flags,
                               unsigned long value, int priority, long start, long end, long step) {
  const auto direction = step > 0 ? worksharing::Direction::up : worksharing::Direction::down;
  taskloop({body, data, copy, static_cast<std::size_t>(bytes), static_cast<std::size_t>(alignment), flags, value,
            priority, static_cast<Ull>(start), static_cast<Ull>(end), static_cast<Ull>(step)},
           worksharing::trip_count_before<long>(start, end, static_cast<std::uint64_t>(step), direction), api::here());
}

XOMP_EXPORT void GOMP_taskloop_ull(TaskBody body, void* data, Copy copy, long bytes, long alignment, unsigned flags,
                                   unsigned long value, int priority, Ull start, Ull end, Ull step) {
  const auto direction = (flags & kUp) != 0 ? worksharing::Direction::up : worksharing::Direction::down;
  taskloop({body, data, copy, static_cast<std::size_t>(bytes), static_cast<std::size_t>(alignment), flags, value,
            priority, start, end, step},
           worksharing::trip_count_before<Ull>(start, end, step, direction), api::here());
}
