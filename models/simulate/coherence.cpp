// See coherence.h.
#include "models/simulate/coherence.h"

#include <algorithm>
#include <bit>

namespace xomp::simulate {

namespace {

bool meet(const CoreSet& a, const CoreSet& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if ((a[i] & b[i]) != 0) return true;
  return false;
}

bool is_within(const CoreSet& a, const CoreSet& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if ((a[i] & ~b[i]) != 0) return false;
  return true;
}

std::size_t at(Distance d) { return static_cast<std::size_t>(d); }

}  // namespace

int count(const CoreSet& set) {
  int n = 0;
  for (const std::uint64_t word : set) n += std::popcount(word);
  return n;
}

Coherence::Coherence(const Machine& machine) : machine_(machine) {
  const int cores = machine.cores();
  for (int i = 0; i < cores; ++i) {
    CoreSet cache{}, node{}, near{};
    for (int j = 0; j < cores; ++j) {
      if (i / machine.cores_per_cache == j / machine.cores_per_cache) add(cache, j);
      if (machine.node_of(i) == machine.node_of(j)) add(node, j);
      if (machine.hops_between(machine.node_of(i), machine.node_of(j)) <= 1) add(near, j);
    }
    cache_mates_.push_back(cache);
    node_mates_.push_back(node);
    one_hop_.push_back(near);
  }
}

Distance Coherence::distance(int core, int other) const {
  CoreSet one{};
  add(one, other);
  return nearest(one, core);
}

Distance Coherence::nearest(const CoreSet& holders, int core) const {
  const auto c = static_cast<std::size_t>(core);
  if (meet(holders, cache_mates_[c])) return Distance::same_cache;
  if (meet(holders, node_mates_[c])) return Distance::same_node;
  return meet(holders, one_hop_[c]) ? Distance::other_node : Distance::two_hops;
}

Distance Coherence::farthest(const CoreSet& holders, int core) const {
  const auto c = static_cast<std::size_t>(core);
  if (is_within(holders, cache_mates_[c])) return Distance::same_cache;
  if (is_within(holders, node_mates_[c])) return Distance::same_node;
  return is_within(holders, one_hop_[c]) ? Distance::other_node : Distance::two_hops;
}

Transfer Coherence::load(Line& line, int core, Picoseconds now) const {
  const Costs& costs = machine_.costs;
  const Picoseconds start = std::max(now, line.busy_until);
  const bool is_cold = count(line.holders) == 0;
  const Distance from = is_cold ? Distance::memory : nearest(line.holders, core);
  line.busy_until = start + (line.owner_and_one != 0 || is_cold ? costs.busy[at(from)] : costs.read_busy);
  line.owner_and_one = 0;
  add(line.holders, core);
  return {start + costs.transfer[at(from)], from};
}

Transfer Coherence::store(Line& line, int core, Picoseconds now) const {
  const Costs& costs = machine_.costs;
  const Picoseconds start = std::max(now, line.busy_until);
  CoreSet others = line.holders;
  others[static_cast<std::size_t>(core) / 64] &= ~(std::uint64_t{1} << (core % 64));
  const int told = count(others);
  const bool is_cold = told == 0 && !line.is_held_by(core);
  Transfer result{start, Distance::same_cache, told};
  if (is_cold || told != 0) {
    result.distance = is_cold ? Distance::memory : farthest(others, core);
    result.done = start + costs.transfer[at(result.distance)];
    line.busy_until = start + costs.busy[at(result.distance)];
    if (told > 1) {
      const Picoseconds each = static_cast<Picoseconds>(told - 1) * costs.invalidation;
      result.done += each;
      line.busy_until += each;
    }
  }
  line.holders = {};
  add(line.holders, core);
  line.owner_and_one = static_cast<std::uint16_t>(core + 1);
  return result;
}

}  // namespace xomp::simulate
