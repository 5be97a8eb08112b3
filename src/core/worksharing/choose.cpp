// The one place that knows which schedule object and which parameters a kind means.
#include "core/worksharing/choose.h"

#include "core/worksharing/schedules/schedules.h"

namespace xomp::worksharing {

namespace {

void choose_guided(LoopParameters& loop, Family family) {
  loop.schedule = &schedules::guided;
  loop.shares = family == Family::half_share ? 2 : 1;
  loop.round_up = family == Family::full_share;
}

}  // namespace

void choose_schedule(LoopParameters& loop, icv::ScheduleKind kind, bool nonmonotonic, std::int64_t chunk,
                     Family family) {
  loop.chunk = chunk > 0 ? static_cast<std::uint64_t>(chunk) : 1;
  switch (kind) {
    case icv::ScheduleKind::static_: loop.schedule = chunk > 0 ? &schedules::cyclic : &schedules::blocks; return;
    case icv::ScheduleKind::dynamic: loop.schedule = nonmonotonic ? &schedules::stealing : &schedules::dynamic; return;
    case icv::ScheduleKind::guided: return choose_guided(loop, family);
    case icv::ScheduleKind::trapezoidal: loop.schedule = &schedules::trapezoidal; return;
    case icv::ScheduleKind::auto_:
      loop.chunk = 1;
      if (family == Family::half_share) return choose_guided(loop, family);
      loop.schedule = &schedules::blocks;
      return;
  }
  loop.schedule = &schedules::blocks;  // an unknown kind, which omp_set_schedule does not let in
}

}  // namespace xomp::worksharing
