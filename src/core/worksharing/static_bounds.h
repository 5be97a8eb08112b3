// The chunks of static schedules where the compiled code walks them itself. Bounds are inclusive and of the
// loop's own type. The formulas are those of the compilers' own runtimes, because programs rely on two loops
// having the same distribution. All is computed modulo the type's width, and a bound that would leave the
// type is cut off at the loop's end.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/worksharing/schedules/blocks.h"
#include "core/worksharing/trip_count.h"

namespace xomp::worksharing {

// In: the whole loop. Out: this thread's first chunk, the distance to its next, whether it has the last iteration.
template <class T>
struct StaticBounds {
  using Signed = std::make_signed_t<T>;
  T lower;
  T upper;
  Signed stride;
  bool last;
};

template <class T>
class StaticLoop {
 public:
  using Signed = std::make_signed_t<T>;
  using Unsigned = std::make_unsigned_t<T>;
  using Bounds = StaticBounds<T>;

  StaticLoop(T lower, T upper, Signed step)
      : lower_(lower), upper_(upper), step_(step), trip_(trip_count<T>(lower, upper, step)) {}

  std::uint64_t trip() const { return trip_; }
  Signed step() const { return step_; }

  // Returns the whole loop for a team of one, and nothing for a loop without iterations.
  Bounds whole() const {
    if (trip_ == 0) return {lower_, upper_, step_, false};
    const Unsigned span = Unsigned(upper_) - Unsigned(lower_);
    return {lower_, upper_, static_cast<Signed>(step_ > 0 ? span + 1 : span - 1), true};
  }

  // One block for each thread; sizes differ by at most one.
  Bounds block(std::uint32_t thread, std::uint32_t threads) const {
    if (trip_ == 0) return whole();
    const Iterations mine = schedules::block_of(trip_, thread, threads);
    const auto stride = static_cast<Signed>(trip_);
    if (trip_ < threads && thread >= trip_) return nothing(stride);
    const bool last = thread == (trip_ < threads ? trip_ : threads) - 1;
    return {value(mine.begin), value(mine.end - 1), stride, last};
  }

  // One block of ceil(trip / threads) for each thread, rounded up to a multiple of `granule`; the last ones get the
  // rest. The stride has no meaning.
  Bounds long_block(std::uint32_t thread, std::uint32_t threads, std::uint64_t granule) const {
    if (trip_ == 0) return whole();
    std::uint64_t length = (trip_ - 1) / threads + 1;
    if (const std::uint64_t over = length % granule; over != 0) length += granule - over;
    const auto stride = static_cast<Signed>(trip_);
    if (thread > (trip_ - 1) / length) return nothing(stride);
    const std::uint64_t begin = thread * length;
    const std::uint64_t end = trip_ - begin > length ? begin + length : trip_;
    return {value(begin), value(end - 1), stride, thread == (trip_ - 1) / length};
  }

  // Chunk k belongs to thread k % threads. The upper bound may lie past the loop's end; compiled code cuts it off.
  Bounds cyclic(std::uint32_t thread, std::uint32_t threads, std::uint64_t chunk) const {
    if (trip_ == 0) return whole();
    if (chunk > trip_) chunk = trip_;
    const std::uint64_t chunks = (trip_ - 1) / chunk + 1;
    const std::uint64_t round = chunks < threads ? chunks : threads;
    const auto stride = static_cast<Signed>(chunk * round * static_cast<std::uint64_t>(step_));
    if (thread >= chunks) return nothing(stride);
    const std::uint64_t begin = thread * chunk;
    const T lower = value(begin);
    T upper = value(begin + chunk - 1);
    if (step_ > 0 ? upper < lower : upper > lower) upper = upper_;
    return {lower, upper, stride, thread == (chunks - 1) % threads};
  }

  // As cyclic(), for the teams of a league. But the chunk ends with the loop, and the stride is for all teams.
  Bounds team_chunk(std::uint32_t team, std::uint32_t teams, std::uint64_t chunk) const {
    if (trip_ == 0) return whole();
    const std::uint64_t chunks = (trip_ - 1) / chunk + 1;
    const auto stride = static_cast<Signed>(chunk * teams * static_cast<std::uint64_t>(step_));
    if (team >= chunks) return nothing(stride);
    const std::uint64_t begin = team * chunk;
    const std::uint64_t end = trip_ - begin > chunk ? begin + chunk : trip_;
    return {value(begin), value(end - 1), stride, team == (chunks - 1) % teams};
  }

  T value(std::uint64_t iteration) const {
    return static_cast<T>(static_cast<Unsigned>(lower_) +
                          static_cast<Unsigned>(iteration) * static_cast<Unsigned>(step_));
  }

  // Bounds of an empty chunk: lower lies just past the loop's upper.
  Bounds nothing(Signed stride) const {
    using Limits = std::numeric_limits<T>;
    if (step_ > 0) {
      if (upper_ == Limits::max()) return {upper_, static_cast<T>(upper_ - 1), stride, false};
      return {static_cast<T>(upper_ + 1), upper_, stride, false};
    }
    if (upper_ == Limits::min()) return {upper_, static_cast<T>(upper_ + 1), stride, false};
    return {static_cast<T>(upper_ - 1), upper_, stride, false};
  }

 private:
  T lower_;
  T upper_;
  Signed step_;
  std::uint64_t trip_;
};

// A loop divided among the teams of a league first, then among the threads of each team.
struct LeaguePlace {
  std::uint32_t team_num = 0;
  std::uint32_t teams = 1;
};

// distribute parallel for in one step. distribute_upper: the end of the team's block. chunk 0: blocks inside the team.
template <class T>
struct DistributedBounds {
  StaticBounds<T> mine;
  T distribute_upper;
};

template <class T>
DistributedBounds<T> distribute_and_divide(const StaticLoop<T>& loop, LeaguePlace league, Place place,
                                           std::uint64_t chunk) {
  const StaticBounds<T> whole = loop.whole();
  if (loop.trip() == 0) return {whole, whole.upper};
  if (loop.trip() <= league.teams) {  // one iteration for each team, executed by its thread 0
    const bool mine = league.team_num < loop.trip() && place.thread_num == 0;
    if (!mine) return {loop.nothing(loop.step()), whole.upper};
    const T value = loop.value(league.team_num);
    return {{value, value, loop.step(), league.team_num == loop.trip() - 1}, value};
  }
  const StaticBounds<T> block = loop.block(league.team_num, league.teams);
  const StaticLoop<T> inner(block.lower, block.upper, loop.step());
  StaticBounds<T> mine = chunk == 0 ? inner.block(place.thread_num, place.team_size)
                                    : inner.cyclic(place.thread_num, place.team_size, chunk);
  mine.last = mine.last && block.last;
  return {mine, block.upper};
}

}  // namespace xomp::worksharing
