// The fork and join that threads.cpp of each problem is written with: std::async as long as fewer threads run than are
// wanted, else a call. with_tbb.h has the same names. A thread costs microseconds: programs cut off here, always.
#pragma once

#include <atomic>
#include <future>
#include <vector>

constexpr const char* library_name = "threads";
constexpr bool needs_cutoff = true;

// How many more threads may run. Taken and given back by all; below 0 for a moment when a waiting thread goes on.
inline std::atomic<int> threads_left{0};

inline bool try_take_thread() {
  int left = threads_left.load(std::memory_order_relaxed);
  while (left > 0)
    if (threads_left.compare_exchange_weak(left, left - 1, std::memory_order_relaxed)) return true;
  return false;
}

class Group {
 public:
  template <class F>
  void spawn(F f) {
    if (!try_take_thread()) return f();
    running_.push_back(std::async(std::launch::async, [f] {
      f();
      threads_left.fetch_add(1, std::memory_order_relaxed);
    }));
  }

  // While it waits another may run in its place.
  void sync() {
    if (running_.empty()) return;
    threads_left.fetch_add(1, std::memory_order_relaxed);
    for (std::future<void>& each : running_) each.get();
    threads_left.fetch_sub(1, std::memory_order_relaxed);
    running_.clear();
  }

 private:
  std::vector<std::future<void>> running_;
};

template <class... F>
void invoke(F... f) {
  Group group;
  (group.spawn(f), ...);
  group.sync();
}

template <class F>
void with_threads(int threads, F f) {
  threads_left.store(threads - 1, std::memory_order_relaxed);
  f();
}
