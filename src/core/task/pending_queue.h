// OMPi's way with descriptors, an alternative to returning them (RETURN-1). The tasks that a thread creates stay listed
// with it. The thread that executes a task only sets a flag in it, by one store; the creator collects flagged ones when
// it needs memory. No list is written by two threads, and a taskwait is over when all tasks that the task region has
// created are flagged. One for a worker; used by that worker alone, except finish().
//
// PENDING-1: a collected task is over, and the thread that waited for it sees what it did.
//   finish(): flags.store(+ kExecuted, release), the executor's last access
//   owner:    flags.load(acquire), uses the block anew
#pragma once

#include <cassert>
#include <cstdint>

#include "core/task/descriptor_pool.h"
#include "core/task/task.h"
#include "platform/atomic.h"

namespace xomp::task {

// In Task::flags: the executor is through with the descriptor.
inline constexpr std::uint32_t kExecuted = 1u << 31;
static_assert(kExecuted > kHoldsMutexes, "not one of enum Flag");

class PendingQueue {
 public:
  // A task region that the thread executes, on its stack. The tasks created in it are listed here until they are
  // collected. Written by the thread.
  class Region {
   public:
    // Out of line: a compiler that sees through it warns of the stack's address, which the destructor takes back.
    [[gnu::noinline]] explicit Region(PendingQueue& queue) : queue_(queue), outer_(queue.innermost_) {
      queue.innermost_ = this;
    }
    // The region is over: only the barrier still waits for its tasks that are not executed yet.
    ~Region() {
      queue_.innermost_ = outer_;
      queue_.adopt(newest_);
    }
    Region(const Region&) = delete;
    Region& operator=(const Region&) = delete;

   private:
    friend class PendingQueue;
    PendingQueue& queue_;
    Region* outer_;
    Task* newest_ = nullptr;
  };

  explicit PendingQueue(DescriptorPool& pool) : pool_(pool) {}
  PendingQueue(const PendingQueue&) = delete;
  PendingQueue& operator=(const PendingQueue&) = delete;

  // A descriptor of at least `bytes` for a task of the innermost region, which must exist. The descriptor is listed.
  // `flags` comes without size class.
  Task* create(std::size_t bytes, std::uint32_t flags) {
    assert(innermost_ != nullptr && (flags & (kSizeClass | kExecuted)) == 0);
    if (listed_ >= collect_at_) [[unlikely]]
      collect();
    std::uint32_t size_class = 0;
    Task* const t = pool_.allocate(bytes + sizeof(Task*), &size_class);
    t->flags.store(flags | size_class, relaxed);  // published with the task
    link_of(t) = innermost_->newest_;
    innermost_->newest_ = t;
    ++listed_;
    return t;
  }

  // The executor is through with `t`: its last access. Children of t do not refer to it any more, or t
  // has waited for them. Any thread.
  static void finish(Task* t) { t->flags.store(t->flags.load(relaxed) | kExecuted, release); }  // [PENDING-1]

  // Taskwait: whether all tasks that the innermost region has created are over. Goes on looking where it stopped last.
  bool all_executed() {
    Task*& newest = innermost_->newest_;
    while (newest != nullptr && is_executed(newest)) remove(newest);
    return newest == nullptr;
  }
  // Barrier: whether no task that this thread ever created is left.
  bool is_empty() {
    if (listed_ != 0) collect();
    return listed_ == 0;
  }
  // Takes the memory of all tasks that are over, and returns how many there were.
  [[gnu::noinline]] std::uint32_t collect() {
    const std::uint32_t before = listed_;
    for (Region* r = innermost_; r != nullptr; r = r->outer_) sweep(&r->newest_);
    sweep(&adopted_);
    // So a task is swept over twice on average.
    collect_at_ = listed_ < kFirstCollection / 2 ? kFirstCollection : 2 * listed_;
    return before - listed_;
  }
  std::uint32_t listed() const { return listed_; }

 private:
  static constexpr std::uint32_t kFirstCollection = 64;

  // The list's link: the last word of the block, because `next` belongs to the thread that holds the task. Owner only.
  static Task*& link_of(Task* t) {
    const std::uint32_t size_class = t->flags.load(relaxed) & kSizeClass;  // never changes
    return *reinterpret_cast<Task**>(reinterpret_cast<char*>(t) + DescriptorPool::bytes_of(t, size_class) -
                                     sizeof(Task*));
  }
  static bool is_executed(const Task* t) { return (t->flags.load(acquire) & kExecuted) != 0; }  // [PENDING-1]

  // Removes the task that is over and that `at` leads to; `at` leads to the following one then.
  void remove(Task*& at) {
    Task* const t = at;
    at = link_of(t);
    pool_.release(t, t->flags.load(relaxed) & kSizeClass);
    --listed_;
  }
  // Removes the tasks that are over. Returns the place of the last link, which is nullptr.
  Task** sweep(Task** at) {
    while (*at != nullptr) {
      if (is_executed(*at)) {
        remove(*at);
      } else {
        at = &link_of(*at);
      }
    }
    return at;
  }
  void adopt(Task* list) {
    if (list == nullptr) return;
    Task** const end = sweep(&list);
    *end = adopted_;
    adopted_ = list;
  }

  DescriptorPool& pool_;
  Region* innermost_ = nullptr;
  Task* adopted_ = nullptr;  // of regions that are over
  std::uint32_t listed_ = 0;
  std::uint32_t collect_at_ = kFirstCollection;
};

}  // namespace xomp::task
