// Why a task may not simply run: its world has failed, or what runs in it is recorded.
#ifndef XOMP_TTG_DETAIL_FAILURE_H
#define XOMP_TTG_DETAIL_FAILURE_H

#include <atomic>
#include <exception>
#include <mutex>
#include <string>
#include <utility>

namespace ttg::detail {

// How many worlds have failed or are recorded. Each task reads this one number first.
inline std::atomic<int> attention{0};

// A world's first exception out of a task, and whether there was one: from then on its tasks end without running.
class Failure {
 public:
  bool happened() const { return happened_.load(std::memory_order_relaxed); }  // a hint: a few more tasks may run
  void note(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (error_ != nullptr) return;
    error_ = std::move(error);
    happened_.store(true, std::memory_order_relaxed);
    attention.fetch_add(1, std::memory_order_relaxed);  // a hint
  }
  // Called after all tasks of the world have ended.
  std::exception_ptr take() {
    const std::lock_guard lock(mutex_);
    if (error_ == nullptr) return nullptr;
    happened_.store(false, std::memory_order_relaxed);
    attention.fetch_sub(1, std::memory_order_relaxed);
    return std::exchange(error_, nullptr);
  }

  std::string text() {
    const std::lock_guard lock(mutex_);
    if (error_ == nullptr) return {};
    try {
      std::rethrow_exception(error_);
    } catch (const std::exception& e) {
      return e.what();
    } catch (...) {
      return "an exception that is no std::exception";
    }
  }

 private:
  std::atomic<bool> happened_{false};
  std::mutex mutex_;
  std::exception_ptr error_;  // under mutex_
};

}  // namespace ttg::detail

#endif
