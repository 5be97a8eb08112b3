// How a lock sleeps: LOCK-1, LOCK-2; the reader-biased lock: BRAVO-1, BRAVO-2, BRAVO-3 (core/sync/PROTOCOL.md).
#include "core/sync/lock_word.h"

#include "core/icv/icv.h"
#include "core/sync/bravo_lock.h"
#include "models/explore/model.h"

namespace xomp::models {
namespace {

// Locks sleep at once, or after a few pauses.
template <int kThreads, int kTimes, int kSpin_ns>
struct Sections {
  static constexpr int threads = kThreads;
  sync::LockWord lock;
  int guarded = 0;
  Sections() { icv::global.spin_ns.store(kSpin_ns, relaxed); }
  void run(int thread) {
    for (int i = 0; i < kTimes; ++i) {
      lock.lock(static_cast<sync::Owner>(thread + 1));
      ++guarded;
      lock.unlock();
    }
  }
  void at_end() { require(guarded == kThreads * kTimes, "one thread at a time"); }
};
const Registered<Sections<2, 2, 0>> two("two-threads", "one at a time, and who sleeps is woken",
                                        {.departures = 4, .departures_long = 5});
const Registered<Sections<3, 1, 0>> three("three-threads", "several sleepers, one wake: all get it",
                                          {.departures = 4, .departures_long = 5});
const Registered<Sections<3, 2, 0>> more("three-threads-twice", "also again and again",
                                         {.departures = 2, .departures_long = 3});
const Registered<Sections<2, 2, 60>> spins("spins-first", "the same with a few pauses before the sleep",
                                           {.departures = 3, .departures_long = 4});

template <sync::ReaderFence fence, int kReaders>
struct Readers {
  static constexpr int threads = 1 + kReaders;
  sync::BravoLock lock;
  sync::BravoLock::Slot slots[kReaders];
  atomic<std::uint32_t> known{kReaders};
  int first = 0, second = 0;

  Readers() {
    icv::global.spin_ns.store(0, relaxed);
    lock.set_slots(slots, known, fence);
  }
  void run(int thread) {
    if (thread == 0) {
      for (int i = 0; i < 2; ++i) {
        lock.lock();
        ++first;
        ++second;
        lock.unlock();
      }
      return;
    }
    const auto slot = static_cast<std::uint32_t>(thread - 1);
    lock.lock_shared(slot);
    lock.lock_shared(slot);
    require(first == second, "no reader and writer together");
    lock.unlock_shared(slot);
    lock.unlock_shared(slot);
  }
};
const Registered<Readers<sync::ReaderFence::full, 1>> full("bravo",
                                                           "reader and writer: never both, and both come through",
                                                           {.departures = 4, .departures_long = 5});
const Registered<Readers<sync::ReaderFence::full, 2>> full_two("bravo-two-readers", "the same with two readers");
const Registered<Readers<sync::ReaderFence::light, 1>> light("bravo-light", "the same with the light fence in readers",
                                                             {.departures = 4, .departures_long = 5});

}  // namespace
}  // namespace xomp::models
