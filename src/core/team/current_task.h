// What the calling task has and changes by calls: its allocator, the values that kmp_set_defaults names, the identity
// of a lock's owner. The ABIs call it, from any thread.
#pragma once

#include "core/icv/environment.h"
#include "core/memory/allocator.h"
#include "core/sched/spawn.h"
#include "core/sync/nest_lock.h"
#include "core/team/roots.h"
#include "core/team/team.h"

namespace xomp::team {

// --- def-allocator-var ---

inline memory::Handle default_allocator() { return icv_of(self()).default_allocator; }

// kNullAllocator means omp_default_mem_alloc again.
inline void set_default_allocator(memory::Handle handle) {
  if (handle == memory::kNullAllocator) handle = memory::kDefaultAllocator;
  Worker& me = self();
  change_icv(me, [handle](icv::TaskIcv& icv) { icv.default_allocator = handle; });
}

inline memory::Handle or_default(memory::Handle handle) {
  return handle == memory::kNullAllocator ? default_allocator() : handle;
}

// --- nest locks ---

// The identity under which the calling task holds nest locks (OpenMP 5.2: the owner is the task region).
inline sync::NestOwner current_owner() {
  Worker& me = self();
  if (me.current->has(task::kOnStack)) sched::make_known(me);  // or it would move while it holds the lock
  return sync::NestOwner(me.current);
}

// --- kmp_set_defaults ---

// Changes what the environment has set. Roots that come later start with the new values. The calling task takes those
// values that have changed.
inline void change_defaults(Worker& me, const char* settings) {
  const icv::TaskIcv before = icv::initial;
  icv::change_from(settings);
  const auto take = [&](auto... fields) {
    change_icv(me, [&](icv::TaskIcv& icv) {
      const auto take_one = [&](auto field) {
        if (icv::initial.*field != before.*field) icv.*field = icv::initial.*field;
      };
      (take_one(fields), ...);
    });
  };
  using icv::TaskIcv;
  take(&TaskIcv::nthreads, &TaskIcv::nthreads_asked, &TaskIcv::dynamic, &TaskIcv::bind, &TaskIcv::max_active_levels,
       &TaskIcv::run_schedule, &TaskIcv::thread_limit, &TaskIcv::default_device, &TaskIcv::default_allocator);
}

}  // namespace xomp::team
