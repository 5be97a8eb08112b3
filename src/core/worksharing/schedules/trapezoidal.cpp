// schedule(trapezoidal): the first chunk is half of a thread's fair share, the last has `chunk` iterations, and each is
// shorter than the one before by a constant amount (Tzen and Ni). The record's cursor numbers chunks.
#include "core/worksharing/schedules/schedules.h"

namespace xomp::worksharing::schedules {

namespace {

struct Trapezoid {
  std::uint64_t first;
  std::uint64_t decrease;
};

Trapezoid shape_of(const ThreadLoops& me) {
  std::uint64_t first = me.trip / (2 * static_cast<std::uint64_t>(me.team_size));
  if (first == 0) first = 1;
  const std::uint64_t last = me.chunk < first ? me.chunk : first;
  // the number of chunks: twice the trip over first + last, rounded up
  using Wide = unsigned __int128;
  const Wide sum = static_cast<Wide>(first) + last;
  std::uint64_t chunks = static_cast<std::uint64_t>(me.trip / static_cast<std::uint64_t>(sum)) * 2;
  const Wide rest = static_cast<Wide>(me.trip % static_cast<std::uint64_t>(sum)) * 2;
  chunks += rest > sum ? 2 : rest != 0 ? 1 : 0;
  if (chunks < 2) chunks = 2;
  return {first, (first - last) / (chunks - 1)};
}

// Iterations of the first k chunks: k * first less the decreases, 0 + 1 + ... + (k - 1) times.
std::uint64_t start_of(const Trapezoid& shape, std::uint64_t k, std::uint64_t trip) {
  using Wide = unsigned __int128;
  const Wide full = static_cast<Wide>(k) * shape.first;
  const Wide less = k < 2 ? Wide{0} : static_cast<Wide>(k) * (k - 1) / 2 * shape.decrease;
  const Wide at = full - less;
  return at < trip ? static_cast<std::uint64_t>(at) : trip;
}

// me.at: the first chunk's length; me.count: the decrease.
void begin(ThreadLoops& me) {
  const Trapezoid shape = shape_of(me);
  me.at = shape.first;
  me.count = shape.decrease;
}

bool next(ThreadLoops& me, Iterations& chunk) {
  const Trapezoid shape{me.at, me.count};
  const std::uint64_t mine = me.record->cursor.fetch_add(1, relaxed);  // relaxed: threads exchange only the number
  chunk.begin = start_of(shape, mine, me.trip);
  chunk.end = start_of(shape, mine + 1, me.trip);
  return chunk.begin < chunk.end;
}

}  // namespace

const Schedule trapezoidal{"trapezoidal", true, false, begin, next, nullptr};

}  // namespace xomp::worksharing::schedules
