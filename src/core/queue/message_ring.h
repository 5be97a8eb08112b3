// Pointers from any thread to one: a ring whose slots the senders claim by compare-and-swap. It never makes a thread
// wait: a sender that meets another one, or a full ring, is refused and takes another way (a list, say). One line
// carries eight messages, and the receiver knows the next ones before it has touched the first. A list through the
// objects themselves would cost it one miss after the other.
//
// RING-M1: each message is received once, and none stands behind an empty slot.
//   A slot holds a pointer, or `vacant(t)`: free for the message with number t. `next_` is the number to send.
//   send:    t = next_; slot[t % N]: vacant(t) -> pointer (CAS), fails if the slot holds anything else; next_ = t + 1.
//   receive: slot[t % N] holds a pointer: -> vacant(t + N); on to t + 1.
//   Only the sender that has claimed t stores t + 1, so numbers are claimed in order and `next_` has one writer at a
//   time. A sender that stops between its two stores holds up nobody: others are refused, the receiver sees what has
//   been claimed. A sender that read `next_` long ago finds another number in the slot: 64 bits do not come round.
// RING-M2: a receiver that sleeps is seen.
//   sender: send(), load of the receiver's mark    receiver: store of its mark, has_messages()
//   All four are seq_cst, so one of the two sides sees the other.
#pragma once

#include <cstdint>
#include <new>

#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::queue {

template <class T, std::uint32_t N>
class MessageRing {
  static_assert((N & (N - 1)) == 0 && alignof(T) > 1);

 public:
  // Constructed, not stored, because no other thread can see the ring yet.
  MessageRing() : received_(0), next_(0) {
    for (std::uint64_t t = 0; t < N; ++t) new (&slots_[t]) atomic<std::uint64_t>(vacant(t));
  }

  // Any thread. False when the message was not sent.
  bool send(T* message) {
    const std::uint64_t t = next_.load(relaxed);  // [RING-M1] a guess, the slot decides
    std::uint64_t expected = vacant(t);
    const auto word = reinterpret_cast<std::uintptr_t>(message);
    // [RING-M1] Release, so that the receiver gets what was written before. [RING-M2]
    if (!slot(t).compare_exchange_strong(expected, word, seq_cst, relaxed)) return false;
    next_.store(t + 1, relaxed);  // [RING-M1] a sender that reads it late is refused
    return true;
  }

  // --- the receiver ---

  bool has_messages() const { return (slots_[received_ % N].load(seq_cst) & kVacant) == 0; }  // [RING-M2]
  // Calls visit(message) for each message there is, but for N at most, so that no sender keeps the receiver here.
  // fetch(message) is called some messages before visit.
  template <class Fetch, class Visit>
  void receive(Fetch&& fetch, Visit&& visit) {
    for (std::uint32_t n = 0; n < N; ++n) {
      const std::uint64_t t = received_;
      const std::uint64_t word = slot(t).load(acquire);  // [RING-M1] send's release
      if ((word & kVacant) != 0) return;
      const std::uint64_t ahead = slot(t + kAhead).load(relaxed);  // hint
      if ((ahead & kVacant) == 0) fetch(reinterpret_cast<T*>(ahead));
      received_ = t + 1;
      slot(t).store(vacant(t + N), release);  // [RING-M1]
      visit(reinterpret_cast<T*>(word));
    }
  }
  // Forgets all messages. For fork()'s child: nobody sends.
  void clear() {
    for (std::uint64_t t = 0; t < N; ++t) slots_[t].store(vacant(t), relaxed);
    next_.store(0, relaxed);
    received_ = 0;
  }

 private:
  static constexpr std::uint64_t kVacant = 1, kAhead = 4;
  static_assert(N > kAhead);

  static std::uint64_t vacant(std::uint64_t t) { return t << 1 | kVacant; }
  atomic<std::uint64_t>& slot(std::uint64_t t) { return slots_[t % N]; }

  alignas(platform::cache_line) std::uint64_t received_;      // receiver
  alignas(platform::cache_line) atomic<std::uint64_t> next_;  // senders
  alignas(platform::cache_line) atomic<std::uint64_t> slots_[N];
};

}  // namespace xomp::queue
