// Which tasks stand on one another on a lane: one that runs in another's wait is on top of it. For files that show nesting.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "trace/timeline.h"

namespace xomp::tool {

// Takes the segments of one lane in the order of time.
class TaskStack {
 public:
  explicit TaskStack(const std::vector<Task>& tasks) : tasks_(tasks) {}

  // Calls `leave(task, at)` for tasks that have ended before this segment, or that an untied task has changed places with,
  // innermost first, and `enter(task)` if its task was not on the stack.
  template <class Leave, class Enter>
  void take(const Segment& segment, Leave&& leave, Enter&& enter) {
    const auto pop = [&](std::int64_t at) {
      leave(stack_.back(), at);
      stack_.pop_back();
    };
    while (!stack_.empty() && has_ended(stack_.back(), segment.begin)) pop(tasks_[stack_.back()].ended);
    if (segment.what == kNoIndex) return;
    if (std::find(stack_.begin(), stack_.end(), segment.what) == stack_.end()) {
      stack_.push_back(segment.what);
      enter(segment.what);
    }
    while (stack_.back() != segment.what) pop(segment.begin);
  }
  // How many tasks the present one stands on.
  int depth() const { return stack_.empty() ? 0 : static_cast<int>(stack_.size()) - 1; }
  const std::vector<std::uint32_t>& tasks() const { return stack_; }

 private:
  bool has_ended(std::uint32_t task, std::int64_t at) const {
    return tasks_[task].ended >= 0 && tasks_[task].ended <= at;
  }

  const std::vector<Task>& tasks_;
  std::vector<std::uint32_t> stack_;
};

}  // namespace xomp::tool
