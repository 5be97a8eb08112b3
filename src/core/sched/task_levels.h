// Tasks in the order of a number, their key, for the shared queue: a list for each level of keys, linked both ways. To
// put a task and to take the first or last one of a level takes a few steps, however many tasks wait. Keys below 16
// have a level each; larger ones share one with those that agree in their first four bits, and are sorted in it. One
// thread at a time: the caller holds a lock.
#pragma once

#include <bit>
#include <climits>
#include <cstdint>

#include "core/task/task.h"
#include "platform/memory.h"

namespace xomp::sched {

// Order has `key(const Task*)`, and `before(a, b)`, which says in which order the keys a and b of one level stand.
// Tasks of one key stand in the order in which they came.
template <class Order>
class TaskLevels {
 public:
  using Task = task::Task;
  static constexpr int kNone = -1;

  static int level_of(std::uint32_t key) {
    if (key < kExact) return static_cast<int>(key);
    const int e = static_cast<int>(std::bit_width(key)) - 1;
    return static_cast<int>(kExact) + (e - kExactBits) * kParts + static_cast<int>(key >> (e - 3) & (kParts - 1));
  }

  void put(Task* t) {
    if (lists_ == nullptr) [[unlikely]]
      lists_ = static_cast<List*>(platform::allocate_forever(kLevels * sizeof(List)));
    const std::uint32_t key = Order::key(t);
    const int level = level_of(key);
    List& list = lists_[level];
    Task* before = list.last;
    // Tasks that come in great numbers come in order, or nearly so. So few steps are enough; other tasks may stand a
    // little out of order.
    for (int steps = kMostSteps; before != nullptr && steps > 0 && Order::before(key, Order::key(before)); --steps)
      before = before->queued_before;
    Task* const after = before != nullptr ? static_cast<Task*>(before->next) : list.first;
    t->queued_before = before;
    t->next = after;
    if (before != nullptr) before->next = t;
    else list.first = t;
    if (after != nullptr) after->queued_before = t;
    else list.last = t;
    used_[level / 64] |= bit(level);
  }

  // Takes out a task that is here.
  void remove(Task* t) {
    const int level = level_of(Order::key(t));
    List& list = lists_[level];
    Task* const before = t->queued_before;
    Task* const after = t->next;
    if (before != nullptr) before->next = after;
    else list.first = after;
    if (after != nullptr) after->queued_before = before;
    else list.last = before;
    if (list.first == nullptr) used_[level / 64] &= ~bit(level);
  }

  bool empty() const { return (used_[0] | used_[1] | used_[2] | used_[3]) == 0; }
  Task* first(int level) const { return lists_[level].first; }
  Task* last(int level) const { return lists_[level].last; }

  // Returns among how many of this level's last tasks the `count` that came last must be.
  static int reach_of_newest(int level, int count) {
    const int out_of_order = count > 0 && level >= static_cast<int>(kExact) ? kMostSteps : 0;
    return count > INT_MAX - out_of_order ? INT_MAX : count + out_of_order;
  }

  // Return the highest or lowest level that has a task, or the next lower one. kNone if there is none.
  int highest() const { return below(64 * kWords); }
  int below(int level) const {
    for (int word = (level - 1) >> 6; level > 0 && word >= 0; --word, level = 64 * (word + 1)) {
      const std::uint64_t here = used_[word] & (level % 64 == 0 ? ~std::uint64_t{0} : bit(level) - 1);
      if (here != 0) return 64 * word + static_cast<int>(std::bit_width(here)) - 1;
    }
    return kNone;
  }
  int lowest() const {
    for (int word = 0; word < kWords; ++word)
      if (used_[word] != 0) return 64 * word + std::countr_zero(used_[word]);
    return kNone;
  }

  // Takes out all, by the links from first to last alone.
  template <class Visit>
  void drain(Visit&& visit) {
    for (int level = 0; lists_ != nullptr && level < kLevels; ++level) {
      for (Task* t = lists_[level].first; t != nullptr;) {
        Task* const next = t->next;
        visit(t);
        t = next;
      }
      lists_[level] = {};
    }
    for (std::uint64_t& word : used_) word = 0;
  }

 private:
  static constexpr int kExactBits = 4, kParts = 8, kWords = 4;
  static constexpr std::uint32_t kExact = 1u << kExactBits;
  static constexpr int kLevels = static_cast<int>(kExact) + (32 - kExactBits) * kParts;
  static_assert(kLevels <= 64 * kWords);
  static constexpr int kMostSteps = 64;  // to the place of a task in its level

  static std::uint64_t bit(int level) { return std::uint64_t{1} << (level % 64); }

  struct List {
    Task* first;
    Task* last;
  };
  std::uint64_t used_[kWords] = {};  // the levels that have a task
  List* lists_ = nullptr;            // made at the first task
};

// Priorities: the highest first.
struct ByPriority {
  static std::uint32_t key(const task::Task* t) { return static_cast<std::uint32_t>(t->priority); }
  static bool before(std::uint32_t a, std::uint32_t b) { return a > b; }
};
// Depths in the tree of tasks: the deepest last.
struct ByDepth {
  static std::uint32_t key(const task::Task* t) { return t->depth.load(relaxed); }  // the caller holds the task
  static bool before(std::uint32_t a, std::uint32_t b) { return a < b; }
};

}  // namespace xomp::sched
