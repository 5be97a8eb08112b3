// Worker: a seat of an executor, and the thread that sits there. WorkerInterface: what runs when such a thread begins and
// ends.
#pragma once

#include <pthread.h>
#include <xomp/graph.h>

#include <cstring>
#include <exception>
#include <memory>
#include <thread>

#include "../detail/task_names.hpp"
#include "declarations.hpp"

namespace tf {

class Worker {
 public:
  std::size_t id() const { return seat_->number; }
  std::size_t queue_size() const { return xomp_graph_seat_queued_1(seat_); }
  std::size_t queue_capacity() const { return xomp_graph_seat_room_1(seat_); }
  Executor* executor() { return executor_; }
  // For the headers: says whether the executor has observers, or statistics are wanted.
  bool is_observed() const { return is_observed_; }
  // Returns the thread that sits here. An executor without a WorkerInterface has no threads of its own, so it returns a
  // view of the calling thread: only native_handle() and get_id() are of use then.
  std::thread& thread() {
    if (thread_.joinable()) return thread_;
    const pthread_t self = pthread_self();
    static_assert(sizeof(std::thread) == sizeof(pthread_t), "std::thread is a handle of the system's thread");
    std::memcpy(static_cast<void*>(&borrowed_), &self, sizeof self);
    return borrowed_.thread;
  }

 private:
  friend class Executor;
  friend class WorkerView;

  union Borrowed {
    Borrowed() {}
    ~Borrowed() {}
    std::thread thread;
  };

  Executor* executor_ = nullptr;
  void* core_ =
      nullptr;  // the executor's Core. In fork()'s child the executor itself may have lain on the stack of a thread that is gone
  bool is_observed_ = false;
  std::unique_ptr<detail::TaskNames> names_;  // with statistics only
  xomp::graph::Seat* seat_ = nullptr;
  std::thread thread_;
  Borrowed borrowed_;
};

class WorkerView {
 public:
  explicit WorkerView(const Worker& worker) : worker_(&worker) {}
  std::size_t id() const { return worker_->id(); }
  std::size_t queue_size() const { return worker_->queue_size(); }
  std::size_t queue_capacity() const { return worker_->queue_capacity(); }

 private:
  const Worker* worker_;
};

// An executor with a WorkerInterface has as many threads of its own as workers, for as long as it lives.
class WorkerInterface {
 public:
  virtual ~WorkerInterface() = default;
  virtual void scheduler_prologue(Worker& worker) = 0;
  virtual void scheduler_epilogue(Worker& worker, std::exception_ptr error) = 0;
};

template <typename T, typename... Args>
std::unique_ptr<T> make_worker_interface(Args&&... args) {
  static_assert(std::is_base_of_v<WorkerInterface, T>, "T must be derived from tf::WorkerInterface");
  return std::make_unique<T>(std::forward<Args>(args)...);
}

}  // namespace tf
