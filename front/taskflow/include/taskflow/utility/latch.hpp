// Latch: threads wait until it has been counted down to 0.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace tf {

class Latch {
 public:
  explicit Latch(std::ptrdiff_t count) : count_(count) {}
  Latch(const Latch&) = delete;
  Latch& operator=(const Latch&) = delete;
  void count_down(std::ptrdiff_t n = 1) {
    const std::lock_guard<std::mutex> lock(mutex_);
    count_ -= n;
    if (count_ <= 0) zero_.notify_all();
  }
  bool try_wait() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return count_ <= 0;
  }
  void wait() const {
    std::unique_lock<std::mutex> lock(mutex_);
    zero_.wait(lock, [&] { return count_ <= 0; });
  }
  void arrive_and_wait(std::ptrdiff_t n = 1) {
    count_down(n);
    wait();
  }

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable zero_;
  std::ptrdiff_t count_;
};

}  // namespace tf
