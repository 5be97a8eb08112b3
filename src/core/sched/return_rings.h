// The rings by which ended tasks come back to the worker whose memory they are (RETURN-1). There is one for
// all senders, and for teams of many threads there are some more, so that the threads that run one thread's
// tasks do not all meet at one line. Threads whose numbers are near share a ring: most often they are near
// each other in the machine, too.
//
// The rings take three pages, and of thousands of workers few make tasks. So a worker of a large team has none before the
// first of its tasks comes back, which it does by the list (finish.cpp).
//
// RINGS-1: a sender finds a whole ring or none. The owner builds a ring, then stores its address (release); a sender
//   loads that (acquire). A ring stays, once it is there. Only the owner stores the addresses, so it always knows its
//   own rings: has_messages() looks at each ring that some sender can have found.
#pragma once

#include <cstdint>
#include <new>

#include "core/queue/message_ring.h"
#include "core/task/task.h"
#include "platform/memory.h"

namespace xomp::sched {

class ReturnRings {
 public:
  // Called by any thread of a team of `size`. Returns false if it was not sent.
  bool send(task::Task* t, std::int32_t number, std::int32_t size) {
    if (!used_by_many_.load(relaxed)) [[likely]] {  // came with the task
      One* const one = one_.load(acquire);          // [RINGS-1]
      return one != nullptr && one->send(t);
    }
    More* const more = more_.load(acquire);  // [RINGS-1]
    if (more == nullptr) return false;
    // Other threads use the same ring. A sender that meets another one is refused, so it tries the place behind. If it
    // is refused each time, the ring must be full.
    Ring& ring = more->rings[static_cast<std::uint32_t>(number * kMore / size) % kMore];
    for (int tries = 0; tries < kTries; ++tries) {
      if (ring.send(t)) return true;
      platform::cpu_relax();
    }
    return false;
  }

  // --- the owner ---

  // Called before the owner makes tasks in a team of many threads. Its later teams of few threads use the same rings,
  // because messages may still be there.
  void expect_many() {
    if (!used_by_many_.load(relaxed)) used_by_many_.store(true, relaxed);  // own; published with the tasks
  }
  // Makes the rings that senders would use now, if they are missing. Without memory for them all returns go by the list.
  void make() {
    if (has_rings()) [[likely]]
      return;
    if (used_by_many_.load(relaxed)) make_ring(more_);  // own
    else make_ring(one_);
  }
  bool has_messages() const {
    if (const One* const one = one_.load(relaxed); one != nullptr && one->has_messages()) return true;  // own
    if (const More* const more = more_.load(relaxed); more != nullptr) [[unlikely]]                     // own
      for (const Ring& ring : more->rings)
        if (ring.has_messages()) return true;
    return false;
  }
  template <class Fetch, class Visit>
  void receive(Fetch&& fetch, Visit&& visit) {
    if (One* const one = one_.load(relaxed)) one->receive(fetch, visit);       // own
    if (More* const more = more_.load(relaxed); more != nullptr) [[unlikely]]  // own
      for (Ring& ring : more->rings) ring.receive(fetch, visit);
  }
  // As receive(), for one ring, and another one each time, so that an owner which comes seldom finds whole lines of
  // messages.
  template <class Fetch, class Visit>
  void receive_some(Fetch&& fetch, Visit&& visit) {
    More* const more = more_.load(relaxed);  // own
    if (more != nullptr && turn_ != kMore) return more->rings[turn_++].receive(fetch, visit);
    turn_ = 0;
    if (One* const one = one_.load(relaxed)) one->receive(fetch, visit);  // own
  }
  // Forgets all messages, in fork()'s child.
  void clear() {
    if (One* const one = one_.load(relaxed)) one->clear();  // own
    if (More* const more = more_.load(relaxed))             // own
      for (Ring& ring : more->rings) ring.clear();
  }

 private:
  static constexpr int kMore = 8, kTries = 4;
  using One = queue::MessageRing<task::Task, 512>;
  using Ring = queue::MessageRing<task::Task, 128>;
  struct More {
    Ring rings[kMore];
  };

  bool has_rings() const {
    return used_by_many_.load(relaxed) ? more_.load(relaxed) != nullptr : one_.load(relaxed) != nullptr;  // own
  }
  template <class Rings>
  static void make_ring(atomic<Rings*>& at) {
    if (void* const memory = platform::try_allocate_forever(sizeof(Rings)))
      at.store(new (memory) Rings, release);  // [RINGS-1]
  }

  // The owner writes all of it; senders read the first three.
  atomic<One*> one_{nullptr};
  atomic<More*> more_{nullptr};
  atomic<bool> used_by_many_{false};
  int turn_ = 0;  // owner only
};

}  // namespace xomp::sched
