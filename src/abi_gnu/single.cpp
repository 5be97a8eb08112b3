// GOMP_single_*, and the entry of scope. Called by each thread of the team.
#include "abi_gnu/loop.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;

namespace {

// A tool hears of the barrier between the copy's two ends as the runtime's own.
api::Passage pass(api::Worker& me, api::Call from) {
  if (!api::is_watched()) [[likely]]
    return api::pass_barrier(me);
  const api::Passage passage = api::watched_barrier(me, from, ompt_sync_region_barrier_implementation);
  team::thread_of(me).seen_work.ends_late = true;  // compiled code has one more
  return passage;
}

}  // namespace

XOMP_EXPORT bool GOMP_single_start() {
  api::Worker& me = api::self();
  const bool executes = api::win_single(me);
  if (api::is_watched()) [[unlikely]]
    return api::watch_single(me, executes, api::here().address, true);
  return executes;
}

// Returns nullptr if the caller must execute the region and then call _end; the others get here what it passes there.
// The compiled code has a barrier after it, so the executing thread's data stay until all have copied.
XOMP_EXPORT void* GOMP_single_copy_start() {
  api::Worker& me = api::self();
  const bool executes = api::win_single(me);
  if (api::is_watched()) [[unlikely]]
    api::watch_single(me, executes, api::here().address, true);
  if (executes) return nullptr;
  const api::Passage passage = pass(me, api::here());
  void* const source = api::copied_data(me);
  // If the region is cancelled, the thread that has the data may not have come. So there is nothing to copy from.
  return passage == api::Passage::complete ? source : nullptr;
}

XOMP_EXPORT void GOMP_single_copy_end(void* data) {
  api::Worker& me = api::self();
  api::publish_copy(me, data);
  if (api::is_watched()) [[unlikely]]
    api::end_work(me, api::here().address);
  pass(me, api::here());
  api::copied_data(me);  // counts the construct
}

// scope with task reductions: a construct that all threads share, without anything to divide.
XOMP_EXPORT void GOMP_scope_start(std::uintptr_t* reductions) {
  if (reductions == nullptr) return;
  api::Worker& me = api::self();
  LoopParameters nothing;
  nothing.schedule = &api::schedules::blocks;
  nothing.keeps_record = true;
  api::begin_loop(me, nothing);
  begin_task_reductions(me, reductions);
}
