// A lane as nested slices, for tools that show them so: a task is one slice from its begin to its end, and what it waits for and the
// tasks that run meanwhile are inside.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "trace/task_stack.h"
#include "trace/timeline.h"

namespace xomp::tool {

// Calls `begin_task(task, at)`, `begin_state(segment)` and `end(at)`. Times never go back, and each begin has its end.
template <class Sink>
void for_each_slice(const Timeline& line, const std::vector<Segment>& segments, Sink& sink) {
  TaskStack stack(line.tasks);
  std::int64_t last = 0;
  const auto end = [&](std::uint32_t, std::int64_t at) {
    last = std::max(last, at);
    sink.end(last);
  };
  for (const Segment& s : segments) {
    if (s.state == LaneState::outside) continue;
    stack.take(s, end, [&](std::uint32_t task) { sink.begin_task(task, s.begin); });
    last = s.begin;
    if (s.what == kNoIndex) {
      sink.begin_state(s);
      sink.end(s.end);
    }
    last = s.end;
  }
  // Of those that stand on one another the inner ones have ended first, or never.
  for (std::size_t i = stack.tasks().size(); i-- > 0;) end(0, line.tasks[stack.tasks()[i]].ended);
}

// The tasks that each task has waited for, or those that have waited for it: the edges' places, in order by one of their ends.
class EdgesByTask {
 public:
  EdgesByTask(const std::vector<Dependence>& edges, std::uint32_t Dependence::* end) : edges_(edges), end_(end) {
    order_.resize(edges.size());
    for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
    std::sort(order_.begin(), order_.end(),
              [&](auto a, auto b) { return edges[a].*end != edges[b].*end ? edges[a].*end < edges[b].*end : a < b; });
  }
  template <class Take>
  void for_each(std::uint32_t task, Take&& take) const {
    auto at = std::lower_bound(order_.begin(), order_.end(), task,
                               [&](std::uint32_t edge, std::uint32_t wanted) { return edges_[edge].*end_ < wanted; });
    for (; at != order_.end() && edges_[*at].*end_ == task; ++at) take(*at);
  }

 private:
  const std::vector<Dependence>& edges_;
  std::uint32_t Dependence::* end_;
  std::vector<std::uint32_t> order_;
};

// Whether the task began on another lane than the one that made it.
inline bool has_moved(const Task& t) {
  return t.created >= 0 && t.begun >= 0 && t.creator_lane != t.lane && t.creator_lane != kNoIndex;
}

}  // namespace xomp::tool
