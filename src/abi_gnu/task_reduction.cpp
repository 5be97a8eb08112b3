// The GOMP entries for task reductions. The compiler describes a construct's reductions in an array of words on the stack. The runtime
// provides one zeroed slot for each thread, and compiled code initialises and combines the slots.
#include "abi_gnu/task_reduction.h"

#include <cstddef>

#include "abi_gnu/region.h"
#include "core/api/loop.h"
#include "core/api/region.h"
#include "core/api/task.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;
using sched::Worker;

namespace {

// These are the positions of words in the array. Compiled code also looks at the word kStorage, so that is defined where other files find
// it.
constexpr int kCount = 0, kStride = 1, kNext = 4, kEnd = 6, kItems = 7, kItemWords = 3;

std::uintptr_t* next_array(const std::uintptr_t* array) { return reinterpret_cast<std::uintptr_t*>(array[kNext]); }

task::ReductionStorage storage_of(const std::uintptr_t* array) {
  const std::size_t bytes = array[kEnd] - array[kStorage];
  return {reinterpret_cast<char*>(array[kStorage]), array[kStride], static_cast<std::int32_t>(bytes / array[kStride])};
}

void give_storage(std::uintptr_t* array, int threads) {
  for (; array != nullptr; array = next_array(array)) {
    const task::ReductionStorage storage = task::make_storage(array[kStride], threads);
    array[kStorage] = reinterpret_cast<std::uintptr_t>(storage.base);
    array[kEnd] = reinterpret_cast<std::uintptr_t>(storage.end());
  }
}

void take_storage(std::uintptr_t* array, const std::uintptr_t* from) {
  for (; array != nullptr && from != nullptr; array = next_array(array), from = next_array(from)) {
    array[kStorage] = from[kStorage];
    array[kEnd] = from[kEnd];
  }
}

// Makes the array's variables known to the tasks of the group.
void attach(task::Taskgroup& group, const std::uintptr_t* array) {
  for (; array != nullptr; array = next_array(array)) {
    const auto count = static_cast<std::int32_t>(array[kCount]);
    task::TaskReductions* r = task::attach_reductions(group, count);
    r->combining = task::Combining::by_compiled_code;
    r->storage = storage_of(array);
    for (std::int32_t i = 0; i < count; ++i) {
      const std::uintptr_t* item = array + kItems + std::ptrdiff_t{kItemWords} * i;
      r->items[i].shared = reinterpret_cast<void*>(item[0]);
      r->items[i].offset = item[1];
    }
  }
}

void free_arrays(const std::uintptr_t* array) {
  for (; array != nullptr; array = next_array(array))
    if (array[kStorage] != 0) task::free_storage(storage_of(array));
}

// --- parallel with reduction(task, ...): all threads share the encountering thread's array ---

struct ReducingRegion {
  Body body;
  void* data;  // its first word is the array
  api::Handout array;
  unsigned threads;  // how many the team has; written by the primary
};

void invoke_reducing(Worker& me, const api::Region& region) {
  auto& shared = *static_cast<ReducingRegion*>(region.data);
  auto* array = *static_cast<std::uintptr_t**>(shared.data);
  if (shared.array.try_claim()) {
    give_storage(array, api::team_size(me));
    shared.array.publish(array);
  } else {
    api::wait_for(me, shared.array);
  }
  if (api::is_primary(me)) shared.threads = static_cast<unsigned>(api::team_size(me));
  attach(team::begin_construct_group(me, team::ReducingConstruct::parallel), array);
  if (me.thread->implicit.has(task::kWatched)) [[unlikely]]
    api::run_in_frame(me, [&](void**) { shared.body(shared.data); });
  else shared.body(shared.data);
  sched::end_taskgroup(me);
}

}  // namespace

namespace xomp::abi_gnu {

void register_reductions(Worker& me, std::uintptr_t* array) {
  if (me.current->taskgroup == nullptr) return;
  give_storage(array, api::team_size(me));
  attach(*me.current->taskgroup, array);
}

// Begins the task reductions of a worksharing construct. Each thread has an array of its own, but all use the storage that the first thread
// makes.
void begin_task_reductions(Worker& me, std::uintptr_t* array) {
  api::Handout* const handout = api::reductions_handout(me);
  if (handout == nullptr || handout->try_claim()) {
    give_storage(array, api::team_size(me));
    if (handout != nullptr) handout->publish(array);
  } else {
    take_storage(array, static_cast<std::uintptr_t*>(api::wait_for(me, *handout)));
  }
  attach(team::begin_construct_group(me, team::ReducingConstruct::worksharing), array);
}

}  // namespace xomp::abi_gnu

XOMP_EXPORT void GOMP_taskgroup_reduction_register(std::uintptr_t* array) { register_reductions(api::self(), array); }

// Called after compiled code has combined the slots.
XOMP_EXPORT void GOMP_taskgroup_reduction_unregister(std::uintptr_t* array) { free_arrays(array); }

// Replaces each of the first `count` pointers, which name variables, by the place of the executing thread's copy. For the first `originals`
// of them it writes the variable's own place behind the `count` pointers.
XOMP_EXPORT void GOMP_task_reduction_remap(std::size_t count, std::size_t originals, void** pointers) {
  Worker& me = api::self();
  for (std::size_t i = 0; i < count; ++i) {
    const task::PrivateCopy copy = team::find_private_copy(me, me.current->taskgroup, pointers[i]);
    pointers[i] = copy.place;
    if (i < originals) pointers[count + i] = copy.shared;
  }
}

XOMP_EXPORT void GOMP_workshare_task_reduction_unregister(bool cancelled) {
  Worker& me = api::self();
  team::end_combined_construct(me);
  if (!cancelled) pass_barrier(me, ompt_sync_region_barrier_implicit_workshare, api::here());
}

XOMP_EXPORT unsigned GOMP_parallel_reductions(Body body, void* data, unsigned threads, unsigned flags) {
  Worker& me = api::self();
  ReducingRegion shared{body, data, {}, 1};
  run_region(me, {invoke_reducing, nullptr, &shared, nullptr, 0}, request_of(threads, flags), api::here());
  return shared.threads;
}
