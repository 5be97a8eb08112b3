// A skew heap and a list under a short lock.
#include "core/sched/shared_queue.h"

#include <utility>

#include "platform/cpu.h"
#include "platform/thread.h"

namespace xomp::sched {

namespace {

using task::Task;

// Arrival order is kept in saved_floor, which a queued task does not use.
bool before(const Task* a, const Task* b) {
  if (a->priority != b->priority) return a->priority > b->priority;
  return static_cast<std::int32_t>(a->saved_floor - b->saved_floor) < 0;
}

// Merges two heaps. A loop, not a recursion: a heap that has become a list would use up the stack.
Task* merge(Task* a, Task* b) {
  Task* root = nullptr;
  Task** at = &root;
  while (a != nullptr && b != nullptr) {
    if (before(b, a)) std::swap(a, b);
    *at = a;
    Task* rest = a->heap_right;
    a->heap_right = a->heap_left;
    at = &a->heap_left;
    a = rest;
  }
  *at = a != nullptr ? a : b;
  return root;
}

}  // namespace

void SharedQueue::lock() {
  // The holder may have lost its processor, so after a few polls this thread gives its own away.
  for (int i = 0; busy_.load(relaxed) || busy_.exchange(true, acquire); ++i) {
    if (i < 16) {
      platform::cpu_relax();
    } else {
      platform::yield_processor();
    }
  }
}

void SharedQueue::insert(Task* t) {
  t->heap_left = t->heap_right = nullptr;
  root_ = merge(root_, t);
}

Task* SharedQueue::pop_root() {
  Task* t = root_;
  root_ = merge(t->heap_left, t->heap_right);
  return t;
}

void SharedQueue::put(Task* t, std::int32_t priority) {
  Guard guard(*this);
  const std::uint32_t arrival = puts_.load(relaxed);  // here and below: under the lock
  puts_.store(arrival + 1, relaxed);
  if (priority > 0) {
    t->priority = priority;
    t->saved_floor = arrival;
    insert(t);
  } else {
    t->next = nullptr;
    if (last_ != nullptr) last_->next = t;
    else first_ = t;
    last_ = t;
  }
  count_.store(count_.load(relaxed) + 1, release);  // under the lock
}

}  // namespace xomp::sched
