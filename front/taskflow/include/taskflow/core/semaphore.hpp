// Semaphore: limits how many tasks run at the same time. A task that does not get it is spilled and holds no thread.
#pragma once

#include <mutex>
#include <vector>

#include "graph.hpp"

namespace tf {

class Semaphore {
 public:
  Semaphore() = default;
  explicit Semaphore(std::size_t max_value) : max_(max_value), value_(max_value) {}
  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  std::size_t value() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return value_;
  }
  std::size_t count() const { return value(); }
  std::size_t max_value() const { return max_; }
  void reset() {
    const std::lock_guard<std::mutex> lock(mutex_);
    value_ = max_;
    waiting_.clear();
  }
  void reset(std::size_t max_value) {
    const std::lock_guard<std::mutex> lock(mutex_);
    max_ = value_ = max_value;
    waiting_.clear();
  }

  // For the headers: a task, and the view to which it is submitted.
  struct Waiting {
    detail::Work* work;
    detail::View* view;
  };
  bool try_acquire() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (value_ == 0) return false;
    --value_;
    return true;
  }
  // Says whether the task waits here now. It takes nothing from the semaphore.
  bool wait_unless_free(const Waiting& waiting) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (value_ != 0) return false;
    waiting_.push_back(waiting);
    return true;
  }
  // Gives one back. The tasks that waited come into `ready`, since they may try again.
  void release(std::vector<Waiting>& ready) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (value_ >= max_) TF_THROW("a semaphore is released above its maximum of ", max_);
    ++value_;
    ready.insert(ready.end(), waiting_.begin(), waiting_.end());
    waiting_.clear();
  }

 private:
  mutable std::mutex mutex_;
  std::size_t max_ = 0, value_ = 0;
  std::vector<Waiting> waiting_;
};

}  // namespace tf
