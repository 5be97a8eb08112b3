// clang's numbers for schedules, with their modifiers, and what they mean for a dispatched loop.
#pragma once

#include <cstdint>

#include "core/api/loop.h"
#include "platform/message.h"

namespace xomp::abi_llvm {

enum class ScheduleCode : std::int32_t {
  static_chunked = 33,
  static_ = 34,
  dynamic = 35,
  guided = 36,
  runtime = 37,
  auto_ = 38,
  trapezoidal = 39,
  static_greedy = 40,
  static_balanced = 41,
  guided_iterative = 42,
  guided_analytical = 43,
  static_steal = 44,
  static_balanced_chunked = 45,
  guided_simd = 46,
  runtime_simd = 47,
  distribute_static_chunked = 91,
  distribute_static = 92,
};

// The number taken apart. Modifiers may stand on any code, also static ones.
struct DecodedSchedule {
  static constexpr std::int32_t kMonotonic = 1 << 29;
  static constexpr std::int32_t kNonmonotonic = 1 << 30;
  static constexpr std::int32_t kFirstOrdered = 65;
  static constexpr std::int32_t kLastOrdered = 72;
  static constexpr std::int32_t kOrderedOffset = 32;
  static constexpr std::int32_t kFirstUnmerged = 160;
  static constexpr std::int32_t kUnmergedOffset = 128;

  ScheduleCode code;
  bool nonmonotonic;
  bool ordered = false;
  bool unmerged = false;  // a team of one gets chunks, too

  explicit DecodedSchedule(std::int32_t number) : nonmonotonic((number & kNonmonotonic) != 0) {
    number &= ~(kMonotonic | kNonmonotonic);
    unmerged = number >= kFirstUnmerged;
    if (unmerged) number -= kUnmergedOffset;
    ordered = number >= kFirstOrdered && number <= kLastOrdered;
    if (ordered) number -= kOrderedOffset;
    code = static_cast<ScheduleCode>(number);
  }
};

inline std::uint64_t at_least_one(std::int64_t chunk) { return chunk > 0 ? static_cast<std::uint64_t>(chunk) : 1; }

// Chunks of a fair share each, in multiples of `granule`: one chunk a thread at most.
inline void choose_long_blocks(api::LoopParameters& loop, std::uint32_t team_size, std::uint64_t granule) {
  loop.schedule = &api::schedules::cyclic;
  loop.chunk = loop.trip == 0 ? 1 : (loop.trip - 1) / team_size + 1;
  if (const std::uint64_t over = loop.chunk % granule; over != 0) loop.chunk += granule - over;
}

// Chooses guided in multiples of its chunk, because the compiled code's vectors want that.
inline void choose_guided_vectors(api::LoopParameters& loop, std::int64_t chunk) {
  api::choose_schedule(loop, api::ScheduleKind::guided, false, chunk, api::Family::half_share);
  loop.granule = loop.chunk;
}

// schedule(simd: runtime): the chunk is counted in vectors, whose length is given.
inline void choose_runtime_vectors(api::LoopParameters& loop, bool nonmonotonic, std::uint64_t length,
                                   std::uint32_t team_size, api::Schedule run_schedule) {
  using api::ScheduleKind;
  const bool blocks = run_schedule.kind == ScheduleKind::static_ && run_schedule.chunk <= 0;
  if (blocks || run_schedule.kind == ScheduleKind::auto_) return choose_long_blocks(loop, team_size, length);
  const auto chunk = static_cast<std::int64_t>(at_least_one(run_schedule.chunk) * length);
  if (run_schedule.kind == ScheduleKind::guided) return choose_guided_vectors(loop, chunk);
  const bool free_order = nonmonotonic && run_schedule.modifier != api::ScheduleModifier::monotonic;
  api::choose_schedule(loop, run_schedule.kind, free_order, chunk, api::Family::half_share);
}

// Fills in the schedule of a loop whose trip count is set.
inline void choose(api::LoopParameters& loop, const DecodedSchedule& decoded, std::int64_t chunk,
                   std::uint32_t team_size, const api::Schedule& run_schedule) {
  using enum ScheduleCode;
  using api::ScheduleKind;
  constexpr auto family = api::Family::half_share;
  auto as = [&](ScheduleKind kind, bool nonmonotonic, std::int64_t size) {
    api::choose_schedule(loop, kind, nonmonotonic, size, family);
  };
  loop.ordered = decoded.ordered;
  loop.splits_alone = decoded.unmerged;
  switch (decoded.code) {
    case static_chunked: return as(ScheduleKind::static_, false, chunk > 0 ? chunk : 1);
    case static_:
    case static_balanced: return as(ScheduleKind::static_, false, 0);
    case static_greedy: return choose_long_blocks(loop, team_size, 1);
    case static_balanced_chunked: return choose_long_blocks(loop, team_size, at_least_one(chunk));
    case dynamic: return as(ScheduleKind::dynamic, decoded.nonmonotonic, chunk);
    case static_steal: return as(ScheduleKind::dynamic, true, chunk);
    case guided:
    case guided_iterative:
    case guided_analytical: return as(ScheduleKind::guided, false, chunk);
    case guided_simd: return choose_guided_vectors(loop, chunk);
    case auto_: return as(ScheduleKind::auto_, false, 0);
    case trapezoidal: return as(ScheduleKind::trapezoidal, false, chunk);
    case runtime_simd:
      return choose_runtime_vectors(loop, decoded.nonmonotonic, at_least_one(chunk), team_size, run_schedule);
    case runtime: return api::choose_runtime_schedule(loop, run_schedule, decoded.nonmonotonic, family);
    default: platform::fatal("__kmpc_dispatch_init: unknown schedule %d", static_cast<int>(decoded.code));
  }
}

}  // namespace xomp::abi_llvm
