// The __kmpc entries for taskloops. The compiler hands over a pattern, and each task is a copy of it with bounds of its own. Code that
// clang generated calls them, from threads of a team or from others.
#include <cstddef>
#include <cstring>

#include "abi_llvm/place.h"
#include "abi_llvm/task_block.h"
#include "abi_llvm/types.h"
#include "core/api/watch.h"
#include "platform/cpu.h"

using namespace xomp;
using namespace xomp::abi_llvm;
using sched::Taskloop;
using sched::Worker;
using task::Task;

namespace {

using Duplicate = void (*)(void* to, void* from, std::int32_t last);

struct PatternLoop : Taskloop {
  Task* pattern;
  std::size_t bytes;               // the size of the pattern's block
  std::size_t lower_at, upper_at;  // where in the block the bounds are
  std::uint64_t lower;
  std::int64_t stride;
  Duplicate duplicate;
};

std::uint64_t& word_at(void* block, std::size_t offset) {
  return *reinterpret_cast<std::uint64_t*>(static_cast<char*>(block) + offset);
}

std::uint32_t flags_of_each(const PatternLoop& loop) {
  return loop.pattern->flags.load(relaxed) & ~std::uint32_t{task::kSizeClass};  // nobody writes them any more
}

// Makes `to` the block of the tasks [first, next).
void copy_block(KmpTask* to, const PatternLoop& loop, std::uint64_t first, std::uint64_t next) {
  auto* from = static_cast<KmpTask*>(task::data_of(loop.pattern));
  std::memcpy(static_cast<void*>(to), from, loop.bytes);
  if (from->shareds != nullptr)
    to->shareds = reinterpret_cast<char*>(to) + (static_cast<char*>(from->shareds) - reinterpret_cast<char*>(from));
  const auto stride = static_cast<std::uint64_t>(loop.stride);
  word_at(to, loop.lower_at) = loop.lower + loop.shape.begin(first) * stride;
  word_at(to, loop.upper_at) = loop.lower + (loop.shape.end(next - 1) - 1) * stride;
}

Task* make_copy(Worker& me, Taskloop& base, std::uint64_t number) {
  auto& loop = static_cast<PatternLoop&>(base);
  Task* const pattern = loop.pattern;
  Task* t = sched::create_task(me, loop.bytes, flags_of_each(loop));
  auto* from = static_cast<KmpTask*>(task::data_of(pattern));
  auto* to = static_cast<KmpTask*>(task::data_of(t));
  copy_block(to, loop, number, number + 1);
  t->body = reinterpret_cast<void*>(from->routine);
  t->data = to;
  if (t->has(task::kThunk)) t->thunk = pattern->thunk;
  if (t->has(task::kPriority)) t->priority = pattern->priority;
  if (loop.duplicate != nullptr) loop.duplicate(to, from, number + 1 == loop.shape.tasks);
  return t;
}

struct Body {
  KmpTask* block;
  std::int32_t id;
};

void call_routine(void* data) {
  const Body& body = *static_cast<Body*>(data);
  body.block->routine(body.id, body.block);
}

// Says whether run_at_once() may run the loop's tasks.
bool are_plain(const PatternLoop& loop) {
  return loop.duplicate == nullptr && flags_of_each(loop) == 0 && loop.bytes <= sched::kMostOnStack;
}

// Runs plain tasks at once, one after the other in one block.
std::uint64_t run_at_once(Worker& me, Taskloop& base, sched::TaskRange range, const sched::Patience& patience) {
  const auto& loop = static_cast<PatternLoop&>(base);
  alignas(KmpTask) alignas(std::max_align_t) char memory[sched::kMostOnStack];
  Body body{reinterpret_cast<KmpTask*>(memory), me.id};
  do {
    const std::uint64_t next = range.after(range.begin);
    copy_block(body.block, loop, range.begin, next);  // anew for each, because the body may change what is in it
    range.begin = next;
    sched::run_on_stack(me, call_routine, &body, platform::stack_address() >= me.look_below);
  } while (range.begin < range.end && !patience.is_over());
  return range.begin;
}

void drop_pattern(Worker& me, Task* pattern) {
  if (pattern->has(task::kThunk)) pattern->thunk(me.id, pattern);
  sched::discard(me, pattern);
}

void dispose(Worker& me, Taskloop& loop) { drop_pattern(me, static_cast<PatternLoop&>(loop).pattern); }

std::uint64_t trip_count(std::uint64_t lower, std::uint64_t upper, std::int64_t stride) {
  if (stride == 1) return upper - lower + 1;
  if (stride < 0) return (lower - upper) / (std::uint64_t{0} - static_cast<std::uint64_t>(stride)) + 1;
  return (upper - lower) / static_cast<std::uint64_t>(stride) + 1;
}

enum class Grouping : std::int32_t { none, grainsize, num_tasks };

sched::TaskloopShape shape_of(Worker& me, std::uint64_t trip, Grouping grouping, std::uint64_t value, bool strict) {
  switch (grouping) {
    case Grouping::grainsize:
      return strict ? sched::shape_by_strict_grain(trip, value) : sched::shape_by_grain(trip, value);
    case Grouping::num_tasks: return sched::shape_by_tasks(trip, value);
    default: return sched::shape_by_default(trip, me.thread->team->size);
  }
}

// The arguments that the compiler passes. `lower` and `upper` point into the pattern's block; `upper` is inclusive.
struct Arguments {
  KmpTask* block;
  bool deferred;
  std::uint64_t* lower;
  std::uint64_t* upper;
  std::int64_t stride;
  sched::TaskloopShape shape;
  void* duplicate;
};

void run(Worker& me, const Arguments& a) {
  Task* const pattern = task_of(a.block);
  read_priority(pattern);
  auto* loop = static_cast<PatternLoop*>(sched::make_taskloop(me, sizeof(PatternLoop)));
  loop->make = make_copy;
  loop->dispose = dispose;
  loop->shape = a.shape;
  loop->undeferred = !a.deferred;
  loop->splitter_flags = pattern->flags.load(relaxed) & task::kPriority;
  loop->priority = pattern->priority;
  loop->pattern = pattern;
  loop->bytes =
      task::DescriptorPool::bytes_of(pattern, pattern->flags.load(relaxed) & task::kSizeClass) - task::kHeaderBytes;
  const auto offset_of = [&a](std::uint64_t* word) {
    return static_cast<std::size_t>(reinterpret_cast<char*>(word) - reinterpret_cast<char*>(a.block));
  };
  loop->lower_at = offset_of(a.lower);
  loop->upper_at = offset_of(a.upper);
  loop->lower = *a.lower;
  loop->stride = a.stride;
  loop->duplicate = reinterpret_cast<Duplicate>(a.duplicate);
  if (are_plain(*loop)) loop->run_at_once = run_at_once;
  sched::run_taskloop(me, loop);
}

void taskloop(const Ident* loc, Worker& me, const Arguments& a, std::uint64_t trip, bool nogroup, api::Call from) {
  if (api::is_task_watched(me)) [[unlikely]]
    note_place(loc, from.address);
  if (make_loop_opaque(me, task_of(a.block))) nogroup = false;
  const auto divide = [&] {
    if (trip == 0) drop_pattern(me, task_of(a.block));
    else run(me, a);
  };
  api::taskloop(me, trip, nogroup, divide, from);
}

}  // namespace

XOMP_EXPORT void __kmpc_taskloop_5(Ident* loc, std::int32_t id, KmpTask* block, std::int32_t deferred,
                                   std::uint64_t* lower, std::uint64_t* upper, std::int64_t stride,
                                   std::int32_t nogroup, std::int32_t grouping, std::uint64_t value,
                                   std::int32_t modifier, void* duplicate) {
  Worker& me = team::worker_of(id);
  const std::uint64_t trip = trip_count(*lower, *upper, stride);
  const auto shape = shape_of(me, trip, static_cast<Grouping>(grouping), value, modifier != 0);
  taskloop(loc, me, {block, deferred != 0, lower, upper, stride, shape, duplicate}, trip, nogroup != 0, api::here());
}

XOMP_EXPORT void __kmpc_taskloop(Ident* loc, std::int32_t id, KmpTask* block, std::int32_t deferred,
                                 std::uint64_t* lower, std::uint64_t* upper, std::int64_t stride, std::int32_t nogroup,
                                 std::int32_t grouping, std::uint64_t value, void* duplicate) {
  Worker& me = team::worker_of(id);
  const std::uint64_t trip = trip_count(*lower, *upper, stride);
  const auto shape = shape_of(me, trip, static_cast<Grouping>(grouping), value, false);
  taskloop(loc, me, {block, deferred != 0, lower, upper, stride, shape, duplicate}, trip, nogroup != 0, api::here());
}
