// Tasks of other threads that one worker has ended, held back until there are some, so that an owner's list is
// written once for many (RETURN-1 in core/sched writes it once for each). The executor adds tasks. It hands them back
// when the batch is full, when it falls idle, and when it sees an owner wait. A waiting owner may also come for its
// tasks, so any thread may hand back.
//
// BATCH-1: a thread that hands a task back sees its end, and does so once.
//   add: held_.CAS(release)     hand_back_all: held_.exchange(nullptr, acquire); the list has one holder then.
//   CAS: a visitor may take the list between its load and its store. Pushed one by one and taken whole, so no ABA.
// BATCH-2: nobody sleeps for an end that is held back (asymmetric Dekker; PROTOCOL.md).
//   executor: held_.CAS, light fence, load of the owner's mark; if it waits: hand_back_all.
//   owner:    marks itself as waiting, heavy fence, hand_back_all of every worker's batch; sleeps.
#pragma once

#include <cstdint>

#include "core/task/task.h"
#include "platform/atomic.h"
#include "platform/cpu.h"
#include "platform/fence.h"

namespace xomp::task {

class alignas(platform::cache_line) ReturnBatch {
 public:
  static constexpr std::uint32_t kFull = 16;

  // Called by the executor. `t` is over but for its return. is_waiting(owner id) is a look at that worker's mark. True:
  // the caller hands back now. Nothing of *t may be used afterwards, except as RETURN-2 allows.
  template <class IsWaiting>
  [[nodiscard]] bool add(Task* t, IsWaiting&& is_waiting) {
    const std::int32_t owner = t->owner;
    Task* head = held_.load(relaxed);
    do {
      t->next = head;
    } while (!held_.compare_exchange_weak(head, t, release, relaxed));  // [BATCH-1] [BATCH-2]
    count_ = head == nullptr ? 1 : count_ + 1;
    platform::fence_light();  // [BATCH-2] between held_ and the owner's mark
    return count_ >= kFull || is_waiting(owner);
  }

  // Hands all back: hand_back(owner id, newest, oldest, how many), once for each owner, with the tasks linked by `next`
  // from newest to oldest. The oldest one's link is free to use. Any thread.
  template <class HandBack>
  void hand_back_all(HandBack&& hand_back) {
    if (held_.load(relaxed) == nullptr) return;     // [BATCH-2] the caller's fence is before
    Task* rest = held_.exchange(nullptr, acquire);  // [BATCH-1]
    while (rest != nullptr) {
      const std::int32_t owner = rest->owner;
      Chain same, others;
      while (rest != nullptr) {
        Task* const t = rest;
        rest = t->next;
        (t->owner == owner ? same : others).append(t);
      }
      if (others.last != nullptr) others.last->next = nullptr;
      rest = others.first;
      hand_back(owner, same.first, same.last, same.count);
    }
  }
  bool is_empty() const { return held_.load(relaxed) == nullptr; }  // hint

 private:
  struct Chain {
    Task* first = nullptr;
    Task* last = nullptr;
    std::uint32_t count = 0;
    void append(Task* t) {
      if (last != nullptr) last->next = t;
      else first = t;
      last = t;
      ++count;
    }
  };

  // Tasks ended here, newest first, of any owners. Pushed by the executor, taken whole by any thread.
  atomic<Task*> held_{nullptr};
  std::uint32_t count_ = 0;  // in held_, if nobody has taken them since; executor only
};

}  // namespace xomp::task
