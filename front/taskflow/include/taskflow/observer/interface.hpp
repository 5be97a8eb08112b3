// ObserverInterface: what is called before and after each task of an executor, on the worker that runs it.
#pragma once

#include <chrono>

#include "../core/task.hpp"
#include "../core/worker.hpp"

namespace tf {

using observer_stamp_t = std::chrono::time_point<std::chrono::steady_clock>;

class ObserverInterface {
 public:
  virtual ~ObserverInterface() = default;
  virtual void set_up(std::size_t num_workers) = 0;
  virtual void on_entry(WorkerView worker, TaskView task) = 0;
  virtual void on_exit(WorkerView worker, TaskView task) = 0;
};

}  // namespace tf
