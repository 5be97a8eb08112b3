// The two words of a ThreadSlot that a stealing loop uses. Each holds everything on which its transitions depend. So a
// compare-exchange on it is right, whatever happened in between.
#pragma once

#include <cstdint>

namespace xomp::worksharing::schedules {

// Units [begin, end) that nobody has reserved.
//   63     56 55          28 27           0
//   |  tag   |    begin     |     end     |
// tag: of the record's round. A word with another tag stands for the thread's untouched block.
struct RangeWord {
  static constexpr std::uint32_t kIndexBits = 28;
  static constexpr std::uint64_t kMaxUnits = (std::uint64_t{1} << kIndexBits) - 1;

  std::uint32_t tag;
  std::uint64_t begin;
  std::uint64_t end;

  static RangeWord of(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word >> 56), word >> kIndexBits & kMaxUnits, word & kMaxUnits};
  }
  std::uint64_t word() const { return static_cast<std::uint64_t>(tag) << 56 | begin << kIndexBits | end; }
  std::uint64_t units() const { return end - begin; }
};
static_assert(2 * RangeWord::kIndexBits + 8 == 64);

// The chunks that the owner has reserved: 0 .. limit-1, relative to the slot's batch_base.
//   63         33  32   31    16 15      0
//   | generation |claim| limit  |  shed   |
// generation: of the batch. claim: a thief wants the `shed` chunks from limit on. Without a claim shed is 0.
struct BatchWord {
  static constexpr std::uint32_t kMaxChunks = 0xffff;
  static constexpr std::uint32_t kGenerations = 1u << 31;

  std::uint32_t generation;
  bool claim;
  std::uint32_t limit;
  std::uint32_t shed;

  static BatchWord of(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word >> 33), (word >> 32 & 1) != 0, limit_of(word),
            static_cast<std::uint32_t>(word & 0xffff)};
  }
  static std::uint32_t limit_of(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 16) & 0xffff; }
  std::uint64_t word() const {
    return static_cast<std::uint64_t>(generation) << 33 | static_cast<std::uint64_t>(claim) << 32 |
           static_cast<std::uint64_t>(limit) << 16 | shed;
  }
};

}  // namespace xomp::worksharing::schedules
