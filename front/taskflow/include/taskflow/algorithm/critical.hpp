// CriticalSection (up to 3.7): a semaphore around the tasks that are added to it.
#pragma once

#include "../core/semaphore.hpp"
#include "../core/task.hpp"

namespace tf {

class CriticalSection : public Semaphore {
 public:
  explicit CriticalSection(std::size_t max_workers = 1) : Semaphore(max_workers) {}
  // At most `max_workers` of all tasks added run at the same time.
  template <typename... Tasks>
  void add(Tasks... tasks) {
    ((void)tasks.acquire(*this).release(*this), ...);
  }
};

}  // namespace tf
