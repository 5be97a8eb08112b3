// OMPi's pending queue: the descriptors that a worker has made for tasks which others may execute. It is a private set of pointers. A
// thread that executes such a task only sets a flag in the descriptor, by its last access. The worker looks for flags when it wants memory
// or waits. One for a worker (core/sched/pending.h); all but set_flag() is called by that worker alone.
//
// PENDING-1: what leaves the queue by its flag is over, and what the task did is seen by the worker.
//   A task is listed before others can find it. `tasks_` has it once, until the worker takes it out. kEnded is set once: by the thread that
//   ends the task, as its last access (release), or by the worker itself. The worker reads the flags (acquire) before it touches anything
//   else of the descriptor, and does not write them between listing and flag. So flags have one writer at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "core/task/task.h"
#include "platform/heap.h"

namespace xomp::task {

class PendingQueue {
 public:
  PendingQueue() = default;
  ~PendingQueue() { platform::give_piece_back(tasks_, bytes_for(room_)); }
  PendingQueue(const PendingQueue&) = delete;
  PendingQueue& operator=(const PendingQueue&) = delete;

  // Lists a new task. Returns false if there is no memory for its place.
  bool list(Task* t) {
    if (count_ == room_ && !grow()) [[unlikely]]
      return false;
    t->set(kListed);
    tasks_[count_++] = t;
    ++listed_;
    return true;
  }

  // The task has ended without children, and nobody else will touch the descriptor. Called by the thread that has executed it, or has
  // fulfilled its event, as its last access.
  static void set_flag(Task* t) {
    const std::uint32_t flags = t->flags.load(relaxed);
    t->flags.exchange(flags | kEnded, seq_cst);  // [PENDING-1]; [PENDING-2] before the look at the sleeper
  }

  // Takes the task out if it is the newest one. Otherwise the worker flags it.
  bool take_newest(const Task* t) {
    if (count_ == 0 || tasks_[count_ - 1] != t) return false;
    --count_;
    return true;
  }

  // Says whether so many tasks are listed that it is time to collect.
  bool is_due() const { return count_ >= due_; }
  // Looks at all listed tasks and takes out those with the flag. Calls visit(task, flags) for each; that may call take_newest(). Returns
  // how many there were.
  template <class Visit>
  std::uint32_t collect(Visit&& visit) {
    std::uint32_t found = 0;
    for (std::uint32_t at = 0; at < count_;) {
      if (take_if_flagged(at, visit)) ++found;
      else ++at;
    }
    due_ = std::max(kFirstDue,
                    2 * count_);  // so each task is looked at twice on average, and half of the memory is in use
    return found;
  }
  // As collect(), for some tasks, and others each time: for a thread that looks again and again. While the thread makes tasks it has
  // nothing to wait for, so few of its calls look, and at about as many tasks as it has made. There may be a million that cannot end yet.
  template <class Visit>
  void look(Visit&& visit) {
    constexpr std::uint32_t kLeast = 64, kPart = 8, kPace = 64;
    const bool makes_tasks = listed_ != listed_at_call_;
    const std::uint32_t made = listed_ - listed_at_look_;
    listed_at_call_ = listed_;
    if (makes_tasks && made < kPace) return;
    listed_at_look_ = listed_;
    const std::uint32_t many = makes_tasks ? 2 * made : kLeast + count_ / kPart;
    for (std::uint32_t left = std::min(many, count_); left != 0 && count_ != 0; --left) {
      if (next_ >= count_) next_ = 0;
      if (!take_if_flagged(next_, visit)) ++next_;
    }
  }

  std::uint32_t count() const { return count_; }

 private:
  static constexpr std::uint32_t kFirstDue = 512, kFirstRoom = 512;

  static std::size_t bytes_for(std::uint32_t room) { return room * sizeof(Task*); }

  // Puts the newest task into the place of one that is taken out.
  template <class Visit>
  bool take_if_flagged(std::uint32_t at, Visit& visit) {
    Task* const t = tasks_[at];
    const std::uint32_t flags = t->flags.load(acquire);  // [PENDING-1]
    if ((flags & kEnded) == 0) return false;
    tasks_[at] = tasks_[--count_];
    visit(t, flags);
    return true;
  }

  [[gnu::noinline, gnu::cold]] bool grow() {
    if (room_ > UINT32_MAX / 4) return false;
    const std::uint32_t room = room_ == 0 ? kFirstRoom : 2 * room_;
    auto** const tasks = static_cast<Task**>(platform::take_piece(bytes_for(room)));
    if (tasks == nullptr) return false;
    if (count_ != 0) std::memcpy(tasks, tasks_, bytes_for(count_));
    platform::give_piece_back(tasks_, bytes_for(room_));
    tasks_ = tasks;
    room_ = room;
    return true;
  }

  Task** tasks_ = nullptr;
  std::uint32_t count_ = 0, room_ = 0;
  std::uint32_t next_ = 0;  // where look() goes on
  // So many tasks were ever listed: now, at the last call of look(), and when that looked; modulo 2^32.
  std::uint32_t listed_ = 0, listed_at_call_ = 0, listed_at_look_ = 0;
  std::uint32_t due_ = kFirstDue;
};

}  // namespace xomp::task
