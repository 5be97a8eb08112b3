// Batches from one rank to another one of the same node, in memory that both processes have: one ring for each direction. A small
// batch lies beside the word that tells of it, so it costs the reader one cache line, or a few.
//
// NODE-RING-1: the reader takes each batch once, complete and in order, and none is overwritten while it is taken.
//   Batch n (from 1 on) has slot (n - 1) % kSlots. The writer writes its bytes, then the slot's word with n in it (release). The reader
//   waits for the word with n (acquire), and reads the bytes.
//   The reader counts in `taken` (release) batches that it no longer reads. The writer has seen n - kSlots there (acquire) before it
//   writes batch n. The reader counts two at a time. So if all have been taken the writer sees at least all but one, and goes on.
// The writer and the reader are the threads that have the token of their exchanges (TOKEN-1).
#ifndef XOMP_TTG_RANKS_TRANSPORT_NODE_RING_H
#define XOMP_TTG_RANKS_TRANSPORT_NODE_RING_H

#include "ttg/detail/platform.h"
#include "ttg/ranks/transport/batch.h"
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ttg::ranks {

// What both processes have of a ring. All of it begins as zeros.
template <std::size_t slots = 8, std::size_t largest = kBatchBytes>
struct NodeRingMemory {
  static constexpr std::size_t kSlots = slots, kLargest = largest, kSmall = 248;
  static_assert(kSlots % 2 == 0 && kSlots > 2 && largest < (std::size_t{1} << 32));
  struct alignas(64) Slot {
    detail::Atomic<std::uint64_t> word{0};  // [NODE-RING-1] written by the writer: the batch's number << 32 | its size
    char small[kSmall];                     // plain, as `large` is: by the writer before `word`
  };
  Slot slot[kSlots];
  alignas(64) detail::Atomic<std::uint64_t> taken{0};  // [NODE-RING-1] batches; written by the reader
  alignas(64) char large[kSlots][largest];             // batches that do not fit into the slots

  char* bytes_of(std::size_t i, std::size_t count) { return count <= kSmall ? slot[i].small : large[i]; }
};

// A number of which 32 bits travel.
inline constexpr std::uint64_t short_number(std::uint64_t n) { return n & 0xffffffff; }

// The writer's side, in its own memory.
template <class Memory = NodeRingMemory<>>
class NodeRingWriter {
 public:
  explicit NodeRingWriter(Memory& memory) : memory_(memory) {}
  // Returns false while all slots hold batches that have not been taken.
  bool write(const char* data, std::size_t count) {
    if (written_ - seen_taken_ == Memory::kSlots) {
      seen_taken_ = memory_.taken.load(std::memory_order_acquire);  // [NODE-RING-1]
      if (written_ - seen_taken_ == Memory::kSlots) return false;
    }
    const std::size_t i = written_++ % Memory::kSlots;
    std::memcpy(memory_.bytes_of(i, count), data, count);
    memory_.slot[i].word.store(short_number(written_) << 32 | count, std::memory_order_release);  // [NODE-RING-1]
    return true;
  }

 private:
  Memory& memory_;
  std::uint64_t written_ = 0, seen_taken_ = 0;
};

// The reader's side, in its own memory.
template <class Memory = NodeRingMemory<>>
class NodeRingReader {
 public:
  explicit NodeRingReader(Memory& memory) : memory_(memory) {}
  // Says whether the next batch has come. A hint, for any thread.
  bool has_next() const {
    const std::uint64_t taken = taken_.load(std::memory_order_relaxed);  // a hint, as the next one
    return memory_.slot[taken % Memory::kSlots].word.load(std::memory_order_relaxed) >> 32 == short_number(taken + 1);
  }
  // Calls take(data, bytes) for the next batch, if it has come. Returns whether it has.
  template <class Take>
  bool read(Take&& take) {
    const std::uint64_t next = taken_.load(std::memory_order_relaxed) + 1;  // own
    const std::size_t i = (next - 1) % Memory::kSlots;
    const std::uint64_t word = memory_.slot[i].word.load(std::memory_order_acquire);  // [NODE-RING-1]
    if (word >> 32 != short_number(next)) return false;
    const std::size_t count = word & 0xffffffff;
    take(static_cast<const char*>(memory_.bytes_of(i, count)), count);
    taken_.store(next, std::memory_order_relaxed);                            // own
    if (next % 2 == 0) memory_.taken.store(next, std::memory_order_release);  // [NODE-RING-1]
    return true;
  }

 private:
  Memory& memory_;
  detail::Atomic<std::uint64_t> taken_{0};  // written by the thread that has the token; a hint for others
};

}  // namespace ttg::ranks

#endif
