// run-sched-var: the schedule of loops with schedule(runtime).
#include <algorithm>

#include "abi_omp/names.h"
#include "core/api/icv.h"
#include "platform/message.h"

using namespace xomp;
using namespace xomp::abi_omp;
using api::Schedule;
using api::ScheduleKind;
using api::ScheduleModifier;

namespace {

constexpr std::uint32_t kMonotonic = 0x8000'0000u;  // omp_sched_monotonic

// omp_sched_t's kinds, and the one that libomp adds.
bool is_kind(std::uint32_t plain) {
  return (plain >= 1 && plain <= 4) || plain == static_cast<std::uint32_t>(ScheduleKind::trapezoidal);
}

Schedule schedule_of(std::uint32_t kind, int chunk) {
  Schedule schedule;
  schedule.kind = static_cast<ScheduleKind>(kind & ~kMonotonic);
  schedule.modifier = (kind & kMonotonic) != 0 ? ScheduleModifier::monotonic : ScheduleModifier::none;
  schedule.chunk = std::max(chunk, 0);
  schedule.is_chosen = true;
  return schedule;
}

struct KindAndChunk {
  std::int32_t kind, chunk;
};

KindAndChunk current_schedule() {
  const Schedule& schedule = api::current_icv().run_schedule;
  const std::uint32_t modifier = schedule.modifier == ScheduleModifier::monotonic ? kMonotonic : 0;
  const bool by_default_one = schedule.kind != ScheduleKind::static_;
  const auto chunk = static_cast<std::int32_t>(schedule.chunk);
  return {static_cast<std::int32_t>(static_cast<std::uint32_t>(schedule.kind) | modifier),
          chunk == 0 && by_default_one ? 1 : chunk};
}

}  // namespace

XOMP_EXPORT void omp_set_schedule(std::uint32_t kind, int chunk) {
  if (!is_kind(kind & ~kMonotonic)) {
    platform::warn("omp_set_schedule: %#x is no kind of schedule; the schedule stays as it is", kind);
    return;
  }
  api::set_current(&api::TaskIcv::run_schedule, schedule_of(kind, chunk));
}

XOMP_EXPORT void omp_get_schedule(std::int32_t* kind, int* chunk) {
  const KindAndChunk now = current_schedule();
  *kind = now.kind;
  *chunk = now.chunk;
}

// ---- other names ----

XOMP_ALSO(ompc_set_schedule, omp_set_schedule);
XOMP_ALSO(omp_get_schedule_, omp_get_schedule);

XOMP_EXPORT void omp_set_schedule_(const std::uint32_t* kind, const std::int32_t* chunk) {
  omp_set_schedule(*kind, value_of(chunk));
}
XOMP_EXPORT void omp_set_schedule_8_(const std::uint32_t* kind, const std::int64_t* chunk) {
  omp_set_schedule(*kind, value_of(chunk));
}
XOMP_EXPORT void omp_get_schedule_8_(std::int32_t* kind, std::int64_t* chunk) {
  const KindAndChunk now = current_schedule();
  *kind = now.kind;
  *chunk = now.chunk;
}
