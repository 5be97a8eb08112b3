// A readers-writer lock for tables that are read all the time and changed a few times in a program's life. A reader
// writes only a line of its own; a writer waits for all readers (BRAVO, with one table a lock). Used by any thread that
// has a slot. A thread may read while it reads, but not write while it reads. Used by core/graph/chained_table.h.
//
// BRAVO-1: a reader and a writer are never in together (Dekker).
//   reader: slot.reading = 1, full fence, writing_.load: 0: in. Else it takes itself out again and goes to the lock.
//   writer: under lock_: writing_ = 1, full fence, each slot.reading.load until 0. One of them sees the other.
//   ReaderFence::light: the reader's fence is the frequent half of the asymmetric pair, the writer's the rare one.
//   A thread that came after the writer looked how many there are: its number was counted before its fence, so it sees writing_.
// BRAVO-2: readers see what a writer wrote, and a writer writes after what readers read.
//   writing_.store(0, release) -> the reader's writing_.load(acquire)
//   reading.store(0, release) -> the writer's reading.load(acquire)
// BRAVO-3: a reader that met a writer takes its turn at lock_. It sets its slot while it holds lock_, then unlocks.
//   writing_ is 0 then, as a writer clears it before it unlocks. The next writer acquires the slot with the lock.
#pragma once

#include <cassert>
#include <cstdint>

#include "core/sleep/backoff.h"
#include "core/sync/lock_word.h"
#include "platform/atomic.h"
#include "platform/cpu.h"
#include "platform/fence.h"
#include "platform/message.h"
#include "platform/thread.h"

namespace xomp::sync {

// What keeps a reader's store and load in order. `light` costs a reader nothing at run time, but each writer interrupts
// all processors of the process (some 10 us). It works only where platform::fence_heavy() does.
enum class ReaderFence : std::uint8_t { full, light };

class BravoLock {
 public:
  // How often its thread is in. Written by that thread only, read by writers.
  struct alignas(platform::cache_line) Slot {
    atomic<std::uint32_t> reading{0};
  };

  BravoLock() = default;
  BravoLock(const BravoLock&) = delete;
  BravoLock& operator=(const BravoLock&) = delete;

  // One slot for each thread that will ever come. Slots below `count` belong to threads that may have come; a thread raises it before it
  // reads for the first time. Called before any does. Where the kernel has no such fence `light` means `full`.
  void set_slots(Slot* slots, const atomic<std::uint32_t>& count, ReaderFence fence = ReaderFence::full) {
    slots_ = slots;
    count_ = &count;
    fence_ = fence == ReaderFence::light && platform::fence_heavy() ? ReaderFence::light : ReaderFence::full;
  }

  // --- readers: `slot` is the calling thread's ---

  void lock_shared(std::uint32_t slot) {
    atomic<std::uint32_t>& reading = slots_[slot].reading;
    const std::uint32_t before = reading.load(relaxed);  // own
    if (before != 0) [[unlikely]]
      return reading.store(before + 1, relaxed);  // in already: a writer waits for this thread
    reading.store(1, relaxed);                    // [BRAVO-1]
    fence_reader();                               // [BRAVO-1] between reading and writing_
    if (writing_.load(acquire) != 0) [[unlikely]]
      lock_shared_slowly(reading);  // [BRAVO-1] [BRAVO-2]
  }
  void unlock_shared(std::uint32_t slot) {
    atomic<std::uint32_t>& reading = slots_[slot].reading;
    const std::uint32_t left = reading.load(relaxed) - 1;  // own
    assert(left + 1 != 0);
    reading.store(left, release);  // [BRAVO-2]
  }

  // --- writers: any thread that does not read ---

  void lock() {
    lock_.lock();
    writing_.store(1, relaxed);                         // [BRAVO-1]
    fence_writer();                                     // [BRAVO-1] between writing_ and reading
    const std::uint32_t count = count_->load(relaxed);  // [BRAVO-1] after the fence
    for (std::uint32_t i = 0; i < count; ++i)
      if (slots_[i].reading.load(acquire) != 0) wait_for(slots_[i]);  // [BRAVO-1] [BRAVO-2]
  }
  void unlock() {
    writing_.store(0, release);  // [BRAVO-2] [BRAVO-3] before unlock
    lock_.unlock();
  }

 private:
  void fence_reader() {
    if (fence_ == ReaderFence::light) {
      platform::fence_light();
    } else {
      platform::fence_seq_cst();
    }
  }
  void fence_writer() {
    if (fence_ == ReaderFence::full) return platform::fence_seq_cst();
    // The fence worked in set_slots. A program that forbids itself the call later leaves no way to stop readers on
    // their way, so it must end.
    if (!platform::fence_heavy()) [[unlikely]]
      platform::fatal("membarrier was available and no longer is");
  }

  [[gnu::noinline, gnu::cold]] void lock_shared_slowly(atomic<std::uint32_t>& reading) {
    reading.store(0, release);  // the writer need not wait for this thread, which has read nothing yet
    lock_.lock();
    reading.store(1, relaxed);  // [BRAVO-3]
    lock_.unlock();
  }
  // Waits until that thread is out. It is in for a look-up's time, unless it has lost its processor. So this one gives
  // way.
  [[gnu::noinline, gnu::cold]] static void wait_for(const Slot& slot) {
    sleep::WaitHistory history;
    sleep::Backoff backoff(history);
    while (slot.reading.load(acquire) != 0)  // [BRAVO-1] [BRAVO-2]
      if (backoff.step() == sleep::Step::sleep)
        platform::yield_processor();  // nobody wakes: unlock_shared() is one store
    backoff.finish();
  }

  // Read by readers, written by writers: its own line, so that lock_ does not disturb the readers.
  alignas(platform::cache_line) atomic<std::uint32_t> writing_{0};
  ReaderFence fence_ = ReaderFence::full;         // written once
  const atomic<std::uint32_t>* count_ = nullptr;  // written once
  Slot* slots_ = nullptr;                         // written once
  // Writers, and readers that met one. Held while writing.
  alignas(platform::cache_line) LockWord lock_;
};

}  // namespace xomp::sync
