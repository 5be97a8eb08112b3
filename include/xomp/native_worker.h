// What a program that includes <xomp.h> and libxomp.so share: a thread's native tasks, as they lie in memory. Not for
// programs' own use. A change here is a change of kLayout and of the names that end in _1.
//
// Each thread of a native team has an array of slots, used as a stack: a task that was spawned and not yet synced
// stands in the slot above the one spawned before. Worker and slots are one block, aligned to its size, so that a
// slot's address gives its worker, and the lower halves of two slots' addresses tell which is above. Slot 0 stays
// empty. It stands for "in no slot", and a task that got it runs when it is synced.
//
//   [tail, split) public:  a thief takes the task at `tail` by a compare-and-swap of `shared`.
//   [split, top)  private: the owner spawns and syncs at `top` with plain loads and stores.
//
// | word    | written by                                                             | read by        |
// |---------|------------------------------------------------------------------------|----------------|
// | top     | owner                                                                  | raiders, hints |
// | limit   | 0: a thread that wants work; end of the array: owner, when it serves   | owner          |
// | shared  | thieves (tail), owner (both), raiders (split)                          | all            |
// | state   | owner: the task's function; its thief: stolen, then done;              | owner, thief   |
// |         | a waiting owner: + asleep                                              |                |
// | payload | owner: the closure; its thief: the result or the exception             | the other one  |
//
// NATIVE-1: a thread that takes a position finds the task that the owner put there.
//   owner: slot, top.store(release), later shared (release)   thief: shared.CAS(acquire), slot.
//   A raider acquires top and releases shared, so the chain holds through it. Every store of top releases, those of
//   sync, too: a raider that reads one takes the tasks below it.
// NATIVE-2: the owner and a raider never both have a task (asymmetric Dekker).
//   owner:  top.store(slot), light fence, shared.load: private if split <= slot.
//   raider: shared.CAS(split', raider), heavy fence, top.load: publishes at most up to what it reads.
//   DEQUE-3 in core/queue/split_deque.h has the argument.
// NATIVE-3: a slot is used again only when its thief no longer needs it.
//   The owner waits in sync for `state` (acquire) to become done, which the thief stores (release) as its last step.
//   Until then everything spawned later lies above. So there is no ring, and it does no harm that `shared` returns to
//   old values (ABA): a thread whose compare-and-swap succeeds gets the task that stands at that position then.
// NATIVE-4: a thread that looks for work in vain is told of the next spawn.
//   This is ASK-1 of split_deque.h with `limit` as the request. One comparison tells the owner of a request and of a
//   full array.
#ifndef XOMP_NATIVE_WORKER_H
#define XOMP_NATIVE_WORKER_H

#include <atomic>
#include <cstddef>
#include <cstdint>

// The library's own builds may count accesses to these words, or explore them. Size and layout stay the same.
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
inline constexpr std::uintptr_t kStolen = 4;  // the thief's id stands from bit 4 on
inline constexpr std::uintptr_t kAsleep = 8;  // with kStolen: the owner sleeps until the task is done
inline constexpr std::uintptr_t kLeastFunction = std::uintptr_t{1} << 20;

struct alignas(64) Slot {
  Atomic<std::uintptr_t> state;
  alignas(8) unsigned char payload[kSlotBytes - sizeof(std::uintptr_t)];
};
static_assert(sizeof(Slot) == kSlotBytes, "one line a task");

// Moves the closure out of the payload, runs it, leaves its result or exception there. Returns kDone or kFailed.
using Function = std::uintptr_t (*)(Slot*);

// Worker::shared:
//   63          48 47          32 31                                             0
//   | raider, 0 = | number of the | lower half of the address of the slot at the |
//   | none        | slot at tail  | split; the owner compares this part alone    |
inline constexpr std::uint32_t split_of(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
inline std::uint32_t lower_half(const void* address) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(address));
}

struct alignas(64) Worker {
  Atomic<Slot*> top;
  std::uint32_t active;  // 1 while the thread is in a native team; written by the owner
  std::int32_t number;   // the thread's, in its team
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

// The layout that a program was compiled with.
struct Layout {
  std::uint32_t version, worker_bytes, slot_bytes, slots;
};
inline constexpr Layout kLayout = {1, sizeof(Worker), sizeof(Slot), kSlots};

}  // namespace native
}  // namespace xomp

extern "C" {

// The calling thread's worker. Outside of native teams it is one without room, so that every task runs where it is
// synced.

// clang-format off
extern __attribute__((visibility("default"), tls_model("initial-exec")))
    __thread xomp::native::Worker* xomp_native_self_1;
// clang-format on

// Opens a team of `threads` threads (0 or less: as many as a parallel construct would get), runs body(argument) on the
// calling thread while the others take tasks, and closes the team. `body` must not throw. Aborts with a message if
// `layout` is not the library's.
__attribute__((visibility("default"))) void xomp_native_run(const xomp::native::Layout* layout, int threads,
                                                            void (*body)(void*), void* argument);
// `top` has reached `limit`. Returns nullptr if the slot at `top` may be used all the same,
// else the slot 0 to use instead.
__attribute__((visibility("default"))) xomp::native::Slot* xomp_native_no_slot_1(xomp::native::Worker* self);
// Serves a steal request: makes half of the private tasks public and wakes a sleeper.
__attribute__((visibility("default"))) void xomp_native_share_1(xomp::native::Worker* self);
// `slot`, which the caller has stored in `top`, was public. Returns true if its task is the caller's again. Returns
// false if the task was stolen and has ended; the slot's state says how.
__attribute__((visibility("default"))) bool xomp_native_reclaim_1(xomp::native::Slot* slot);

}  // extern "C"

#endif
