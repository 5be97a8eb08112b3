// The longest times in which lanes lost time for each cause, for the page to mark.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "trace/timeline.h"

namespace xomp::tool {

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
    for (auto& spans : longest_)
      std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    return std::move(longest_);
  }

 private:
  static constexpr std::size_t kKept = 64;
  struct Open {
    std::int64_t begin = -1, end = -1;
    Cause cause = Cause::count;
  };
  static bool is_longer(const Span& a, const Span& b) { return a.end - a.begin > b.end - b.begin; }

  void close(std::uint32_t lane) {
    Open& open = open_[lane];
    if (open.end <= open.begin) return;
    auto& spans = longest_[static_cast<std::size_t>(open.cause)];  // a heap, the shortest one on top
    spans.push_back({open.begin, open.end, lane});
    std::push_heap(spans.begin(), spans.end(), is_longer);
    if (spans.size() > kKept) {
      std::pop_heap(spans.begin(), spans.end(), is_longer);
      spans.pop_back();
    }
    open = {};
  }

  std::vector<Open> open_;  // by lane
  std::array<std::vector<Span>, kCauses> longest_;
};

}  // namespace xomp::tool
