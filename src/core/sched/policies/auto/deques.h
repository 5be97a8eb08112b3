// The deques of one thread under auto. Most often it has one. While it waits inside a task it may take a task of another
// thread. What that task makes goes to a new deque, if there is something in the old one. Otherwise it would stand
// behind what the thread had before, and a thread that waits for the stolen task could not get at it: thieves take the
// oldest task, and that one may run descendants only.
//
// DEQUES-1: no look of a thief misses a task for long.
//   - The owner stores `count_` before its first push to a new deque. A thread that falls asleep sends a request, passes
//     a heavy fence, and reads `count_` and then the deques (ASK-1). All deques of a thread have one word for requests.
//     So either the owner sees the request with that push, or the sleeper sees the deque.
//   - Deques but the newest are public as a whole: their owner is inside a stolen task and serves no request there.
//   - Deques live for ever. One that is no longer in use is empty.
// ROOT-1: a thief knows without a walk up the parents that what it takes descends from a stolen task.
//   owner: root_, changes_ (release); runs the task; root_, changes_ (release); the task's end is told.
//   thief: changes_ (acquire), root_ and its ancestors, takes a task (acquire), changes_ again.
//   If nothing has changed, the root was being executed all the while, so it and its parent were valid. And what was
//   taken was put since: a task that was put after a change would bring the change with it (DEQUE-1).
#pragma once

#include <cstdint>

#include "core/queue/split_deque.h"
#include "core/task/task.h"
#include "platform/atomic.h"

namespace xomp::sched {

// A deque and the stolen task from which all descends that is in it; nullptr = there is no such task.
class RootedDeque : public queue::SplitDeque<task::Task> {
 public:
  // Called by the owner. The deque must be empty, or what is in it must descend from `root`.
  void set_root(task::Task* root) {
    root_.store(root, relaxed);                           // [ROOT-1] published by the next one
    changes_.store(changes_.load(relaxed) + 1, release);  // [ROOT-1] its own
  }
  task::Task* root() const { return root_.load(relaxed); }          // [ROOT-1]
  std::uint32_t changes() const { return changes_.load(acquire); }  // [ROOT-1]

 private:
  // Written by the owner. Thieves read both before they take anything.
  alignas(platform::cache_line) atomic<task::Task*> root_{nullptr};
  atomic<std::uint32_t> changes_{0};
};

class Deques {
 public:
  using Deque = RootedDeque;
  static constexpr int kMost = 8;

  Deques() { first_.share_requests(requests_); }
  Deques(const Deques&) = delete;
  Deques& operator=(const Deques&) = delete;

  // --- owner ---

  // The deque for what the thread puts now.
  Deque& newest() { return *newest_; }
  const Deque& newest() const { return *newest_; }
  // Begins a new deque. Returns false if there are kMost of them already, or there is no memory.
  [[gnu::cold]] bool open();
  // Goes back to the deque before. The caller must have emptied the newest one.
  [[gnu::cold]] void close();
  // Gives the newest deque its ring, at its first task.
  void make_ring();

  // --- any thread ---

  int count() const { return count_.load(acquire); }                                        // [DEQUES-1]
  Deque& at(int level) { return level == 0 ? first_ : *others_[level - 1].load(acquire); }  // as it was made
  const Deque& at(int level) const { return const_cast<Deques*>(this)->at(level); }
  const atomic<std::uint32_t>& request_word() const { return requests_; }
  bool is_requested() const { return requests_.load(relaxed) != 0; }  // hint
  void request(queue::Request what = queue::Request::usual) { first_.request(what); }
  // Returns the deque that was the newest a moment ago.
  Deque& seen_newest() { return at(count() - 1); }
  const Deque& seen_newest() const { return at(count() - 1); }
  int public_items() const {
    int n = 0;
    for (int level = count() - 1; level >= 0; --level) n += at(level).public_items();
    return n;
  }
  int private_items() const { return seen_newest().private_items(); }  // [DEQUES-1] the others have none

 private:
  Deque first_;
  // Written by thieves, and by the owner when it serves them; the owner writes count_.
  alignas(platform::cache_line) atomic<std::uint32_t> requests_{0};
  atomic<std::int32_t> count_{1};
  // Written by the owner; others_ when it makes a deque.
  Deque* newest_ = &first_;
  atomic<Deque*> others_[kMost - 1] = {};
};

}  // namespace xomp::sched
