// What a thread, or a message, knows: of each location the oldest message that may still be read, and of each thread up
// to which of its moments everything happened before.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace xomp::models {

inline constexpr int kMostThreads = 6;

struct View {
  std::array<std::uint32_t, kMostThreads> clock{};
  std::vector<std::uint32_t> seen;  // by the location's number; kept for weak memory only

  std::uint32_t of(std::size_t location) const { return location < seen.size() ? seen[location] : 0; }
  void raise(std::size_t location, std::uint32_t stamp) {
    if (location >= seen.size()) seen.resize(location + 1, 0);
    seen[location] = std::max(seen[location], stamp);
  }
  void join_seen(const View& other) {
    if (other.seen.size() > seen.size()) seen.resize(other.seen.size(), 0);
    for (std::size_t i = 0; i < other.seen.size(); ++i) seen[i] = std::max(seen[i], other.seen[i]);
  }
  void join(const View& other) {
    for (int t = 0; t < kMostThreads; ++t) clock[t] = std::max(clock[t], other.clock[t]);
    join_seen(other);
  }
  void clear() {
    clock.fill(0);
    seen.clear();
  }
};

}  // namespace xomp::models
