// kmp_set_defaults: changes what the environment has set.
#pragma once

#include "core/icv/environment.h"
#include "core/team/team.h"

namespace xomp::team {

// Roots that come start with the new values. The calling task takes those that have changed.
inline void change_defaults(Worker& me, const char* settings) {
  const icv::TaskIcv before = icv::initial;
  icv::change_from(settings);
  const auto take = [&](auto... fields) {
    const auto take_one = [&](auto field) {
      if (icv::initial.*field != before.*field) writable_icv(me).*field = icv::initial.*field;
    };
    (take_one(fields), ...);
  };
  using icv::TaskIcv;
  take(&TaskIcv::nthreads, &TaskIcv::nthreads_asked, &TaskIcv::dynamic, &TaskIcv::bind, &TaskIcv::max_active_levels,
       &TaskIcv::run_schedule, &TaskIcv::thread_limit, &TaskIcv::default_device, &TaskIcv::default_allocator);
}

}  // namespace xomp::team
