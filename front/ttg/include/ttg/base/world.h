// What a world keeps: objects that live as long as it, promises and callbacks of its next fence, its TTs.
#ifndef XOMP_TTG_BASE_WORLD_H
#define XOMP_TTG_BASE_WORLD_H

#include "ttg/base/tt.h"
#include "ttg/util/print.h"
#include <atomic>
#include <cstdlib>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>
#include <xomp/graph.h>

namespace ttg {

namespace detail {

// The first exception out of a task, and whether there was one: from then on tasks end without running.
class Failure {
 public:
  bool happened() const { return happened_.load(std::memory_order_relaxed); }  // a hint: a few more tasks may run
  void note(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (error_ == nullptr) error_ = std::move(error);
    happened_.store(true, std::memory_order_relaxed);
  }
  // After all tasks have ended.
  std::exception_ptr take() {
    const std::lock_guard lock(mutex_);
    happened_.store(false, std::memory_order_relaxed);
    return std::exchange(error_, nullptr);
  }

 private:
  std::atomic<bool> happened_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
};
inline Failure failure;

}  // namespace detail

namespace base {

class WorldImplBase {
 public:
  WorldImplBase() = default;
  WorldImplBase(const WorldImplBase&) = delete;
  WorldImplBase& operator=(const WorldImplBase&) = delete;
  virtual ~WorldImplBase() { destroy(); }

  int size() const { return 1; }
  int rank() const { return 0; }
  bool is_valid() const { return is_valid_; }
  void* context() { return this; }
  int comm() const { return 0; }

  void execute() { xomp_graph_execute_1(); }
  void fence() {
    if (!xomp_graph_wait_1()) {
      print_error("ttg: fence() was called inside a task, which it would wait for");
      std::abort();
    }
    if (std::exception_ptr error = detail::failure.take()) {
      forget();
      std::rethrow_exception(error);
    }
    report();
    for (auto& status : std::exchange(statuses_, {})) status->set_value();
    for (auto& callback : std::exchange(callbacks_, {})) callback();
  }
  void destroy() {
    if (!is_valid_) return;
    while (!objects_.empty()) objects_.pop_back();
    for (TTBase* tt : std::set<TTBase*>(tts_)) tt->release();  // which deregisters it
    is_valid_ = false;
  }

  template <class T>
  void register_ptr(const std::shared_ptr<T>& ptr) {
    objects_.push_back(ptr);
  }
  template <class T>
  void register_ptr(std::unique_ptr<T>&& ptr) {
    objects_.push_back(std::shared_ptr<T>(std::move(ptr)));
  }
  void register_status(const std::shared_ptr<std::promise<void>>& status) { statuses_.push_back(status); }
  template <class Callback>
  void register_callback(Callback&& callback) {
    callbacks_.emplace_back(std::forward<Callback>(callback));
  }
  void register_op(TTBase* tt) {
    const std::lock_guard lock(mutex_);
    tts_.insert(tt);
  }
  void deregister_op(TTBase* tt) {
    const std::lock_guard lock(mutex_);
    tts_.erase(tt);
  }

  void profile_on() { profiles_ = true; }
  void profile_off() { profiles_ = false; }
  bool profiling() const { return profiles_; }
  void dag_on(const std::string&) {}
  void dag_off() {}
  bool dag_profiling() const { return false; }
  virtual void final_task() {}

  std::unordered_map<const void*, std::shared_ptr<void>>& attachments() { return attachments_; }

 private:
  void forget() {
    const std::lock_guard lock(mutex_);
    for (TTBase* tt : tts_) tt->forget_incomplete_tasks();
  }
  void report() {
    const std::lock_guard lock(mutex_);
    for (TTBase* tt : tts_) tt->report_incomplete_tasks();
  }

  bool is_valid_ = true;
  bool profiles_ = false;
  std::mutex mutex_;
  std::set<TTBase*> tts_;  // under mutex_
  std::vector<std::shared_ptr<void>> objects_;
  std::vector<std::shared_ptr<std::promise<void>>> statuses_;
  std::vector<std::function<void()>> callbacks_;
  std::unordered_map<const void*, std::shared_ptr<void>> attachments_;
};

}  // namespace base

}  // namespace ttg

#endif
