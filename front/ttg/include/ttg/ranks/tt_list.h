// The TTs of a world by number. Threads that make and end TTs write it; the one that handles records reads it without a lock.
//
// TT-LIST-1: a number that another process sends is looked up at any time.
//   writer, under the lock: the block of entries, filled, then blocks_[i] (release); an entry's TT once it is executable (release)
//   reader: blocks_[i] (acquire), the entry's TT (acquire): it sees the TT as it was made executable, or that it is not there.
//   Blocks stay until the list ends. A TT is taken out before it is destroyed, and after the fences that count its
//   records.
#ifndef XOMP_TTG_RANKS_TT_LIST_H
#define XOMP_TTG_RANKS_TT_LIST_H

#include "ttg/base/tt.h"
#include "ttg/detail/platform.h"
#include <bit>
#include <cstdint>
#include <mutex>
#include <string>

namespace ttg::ranks {

class TTList {
 public:
  TTList() = default;
  TTList(const TTList&) = delete;
  ~TTList() {
    for (const auto& b : blocks_) delete[] b.load(std::memory_order_relaxed);  // nobody else has it any longer
  }

  std::uint32_t add(TTBase* tt) {
    const std::lock_guard lock(mutex_);
    const Place at(count_);
    if (blocks_[at.block].load(std::memory_order_relaxed) == nullptr)                     // own writes, under the lock
      blocks_[at.block].store(new Entry[kFirst << at.block], std::memory_order_release);  // [TT-LIST-1]
    entry(at).made = tt;
    return count_++;
  }
  void remove(std::uint32_t number) {
    const std::lock_guard lock(mutex_);
    entry(Place(number)).made = nullptr;
    entry(Place(number)).there.store(nullptr, std::memory_order_release);  // [TT-LIST-1]
  }
  void set_there(std::uint32_t number) {
    const std::lock_guard lock(mutex_);
    Entry& e = entry(Place(number));
    e.there.store(e.made, std::memory_order_release);  // [TT-LIST-1]
  }
  // Returns nullptr if no TT of that number takes records.
  TTBase* find(std::uint32_t number) const {
    const Place at(number);
    const Entry* const block = blocks_[at.block].load(std::memory_order_acquire);                  // [TT-LIST-1]
    return block == nullptr ? nullptr : block[at.in_block].there.load(std::memory_order_acquire);  // [TT-LIST-1]
  }
  // A line for each TT that takes records.
  std::string text() const {
    const std::lock_guard lock(mutex_);
    std::string text;
    for (std::uint32_t i = 0; i < count_; ++i)
      if (const TTBase* const tt = find(i)) text += "\n  " + std::to_string(i) + ": " + tt->signature();
    return text;
  }

 private:
  struct Entry {
    TTBase* made = nullptr;                  // under mutex_
    detail::Atomic<TTBase*> there{nullptr};  // [TT-LIST-1] written under mutex_
  };
  static constexpr std::uint64_t kFirst = 64;  // entries of the first block; each further one has twice as many
  struct Place {
    std::uint32_t block;
    std::uint64_t in_block;
    explicit Place(std::uint32_t number)
        : block(static_cast<std::uint32_t>(std::bit_width(number / kFirst + 1)) - 1),
          in_block(number - ((kFirst << block) - kFirst)) {}
  };
  Entry& entry(Place at) {                                                  // under mutex_
    return blocks_[at.block].load(std::memory_order_relaxed)[at.in_block];  // written under mutex_
  }

  mutable std::mutex mutex_;
  std::uint32_t count_ = 0;                 // under mutex_
  detail::Atomic<Entry*> blocks_[27] = {};  // [TT-LIST-1] written under mutex_
};

}  // namespace ttg::ranks

#endif
