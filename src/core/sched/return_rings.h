// The rings by which ended tasks come back to the worker whose memory they are (RETURN-1). There is one for
// all senders, and for teams of many threads there are some more, so that the threads that run one thread's
// tasks do not all meet at one line. Threads whose numbers are near share a ring: most often they are near
// each other in the machine, too.
#pragma once

#include <cstdint>

#include "core/queue/message_ring.h"
#include "core/task/task.h"

namespace xomp::sched {

class ReturnRings {
 public:
  // Called by any thread of a team of `size`. False: not sent.
  bool send(task::Task* t, std::int32_t number, std::int32_t size) {
    if (!used_by_many_.load(relaxed)) [[likely]]
      return one_.send(t);  // came with the task
    // Other threads use the same ring. A sender that meets one is refused and tries again behind that one. It is
    // refused each time only if the ring is full.
    More& ring = more_[static_cast<std::uint32_t>(number * kMore / size) % kMore];
    for (int tries = 0; tries < kTries; ++tries) {
      if (ring.send(t)) return true;
      platform::cpu_relax();
    }
    return false;
  }

  // --- the owner ---

  // Called before it makes tasks in a team of many threads. Its later teams of few threads use the same rings, as
  // messages may still be there.
  void expect_many() {
    if (!used_by_many_.load(relaxed)) used_by_many_.store(true, relaxed);  // own; published with the tasks
  }
  bool has_messages() const {
    if (one_.has_messages()) return true;
    if (used_by_many_.load(relaxed)) [[unlikely]]  // own
      for (const More& ring : more_)
        if (ring.has_messages()) return true;
    return false;
  }
  template <class Fetch, class Visit>
  void receive(Fetch&& fetch, Visit&& visit) {
    one_.receive(fetch, visit);
    if (used_by_many_.load(relaxed)) [[unlikely]]  // own
      for (More& ring : more_) ring.receive(fetch, visit);
  }
  // As receive(), from one ring, another one each time: an owner that comes seldom finds whole lines of messages.
  template <class Fetch, class Visit>
  void receive_some(Fetch&& fetch, Visit&& visit) {
    if (!used_by_many_.load(relaxed) || turn_ == kMore) {  // own
      turn_ = 0;
      one_.receive(fetch, visit);
    } else {
      more_[turn_++].receive(fetch, visit);
    }
  }
  // Forgets all messages, in fork()'s child.
  void clear() {
    one_.clear();
    for (More& ring : more_) ring.clear();
  }

 private:
  static constexpr int kMore = 8, kTries = 4;
  using More = queue::MessageRing<task::Task, 128>;

  queue::MessageRing<task::Task, 512> one_;
  alignas(platform::cache_line) atomic<bool> used_by_many_{false};  // owner
  int turn_ = 0;                                                    // owner only
  More more_[kMore];
};

}  // namespace xomp::sched
