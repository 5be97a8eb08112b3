// Internal control variables, for the ABIs: those of the calling task, those of the process, and their texts.
#pragma once

#include <cstddef>

#include "core/icv/icv.h"
#include "core/team/current_task.h"
#include "core/team/lifecycle.h"
#include "core/team/roots.h"
#include "core/team/team.h"

namespace xomp::api {

using icv::LibraryMode;
using icv::ProcBind;
using icv::Schedule;
using icv::ScheduleKind;
using icv::ScheduleModifier;
using icv::TaskIcv;
using icv::WaitPolicy;

// ---- the calling task's ----

using team::icv_of;
inline const TaskIcv& current_icv() { return icv_of(team::self()); }
template <class Value>
void set_current(Value TaskIcv::* field, const Value& value) {
  team::change_icv(team::self(), [&](TaskIcv& icv) { icv.*field = value; });
}

// ---- the process's; their values at the limits ----

using icv::kMaxThreads;
using icv::kSpinForever;
using icv::kSpinLearnt;
using icv::kUnlimitedLevels;
inline icv::GlobalIcv& global_icv() { return icv::global; }
// For routines that need no thread. They may be the program's first use of OpenMP, so the environment must be settled
// here.
inline icv::GlobalIcv& settled_global_icv() {
  team::settle_environment();
  return icv::global;
}
// The values with which the initial task of a thread of the program starts.
inline const TaskIcv& initial_icv() { return icv::initial; }

// ---- as texts ----

using icv::Detail;
using icv::get_affinity_format;
using icv::kAffinityFormatBytes;
using icv::set_affinity_format;
using team::change_defaults;  // kmp_set_defaults
inline void display_initial_icv(Detail detail) { icv::display(icv::initial, detail); }

}  // namespace xomp::api
