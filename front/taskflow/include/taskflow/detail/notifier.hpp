// What a two-phase wait is made of: a thread says that it is about to wait, looks once more for what it waits for, then
// waits or changes its mind. A notification after the first step is not lost.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

namespace tf {
namespace detail {

// Each waiter is in one state, changed under the mutex: away, about to wait (prepared), waiting, or told.
class Notifier {
 public:
  explicit Notifier(std::size_t n) : waiters_(n) {}
  Notifier(const Notifier&) = delete;
  Notifier& operator=(const Notifier&) = delete;

  void prepare_wait(std::size_t i) {
    const std::lock_guard<std::mutex> lock(mutex_);
    waiters_[i].state = State::prepared;
  }
  void cancel_wait(std::size_t i) {
    const std::lock_guard<std::mutex> lock(mutex_);
    waiters_[i].state = State::away;
  }
  void commit_wait(std::size_t i) {
    std::unique_lock<std::mutex> lock(mutex_);
    Waiter& w = waiters_[i];
    if (w.state == State::prepared) {
      w.state = State::waiting;
      ++waiting_;
      w.told.wait(lock, [&] { return w.state == State::told; });
    }
    w.state = State::away;
  }
  void notify_one() { notify_n(1); }
  void notify_all() { notify_n(waiters_.size()); }
  void notify_n(std::size_t n) {
    if (n == 0) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    n = tell(State::prepared, n);
    if (waiting_ != 0) tell(State::waiting, n);
  }
  // Threads that wait.
  std::size_t num_waiters() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return waiting_;
  }
  // Threads that wait or are about to.
  std::size_t num_announced() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::size_t n = waiting_;
    for (const Waiter& w : waiters_) n += w.state == State::prepared ? 1 : 0;
    return n;
  }
  std::size_t size() const { return waiters_.size(); }

 private:
  enum class State { away, prepared, waiting, told };
  struct Waiter {
    State state = State::away;
    std::condition_variable told;
  };
  // Tells n of the waiters in this state. Returns how many of n are left.
  std::size_t tell(State state, std::size_t n) {
    for (Waiter& w : waiters_) {
      if (n == 0) break;
      if (w.state != state) continue;
      w.state = State::told;
      if (state == State::waiting) {
        --waiting_;
        w.told.notify_one();
      }
      --n;
    }
    return n;
  }

  mutable std::mutex mutex_;
  std::vector<Waiter> waiters_;
  std::size_t waiting_ = 0;
};

}  // namespace detail
}  // namespace tf
