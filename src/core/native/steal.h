// What threads do to one another's arrays of native tasks. xomp/native_worker.h has the protocol. For core/native only.
#pragma once

#include <cstdint>

#include "core/native/native.h"
#include "platform/fence.h"

namespace xomp::native {

using xomp::acq_rel;

// The fields of Worker::shared. Positions are bytes from the block's beginning.
struct Shared {
  std::uint32_t split;
  std::uint32_t tail;
  std::uint16_t raider;
  static Shared of(const Worker& w, std::uint64_t word) {
    const auto tail = static_cast<std::uint32_t>(word >> 32 & 0xffff);
    return {split_of(word) - lower_half(&w), kFirst + tail * kSlotBytes, static_cast<std::uint16_t>(word >> 48)};
  }
  std::uint64_t word(const Worker& w) const {
    return (lower_half(&w) + split) | static_cast<std::uint64_t>((tail - kFirst) / kSlotBytes) << 32 |
           static_cast<std::uint64_t>(raider) << 48;
  }
  static constexpr std::uint32_t kFirst = sizeof(Worker);
};
static_assert(kSlots <= 1u << 16, "the tail has 16 bits");

inline Slot* slot_at(Worker& w, std::uint32_t position) {
  return reinterpret_cast<Slot*>(reinterpret_cast<char*>(&w) + position);
}
inline std::uint32_t position_of(const Worker& w, const Slot* slot) { return lower_half(slot) - lower_half(&w); }
inline std::uint32_t top_of(const Worker& w, std::memory_order order) { return position_of(w, w.top.load(order)); }

// Returns half of the slots in between, rounded up, in bytes.
inline std::uint32_t half_of(std::uint32_t from, std::uint32_t to) {
  return ((to - from) / kSlotBytes + 1) / 2 * kSlotBytes;
}

// --- any thread ---

inline bool has_public(const Worker& w) {
  const Shared seen = Shared::of(w, w.shared.load(relaxed));  // hint
  return seen.raider == 0 && seen.tail < seen.split;
}
inline bool has_private(const Worker& w) {
  const Shared seen = Shared::of(w, w.shared.load(relaxed));  // hint
  return (seen.raider == 0 ? seen.split : seen.tail) < top_of(w, acquire);
}
inline void ask(Worker& w) {
  if (w.limit.load(relaxed) != 0) w.limit.store(0, relaxed);  // [NATIVE-4]
}

// Takes the oldest public task. Returns its position, or 0 if there is none.
inline std::uint32_t take_public(Worker& victim) {
  std::uint64_t word = victim.shared.load(acquire);
  for (;;) {
    Shared seen = Shared::of(victim, word);
    if (seen.raider != 0 || seen.tail >= seen.split) return 0;
    const std::uint32_t position = seen.tail;
    seen.tail += kSlotBytes;
    if (victim.shared.compare_exchange_weak(word, seen.word(victim), acq_rel, acquire)) return position;  // [NATIVE-1]
  }
}

// Makes half of the private tasks public without the owner. Returns whether there may be something to take now.
inline bool raid(Worker& victim, std::uint16_t raider) {
  std::uint64_t word = victim.shared.load(acquire);
  const Shared seen = Shared::of(victim, word);
  if (seen.raider != 0) return false;
  if (seen.tail < seen.split) return true;
  const std::uint32_t tail = seen.tail;
  const std::uint32_t top = top_of(victim, acquire);  // [NATIVE-1]
  if (top <= tail) return false;
  Shared wanted{tail + half_of(tail, top), tail, raider};
  if (!victim.shared.compare_exchange_strong(word, wanted.word(victim), acq_rel, relaxed)) return true;
  const bool fenced = platform::fence_heavy();        // [NATIVE-2]
  const std::uint32_t now = top_of(victim, acquire);  // [NATIVE-1] [NATIVE-2]
  std::uint64_t raiding = wanted.word(victim);
  if (!fenced) wanted.split = tail;
  if (now < wanted.split) wanted.split = now;
  if (wanted.split < tail) wanted.split = tail;
  wanted.raider = 0;
  victim.shared.compare_exchange_strong(raiding, wanted.word(victim), acq_rel,
                                        relaxed);  // fails when the owner settled it
  return wanted.split != tail;
}

// --- the owner ---

// Makes half of the private tasks public. Returns whether any are public now.
inline bool publish(Worker& me) {
  std::uint64_t word = me.shared.load(acquire);
  for (;;) {
    Shared seen = Shared::of(me, word);
    const bool raided = seen.raider != 0;
    if (raided) seen.split = seen.tail;
    const std::uint32_t top = top_of(me, relaxed);  // own
    if (!raided && top <= seen.split) return seen.tail < seen.split;
    seen.split += half_of(seen.split, top);
    seen.raider = 0;
    if (me.shared.compare_exchange_weak(word, seen.word(me), acq_rel, acquire)) return true;  // [NATIVE-1] release
  }
}

// Takes back the task at `position`, which is at the top now and was public, and half of the public ones below it. Returns false if the
// task was stolen.
inline bool take_back(Worker& me, std::uint32_t position) {
  std::uint64_t word = me.shared.load(acquire);
  for (;;) {
    Shared seen = Shared::of(me, word);
    if (seen.tail > position) return false;
    const std::uint32_t end = position + kSlotBytes;
    seen.split = end - half_of(seen.tail, end);
    seen.raider = 0;
    if (me.shared.compare_exchange_weak(word, seen.word(me), acq_rel, acquire)) return true;  // [NATIVE-2]
  }
}

// Called when the task at `position` was stolen and has ended. Nothing lies above it. The word changes by compare-and-swap, because thieves
// and raiders may look meanwhile.
inline void forget_stolen(Worker& me, std::uint32_t position) {
  std::uint64_t word = me.shared.load(relaxed);
  const Shared empty{position, position, 0};
  while (!me.shared.compare_exchange_weak(word, empty.word(me), acq_rel, relaxed)) {
  }
}

}  // namespace xomp::native
