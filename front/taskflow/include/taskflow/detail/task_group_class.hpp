// TaskGroup: asyncs that a task of the executor waits for. Made by Executor::task_group().
#pragma once

#include "async_work.hpp"

namespace tf {

class TaskGroup : public detail::Spawner<TaskGroup> {
 public:
  TaskGroup(const TaskGroup&) = delete;
  TaskGroup& operator=(const TaskGroup&) = delete;
  // Waits for tasks that have not ended, since they count in the scope.
  ~TaskGroup() {
    if (scope_.unfinished_of_owner() != 0) detail::wait_as_owner(me_, scope_);
  }

  // Runs tasks until those of the group have ended. Throws the first exception of a silent one. Then the group can be
  // used again.
  void corun() {
    detail::wait_as_owner(me_, scope_);
    if (TF_UNLIKELY(scope_.has(detail::Scope::kFailed))) detail::rethrow(scope_.take_error());
  }
  // Drops the tasks that have not begun, and all that come later.
  void cancel() { scope_.cancel(); }
  bool is_cancelled() { return scope_.is_stopped(); }
  std::size_t size() const { return static_cast<std::size_t>(scope_.unfinished_of_owner()); }
  Executor& executor() { return executor_; }

  // --- for the headers ---
  Executor& owner() { return executor_; }
  detail::View* view() const { return me_.view; }
  detail::Scope& scope() { return scope_; }

 private:
  friend class Executor;
  TaskGroup(Executor& executor, detail::Seat& me) : executor_(executor), me_(me), scope_(me) {}

  Executor& executor_;
  detail::Seat& me_;
  detail::Scope scope_;
};

}  // namespace tf
