// A line of a table's bucket: a word, and seven entries. The word of a bucket's first line is its lock as well.
//
//   bits 0 to 7: kLocked, kMoved, kHasMore, kChained     byte i + 1: the tag of entry i, 0 if there is none; tags have their highest bit set
//
// Written under the lock of the bucket. Entries and tags are read without it as hints (prefetch, how full a table is).
#ifndef XOMP_TTG_DETAIL_TABLE_LINE_H
#define XOMP_TTG_DETAIL_TABLE_LINE_H

#include "ttg/detail/platform.h"
#include <cstddef>
#include <cstdint>
#include <xomp/graph.h>

namespace ttg::detail {

namespace graph = xomp::graph;

struct alignas(64) TableLine {
  static constexpr int kEntries = 7;
  static constexpr std::uint64_t kLocked = 1, kMoved = 2, kHasMore = 4;  // kHasMore: the last entry is a further line
  // The tasks are in a table of the library's (ChainedTasks). In the one line of a table that stands for it, beside kMoved; or in what a
  // Table::Locked has of a place there, with kHasMore and without room, so that all looks and insertions take their rare paths.
  static constexpr std::uint64_t kChained = 8;
  // `tag`: of the task that is looked for; no entry fits.
  static std::uint64_t chained_word(std::uint64_t tag) {
    return ((tag ^ 0x40) * 0x0101010101010101ull & ~std::uint64_t{0xff}) | kHasMore | kChained;
  }

  Atomic<std::uint64_t> word;
  Atomic<void*> entries[kEntries];

  // Read and written under the lock of the bucket, so relaxed is enough.
  graph::Task* entry(int i) const { return static_cast<graph::Task*>(entries[i].load(std::memory_order_relaxed)); }
  TableLine* further() const { return static_cast<TableLine*>(entries[kEntries - 1].load(std::memory_order_relaxed)); }
  void set_entry(int i, graph::Task* task) { entries[i].store(task, std::memory_order_relaxed); }
  void set_entry(int i, TableLine* line) { entries[i].store(line, std::memory_order_relaxed); }
  void prefetch_entries() const {
    for (const Atomic<void*>& e : entries) __builtin_prefetch(e.load(std::memory_order_relaxed));
  }

  static int shift_of(int i) { return 8 * (i + 1); }
  // Sets of entries. An entry is in a set if the highest bit of its byte is set.
  static constexpr std::uint64_t kOfEach = 0x8080808080808000ull;
  static int index_of(std::uint64_t set) { return (__builtin_ctzll(set) >> 3) - 1; }
  static std::uint64_t used_bits(std::uint64_t word) { return word & kOfEach; }
  static int used(std::uint64_t word) {
    const std::uint64_t ones = used_bits(word) >> 7;
    return static_cast<int>(ones * 0x0101010101010101ull >> 56);
  }
  static bool is_full(std::uint64_t word) { return free_bits(word) == 0; }
  static int free_index(std::uint64_t word) { return index_of(free_bits(word)); }
  // Returns the entries with this tag, and perhaps others. So the caller must compare keys.
  static std::uint64_t fitting(std::uint64_t word, std::uint64_t tag) {
    const std::uint64_t differs = (word ^ tag * 0x0101010101010101ull) | 0xff;
    return (differs - 0x0101010101010101ull) & ~differs & used_bits(word);
  }

 private:
  static std::uint64_t free_bits(std::uint64_t word) {
    const std::uint64_t last = std::uint64_t{0x80} << shift_of(kEntries - 1);
    return ~word & ((word & kHasMore) != 0 ? kOfEach & ~last : kOfEach);
  }
};
static_assert(sizeof(TableLine) == 64);

}  // namespace ttg::detail

#endif
