// The __kmpc entries for task reductions. The runtime makes, combines and finishes the private copies. Code that clang generated calls the
// entries, from threads of a team or from others.
#include "abi_llvm/types.h"
#include "core/api/region.h"
#include "core/api/task.h"

using namespace xomp;
using namespace xomp::abi_llvm;
using sched::Worker;

namespace {

// Input is the compiler's record of one variable. OldInput is that of compilers up to clang 9, which have no `original`.
struct Input {
  void* shared;
  void* original;
  std::size_t size;
  void (*initialise)(void* copy, void* original);
  void (*finish)(void* copy);
  void (*combine)(void* into, void* from);
  std::uint32_t flags;
};
static_assert(sizeof(Input) == 56);

struct OldInput {
  void* shared;
  std::size_t size;
  void (*initialise)(void* copy);
  void (*finish)(void* copy);
  void (*combine)(void* into, void* from);
  std::uint32_t flags;
};
static_assert(sizeof(OldInput) == 48);

task::ReductionItem item_of(const Input& in) {
  return {in.shared, in.original, 0, in.size, in.initialise, in.finish, in.combine};
}

// The old function has one argument and is called with two. That is safe, because the second goes to a register that the function does not
// read.
task::ReductionItem item_of(const OldInput& in) {
  // NOLINTNEXTLINE(bugprone-casting-through-void): gcc warns of the direct cast
  const auto initialise = reinterpret_cast<void (*)(void*, void*)>(reinterpret_cast<void*>(in.initialise));
  return {in.shared, in.shared, 0, in.size, initialise, in.finish, in.combine};
}

template <class In>
std::size_t fill(task::TaskReductions& r, const In* inputs) {
  for (std::int32_t i = 0; i < r.count; ++i) r.items[i] = item_of(inputs[i]);
  return task::lay_out(r.items, r.count);
}

template <class In>
void* begin_reductions(Worker& me, std::int32_t count, const void* inputs) {
  task::Taskgroup* const group = me.current->taskgroup;
  if (group == nullptr) return nullptr;
  task::TaskReductions* r = task::attach_reductions(*group, count);
  r->combining = task::Combining::at_group_end;
  const std::size_t stride = fill(*r, static_cast<const In*>(inputs));
  r->storage = task::make_storage(stride, api::team_size(me));
  return group;
}

team::ReducingConstruct construct_of(std::int32_t worksharing) {
  return worksharing != 0 ? team::ReducingConstruct::worksharing : team::ReducingConstruct::parallel;
}

// Begins a construct with reduction(task, ...). Each thread has a taskgroup of its own for the construct, and all share the copies.
template <class In>
void* begin_shared_reductions(Worker& me, std::int32_t worksharing, std::int32_t count, const void* inputs) {
  task::Taskgroup& group = team::begin_construct_group(me, construct_of(worksharing));
  task::TaskReductions* r = task::attach_reductions(group, count);
  r->combining = task::Combining::by_last_thread;
  const std::size_t stride = fill(*r, static_cast<const In*>(inputs));
  r->storage = team::join_construct_storage(me, construct_of(worksharing), stride);
  return &group;
}

}  // namespace

XOMP_EXPORT void* __kmpc_taskred_init(std::int32_t id, std::int32_t count, void* inputs) {
  return begin_reductions<Input>(api::worker_of(id), count, inputs);
}

XOMP_EXPORT void* __kmpc_task_reduction_init(std::int32_t id, std::int32_t count, void* inputs) {
  return begin_reductions<OldInput>(api::worker_of(id), count, inputs);
}

XOMP_EXPORT void* __kmpc_taskred_modifier_init(Ident*, std::int32_t id, std::int32_t worksharing, std::int32_t count,
                                               void* inputs) {
  return begin_shared_reductions<Input>(api::worker_of(id), worksharing, count, inputs);
}

XOMP_EXPORT void* __kmpc_task_reduction_modifier_init(Ident*, std::int32_t id, std::int32_t worksharing,
                                                      std::int32_t count, void* inputs) {
  return begin_shared_reductions<OldInput>(api::worker_of(id), worksharing, count, inputs);
}

XOMP_EXPORT void __kmpc_task_reduction_modifier_fini(Ident*, std::int32_t id, std::int32_t worksharing) {
  team::end_construct_storage(api::worker_of(id), construct_of(worksharing));
}

// Returns the executing thread's copy. If `group` is nullptr, the groups that enclose the current task are searched.
XOMP_EXPORT void* __kmpc_task_reduction_get_th_data(std::int32_t id, void* group, void* item) {
  Worker& me = api::worker_of(id);
  const auto* from = group != nullptr ? static_cast<task::Taskgroup*>(group) : me.current->taskgroup;
  return team::find_private_copy(me, from, item).place;
}
