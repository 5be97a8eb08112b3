// Coherence, line by line: which core owns it, which have a copy, and until when it is on its way. A pure
// model: it knows neither threads nor the engine. Caches are as large as anybody wants: a line leaves one
// only when another core writes it.
//
// The cost of an access:
//   - a load of a line that the core has, a store to one that it owns: nothing here;
//   - a load: the line comes from its owner, or else from the nearest core that has it, or from memory;
//   - a store: the same, and whoever has a copy is told: as far as the farthest, and something for each;
//   - a line on its way is busy: who wants it next waits until it has arrived (so contention serialises).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/simulate/machine.h"

namespace xomp::simulate {

inline constexpr int kSharerWords = kMaxCores / 64;
using CoreSet = std::array<std::uint64_t, kSharerWords>;

inline bool contains(const CoreSet& set, int core) {
  return (set[static_cast<std::size_t>(core) / 64] >> (core % 64) & 1) != 0;
}
inline void add(CoreSet& set, int core) { set[static_cast<std::size_t>(core) / 64] |= std::uint64_t{1} << (core % 64); }
int count(const CoreSet& set);

// All zero: nobody has it, it is in memory.
struct Line {
  CoreSet holders;
  Picoseconds busy_until;
  std::uint16_t owner_and_one;  // 0: nobody; the owner is the only holder and may write

  bool is_held_by(int core) const { return contains(holders, core); }
  bool is_owned_by(int core) const { return owner_and_one == core + 1; }
};
static_assert(sizeof(Line) == 64);

struct Transfer {
  Picoseconds done;     // when the access is over
  Distance distance;    // where the line came from, or how far the farthest holder was
  int invalidated = 0;  // copies that were given up for it
};

class Coherence {
 public:
  explicit Coherence(const Machine& machine);

  // `core` loads a line that it does not hold.
  Transfer load(Line& line, int core, Picoseconds now) const;
  // `core` stores to a line that it does not own. `done`: when it owns it.
  Transfer store(Line& line, int core, Picoseconds now) const;

  Distance distance(int core, int other) const;

 private:
  Distance nearest(const CoreSet& holders, int core) const;
  Distance farthest(const CoreSet& holders, int core) const;

  const Machine& machine_;
  std::vector<CoreSet> cache_mates_, node_mates_, one_hop_;  // by core; itself among them
};

}  // namespace xomp::simulate
