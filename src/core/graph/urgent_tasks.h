// The tasks of one thread that have a priority other than 0: a pairing heap, linked through the tasks. The thread puts
// tasks in, and any thread takes the most urgent one. The lock is held for a few instructions.
#pragma once

#include <climits>
#include <cstdint>
#include <new>

#include "core/graph/layout.h"
#include "platform/atomic.h"
#include "platform/short_lock.h"

namespace xomp::graph {

class UrgentTasks {
 public:
  static constexpr std::int32_t kNone = INT_MIN;

  // Returns the highest priority, or kNone if there is no task. A hint. It is exact for a task that the caller has put
  // and no thread has taken.
  std::int32_t highest() const { return highest_.load(relaxed); }  // rechecked under the lock

  void put(Task* task) {
    task->next = task->child = nullptr;
    const platform::ShortGuard guard(lock_);
    set_root(root_ == nullptr ? task : merge(task, root_));
  }
  // Returns nullptr if there is none above `floor`.
  Task* take_above(std::int32_t floor) {
    if (highest() <= floor) return nullptr;
    const platform::ShortGuard guard(lock_);
    Task* const task = root_;
    if (task == nullptr || key_of(*task) <= floor) return nullptr;
    set_root(merge_pairs(task->child));
    return task;
  }
  void forget() { new (this) UrgentTasks; }  // in fork()'s child: as made

 private:
  // kNone must stand for no task, so a task with that priority counts as one higher.
  static std::int32_t key_of(const Task& task) { return task.priority == kNone ? kNone + 1 : task.priority; }

  void set_root(Task* task) {
    root_ = task;
    highest_.store(task == nullptr ? kNone : key_of(*task), relaxed);  // a hint for those without the lock
  }
  // Merges two heaps. Both must be roots, without a sibling. `newer` comes first among equals.
  static Task* merge(Task* newer, Task* older) {
    Task* const first = newer->priority >= older->priority ? newer : older;
    Task* const second = first == newer ? older : newer;
    second->next = first->child;
    first->child = second;
    return first;
  }
  // Makes one heap of a list of siblings: in pairs from the left, then all from the right.
  static Task* merge_pairs(Task* siblings) {
    Task* pairs = nullptr;
    while (siblings != nullptr) {
      Task* const a = siblings;
      Task* const b = a->next;
      siblings = b == nullptr ? nullptr : b->next;
      a->next = nullptr;
      Task* merged = a;
      if (b != nullptr) {
        b->next = nullptr;
        merged = merge(a, b);
      }
      merged->next = pairs;
      pairs = merged;
    }
    Task* root = nullptr;
    while (pairs != nullptr) {
      Task* const next = pairs->next;
      pairs->next = nullptr;
      root = root == nullptr ? pairs : merge(pairs, root);
      pairs = next;
    }
    return root;
  }

  platform::ShortLock lock_;
  atomic<std::int32_t> highest_{kNone};  // written under the lock
  Task* root_ = nullptr;                 // under the lock
};

}  // namespace xomp::graph
