// The longest times in which lanes lost time for each cause, for the page to mark.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "trace/timeline.h"

namespace xomp::tool {

// The longest of the spans that are given to it.
class Longest {
 public:
  void add(const Span& span) {
    spans_.push_back(span);
    std::push_heap(spans_.begin(), spans_.end(), is_longer);
    if (spans_.size() <= kKept) return;
    std::pop_heap(spans_.begin(), spans_.end(), is_longer);
    spans_.pop_back();
  }
  // In the order of time. Nothing can be added afterwards.
  std::vector<Span> finish() {
    std::sort(spans_.begin(), spans_.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    return std::move(spans_);
  }

 private:
  static constexpr std::size_t kKept = 64;
  static bool is_longer(const Span& a, const Span& b) { return a.end - a.begin > b.end - b.begin; }

  std::vector<Span> spans_;  // a heap, the shortest one on top
};

// Of each cause, from the times that lanes lose piece by piece.
class LongestSpans {
 public:
  explicit LongestSpans(std::size_t lanes) : open_(lanes) {}

  // The lane loses the time from `from` to `to`. Calls for one lane are in the order of time.
  void add(std::uint32_t lane, Cause cause, std::int64_t from, std::int64_t to) {
    Open& open = open_[lane];
    if (open.end == from && open.cause == cause) {
      open.end = to;
      return;
    }
    close(lane);
    open = {from, to, cause};
  }

  std::array<std::vector<Span>, kCauses> finish() {
    for (std::uint32_t lane = 0; lane < open_.size(); ++lane) close(lane);
    std::array<std::vector<Span>, kCauses> found;
    for (std::size_t cause = 0; cause < kCauses; ++cause) found[cause] = longest_[cause].finish();
    return found;
  }

 private:
  struct Open {
    std::int64_t begin = -1, end = -1;
    Cause cause = Cause::count;
  };

  void close(std::uint32_t lane) {
    Open& open = open_[lane];
    if (open.end <= open.begin) return;
    longest_[static_cast<std::size_t>(open.cause)].add({open.begin, open.end, lane});
    open = {};
  }

  std::vector<Open> open_;  // by lane
  std::array<Longest, kCauses> longest_;
};

}  // namespace xomp::tool
