// What a program that includes <xomp.h> and libxomp.so share: a thread's native tasks, as they lie in memory. Not for
// programs' own use. A change here is a change of kLayout and of the names that end in _1.
//
// Each thread of a native team has an array of slots, used as a stack: a task that was spawned and not yet synced
// stands in the slot above the one spawned before. Worker and slots are one block, aligned to its size, so that a
// slot's address tells its worker, and the lower halves of two slots' addresses tell which is above. Slot 0 stays
// empty: it stands for "in no slot", and a task that got it runs when it is synced.
//
//   [tail, split) public:  a thief takes the task at `tail` by a compare-and-swap of `shared`.
//   [split, top)  private: the owner spawns and syncs at `top` with plain loads and stores.
//
// | word    | written by                                                                | read by          |
// | top     | owner                                                                     | raiders, hints   |
// | limit   | 0: whoever wants work; the end of the array: owner, when it answers       | owner            |
// | shared  | thieves (tail), owner (both), raiders (split)                             | all              |
// | state   | owner: the task's function; its thief: stolen, then done; a waiting owner: + asleep | owner, thief |
// | payload | owner: the closure; its thief: the result or the exception                | the other        |
//
// NATIVE-1: who takes a position finds the task that the owner put there.
//   owner: slot, top.store(release), later shared (release)   thief: shared.CAS(acquire), slot.
//   A raider acquires top and releases shared, so the chain holds through it. Every store of top releases, those of
//   sync, too: a raider that reads one takes what lies below.
// NATIVE-2: the owner and a raider never both have a task (asymmetric Dekker).
//   owner:  top.store(slot), light fence, shared.load: private if split <= slot.
//   raider: shared.CAS(split', raider), heavy fence, top.load: publishes at most up to what it reads.
//   As DEQUE-3 in core/queue/split_deque.h, which says why.
// NATIVE-3: a slot is used again only when its thief is through. The owner waits in sync for `state` (acquire) to
// become
//   done, which the thief stores (release) as its last step; until then everything spawned later lies above. So there
//   is no ring, and that `shared` returns to old values (ABA) harms nobody: whoever's compare-and-swap succeeds gets
//   the task that stands at that position then.
// NATIVE-4: who looks for work in vain is told of the next spawn: ASK-1 of split_deque.h with `limit` as the question.
//   The same comparison tells the owner that the array is full.
#ifndef XOMP_NATIVE_WORKER_H
#define XOMP_NATIVE_WORKER_H

#include <atomic>
#include <cstddef>
#include <cstdint>

// The library's own builds may count what is done with these words, or explore it. Same size, same layout.
#ifndef XOMP_NATIVE_ATOMIC
#define XOMP_NATIVE_ATOMIC std::atomic
#endif

namespace xomp {
namespace native {

template <class T>
using Atomic = XOMP_NATIVE_ATOMIC<T>;

inline constexpr std::uint32_t kSlotBytes = 64;
inline constexpr std::uintptr_t kBlockBytes = 1u << 20;  // size and alignment; no block crosses a border of 4 GiB

// Slot::state, when it is not the address of the task's function (which is never below 2^20).
inline constexpr std::uintptr_t kDone = 1;    // the payload is the result
inline constexpr std::uintptr_t kFailed = 2;  // the payload is a std::exception_ptr
inline constexpr std::uintptr_t kStolen = 4;  // by the thread whose id stands from bit 4 on
inline constexpr std::uintptr_t kAsleep = 8;  // and the owner sleeps until it is done
inline constexpr std::uintptr_t kLeastFunction = std::uintptr_t{1} << 20;

struct alignas(64) Slot {
  Atomic<std::uintptr_t> state;
  alignas(8) unsigned char payload[kSlotBytes - sizeof(std::uintptr_t)];
};
static_assert(sizeof(Slot) == kSlotBytes, "one line a task");

// Moves the closure out of the payload, runs it, leaves its result or exception there; returns kDone or kFailed.
using Function = std::uintptr_t (*)(Slot*);

// shared: the lower half of the address of the slot at the split in bits 0 to 31 (the owner compares these alone),
// number of the slot at the tail in bits 32 to 47, raider (0 = none) in bits 48 to 63.
inline constexpr std::uint32_t split_of(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
inline std::uint32_t lower_half(const void* address) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(address));
}

struct alignas(64) Worker {
  Atomic<Slot*> top;
  std::uint32_t active;  // the thread is in a native team; owner, in enter and leave
  std::int32_t number;   // of the thread in its team
  std::int32_t threads;  // of the team
  alignas(64) Atomic<std::uintptr_t> limit;
  alignas(64) Atomic<std::uint64_t> shared;
  alignas(64) unsigned char reserved[320];

  // The slots follow.
  Slot* slots() { return reinterpret_cast<Slot*>(reinterpret_cast<unsigned char*>(this) + sizeof(Worker)); }
  std::uintptr_t end() const { return reinterpret_cast<std::uintptr_t>(this) + kBlockBytes; }
};
static_assert(sizeof(Worker) == 512, "the slots begin there in program and library alike");
inline constexpr std::uint32_t kSlots = (kBlockBytes - sizeof(Worker)) / kSlotBytes;

inline Worker* worker_of(Slot* slot) {
  return reinterpret_cast<Worker*>(reinterpret_cast<std::uintptr_t>(slot) & ~(kBlockBytes - 1));
}

// What a program was compiled with.
struct Layout {
  std::uint32_t version, worker_bytes, slot_bytes, slots;
};
inline constexpr Layout kLayout = {1, sizeof(Worker), sizeof(Slot), kSlots};

}  // namespace native
}  // namespace xomp

extern "C" {

// The calling thread's; outside of native teams one that has no room, so that every task runs where it is synced.
extern
    __attribute__((visibility("default"), tls_model("initial-exec"))) __thread xomp::native::Worker* xomp_native_self_1;

// Opens a team of `threads` (0: as many as a parallel construct would get), runs body(argument) on the calling thread
// while the others take tasks, and closes it. The body throws nothing. Aborts with a message if the layout is not the
// library's.
__attribute__((visibility("default"))) void xomp_native_run(const xomp::native::Layout* layout, int threads,
                                                            void (*body)(void*), void* argument);
// The slot at `top` has reached `limit`: nullptr if it may be used all the same, else the slot 0 to take instead.
__attribute__((visibility("default"))) xomp::native::Slot* xomp_native_no_slot_1(xomp::native::Worker* self);
// Somebody wants work: makes half of the private tasks public and wakes a sleeper.
__attribute__((visibility("default"))) void xomp_native_share_1(xomp::native::Worker* self);
// `slot`, which the caller has stored in `top`, was public. True: it is the caller's again. False: it was stolen, and
// has ended since: its state says how.
__attribute__((visibility("default"))) bool xomp_native_reclaim_1(xomp::native::Slot* slot);

}  // extern "C"

#endif
