// Large blocks of memory that values and messages have had, kept for the next ones. Memory that is new from the system
// would cost more: the first touch of each page takes about as long as the copy into it.
#ifndef XOMP_TTG_DETAIL_LARGE_MEMORY_H
#define XOMP_TTG_DETAIL_LARGE_MEMORY_H

#include <bit>
#include <cstddef>
#include <mutex>
#include <new>

namespace ttg::detail {

class LargeMemory {
 public:
  static constexpr std::size_t kLeast = 64 * 1024;                 // smaller ones are the heap's
  static constexpr std::size_t kMostKept = std::size_t{64} << 20;  // bytes, of the process
  static constexpr std::align_val_t kAlignment{64};

  // Returns the one object of the process.
  static LargeMemory& instance();
  constexpr LargeMemory() = default;
  LargeMemory(const LargeMemory&) = delete;
  ~LargeMemory() {
    while (count_ != 0) ::operator delete(remove(0), kAlignment);
  }
  // Returns the size of the block for so many bytes.
  static constexpr std::size_t room_for(std::size_t bytes) {
    if (bytes < kLeast) return bytes;
    const std::size_t step = std::bit_floor(bytes) / 8;  // so that nearly equal sizes share blocks
    return (bytes + step - 1) / step * step;
  }
  // Any thread. The memory is not initialised.
  void* allocate(std::size_t bytes) {
    const std::size_t room = room_for(bytes);
    if (bytes >= kLeast)
      if (void* const kept = take(room)) return kept;
    return ::operator new(room, kAlignment);
  }
  // Any thread; `bytes` as above.
  void free(void* memory, std::size_t bytes) noexcept {
    if (memory == nullptr) return;
    if (bytes < kLeast || !keep(memory, room_for(bytes))) ::operator delete(memory, kAlignment);
  }

  // Bytes that wait for their next use.
  std::size_t kept() {
    const std::lock_guard lock(mutex_);
    return kept_;
  }

 private:
  static constexpr int kMostBlocks = 32;
  struct Block {
    void* memory;
    std::size_t bytes;
  };

  // Takes the block that was given back last, because the caches have it.
  void* take(std::size_t room) {
    const std::lock_guard lock(mutex_);
    for (int i = count_; i-- > 0;)
      if (blocks_[i].bytes == room) return remove(i);
    return nullptr;
  }
  // Keeps the block. The oldest ones make room for it.
  bool keep(void* memory, std::size_t room) noexcept {
    if (room > kMostKept) return false;
    const std::lock_guard lock(mutex_);
    while (count_ == kMostBlocks || kept_ + room > kMostKept) ::operator delete(remove(0), kAlignment);
    blocks_[count_++] = {memory, room};
    kept_ += room;
    return true;
  }
  void* remove(int i) noexcept {
    void* const memory = blocks_[i].memory;
    kept_ -= blocks_[i].bytes;
    for (--count_; i < count_; ++i) blocks_[i] = blocks_[i + 1];
    return memory;
  }

  std::mutex mutex_;
  Block blocks_[kMostBlocks] = {};  // under mutex_, as what follows; the oldest first
  int count_ = 0;
  std::size_t kept_ = 0;
};

// Never destroyed, because values of static objects may end later.
union TheLargeMemory {
  constexpr TheLargeMemory() : memory() {}
  ~TheLargeMemory() {}
  LargeMemory memory;
};
inline TheLargeMemory the_large_memory;

inline LargeMemory& LargeMemory::instance() { return the_large_memory.memory; }

}  // namespace ttg::detail

#endif
