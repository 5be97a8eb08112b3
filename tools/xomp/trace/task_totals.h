// What tasks of one function have in common, in numbers. A task is added once it is over, or when the timeline is.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace xomp::tool {

struct Task;

// The recorder's own part in a task's length, as far as it can be told from the trace.
struct RecordingCost {
  std::int64_t each = 0, child = 0;  // of a task; of each task that it makes
};

// How many lengths lie between one power of 2^(1/kParts) ns and the next.
class Histogram {
 public:
  static constexpr int kParts = 16;
  void add(std::int64_t ns);
  // Returns the length that so many of a thousand do not exceed, within 1/kParts of an octave.
  std::int64_t quantile(int of_1000) const;
  // Returns `parts` buckets for each octave, without empty ones at the end.
  std::vector<std::uint64_t> coarse(int parts) const;
  std::uint64_t count() const { return count_; }

 private:
  static constexpr std::size_t kBuckets = 45 * kParts;
  std::vector<std::uint64_t> buckets_;  // empty until the first
  std::uint64_t count_ = 0;
};

class TaskTotals {
 public:
  struct OfSite {
    std::uint64_t count = 0, moved = 0;
    std::int64_t total = 0, waited = 0;
    Histogram lengths;
    std::vector<std::pair<std::int64_t, std::uint64_t>> below;  // by depth: own and descendants' work, and the tasks
  };
  void add(const Task& task, const RecordingCost& cost);
  const std::unordered_map<std::uint32_t, OfSite>& by_site() const { return by_site_; }
  const Histogram& lengths() const { return lengths_; }
  std::uint64_t blocked() const { return blocked_; }
  std::int64_t recording_ns() const { return recording_ns_; }  // what was subtracted from the tasks' lengths

 private:
  std::unordered_map<std::uint32_t, OfSite> by_site_;
  Histogram lengths_;
  std::uint64_t blocked_ = 0;  // waited for others
  std::int64_t recording_ns_ = 0;
};

}  // namespace xomp::tool
