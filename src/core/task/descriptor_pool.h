// Memory for descriptors: one pool for each worker, with free lists by size, used by that worker alone. What another
// worker frees comes back as a message (core/sched, RETURN-1).
//
// STALE-1: threads follow stale pointers to descriptors when they guess about a constraint (CONSTRAINT-1).
//   So the first line of a block only ever holds a descriptor's first line or zeroes. Blocks for other things begin
//   behind it (allocate_plain), and large blocks, whose pages go back to the system, keep their first pages and are
//   used again. A thread that follows a pointer before all that the block's maker wrote has arrived finds a descriptor
//   or zeroes: the system zeroes new pages before any thread has their address.
//
// Where a limit holds the process's memory (ulimit -v), a pool leaves some of it to the other pools, to the stacks that
// grow and to the program: try_allocate() returns nullptr before there is nothing left. A thread that cannot go on
// without a block takes it from that rest. So a thread that makes many large tasks does not leave the others without one.
//
// Where a checker watches the process's memory (platform/memory_checker.h) the program may touch a block's data only from allocate() to
// release(), and each block rests for a while before it is used again. These blocks are in lists of their own, so take() finds none.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/task/task.h"

namespace xomp::task {

class DescriptorPool {
 public:
  // The class of a block whose size is kept in front of the header: it has a mapping of its own, or a checker watches.
  static constexpr std::uint32_t kOwnSize = task::kOwnSize;

  // The id of the worker whose pool this is. It becomes Task::owner of every block, at the block's first use.
  void set_owner(std::int32_t id);

  // A block of at least `bytes` (header included), aligned to 64, not zeroed; nullptr when the system has no memory, or
  // none but the rest for others.
  // release() needs *size_class.
  Task* try_allocate(std::size_t bytes, std::uint32_t* size_class) {
    Task* const task = take(bytes, size_class);
    return task != nullptr ? task : allocate_slow(bytes, size_class);
  }
  // As try_allocate(), for what cannot be done without: takes it from the reserve, or aborts with a message.
  Task* allocate(std::size_t bytes, std::uint32_t* size_class) {
    Task* const task = try_allocate(bytes, size_class);
    return task != nullptr ? task : allocate_last(bytes, size_class);
  }
  // A block as from allocate(), or nullptr unless it is small and one is at hand.
  Task* take(std::size_t bytes, std::uint32_t* size_class) {
    std::size_t lines = (bytes + 63) / 64;
    asm("" : "+r"(lines));  // or gcc would keep `bytes` for the comparison, an instruction for each task
    if (lines > kSmallLines) [[unlikely]]
      return nullptr;
    *size_class = static_cast<std::uint32_t>(lines);
    Task* const task = free_[lines];
    if (task != nullptr) [[likely]]
      free_[lines] = task->next;
    return task;
  }
  void release(Task* task, std::uint32_t size_class) {
    if (size_class == kOwnSize) [[unlikely]]
      return release_own_size(task);
    release_small(task, size_class);
  }
  // For any class but kOwnSize, because such a block has a size of its own.
  void release_small(Task* task, std::uint32_t size_class) {
    task->next = free_[size_class];
    free_[size_class] = task;
  }

  // There is no memory, not even of tasks that have ended: gives back to the system what it can of large free blocks.
  // Then tries as try_allocate(), but takes the rest for others, too. A small block comes from the process's reserve
  // (platform/memory.h) in the end.
  [[gnu::cold]] Task* allocate_from_reserve(std::size_t bytes, std::uint32_t* size_class);

  // The task is over, but its block is not given back yet. Where a checker watches, the program must not touch the data
  // any more. Any thread.
  static void forbid_data(Task* task) {
    if (task->has(kOwnSize)) [[unlikely]]
      forbid_own_size(task);
  }

  // Prefetches the lines of a free block for a write, except for the first one, because release() has written that.
  // Also prefetches the next block's in its class, and returns that block or nullptr.
  void prefetch(const Task* task, std::uint32_t size_class) const {
    if (task == nullptr) return;
    const std::uint32_t lines = size_class < kMostPrefetched ? size_class : kMostPrefetched;
    for (std::uint32_t i = 1; i < lines; ++i)
      platform::prefetch_to_write(reinterpret_cast<const char*>(task) + i * platform::cache_line);
  }
  const Task* prefetch_first(std::uint32_t size_class) const {
    if (size_class > kSmallLines) return nullptr;
    prefetch(free_[size_class], size_class);
    return free_[size_class];
  }

  // Memory for things that are no descriptors.
  void* allocate_plain(std::size_t bytes, std::uint32_t* size_class) {
    // [STALE-1]
    return reinterpret_cast<char*>(allocate(bytes + platform::cache_line, size_class)) + platform::cache_line;
  }
  void* try_allocate_plain(std::size_t bytes, std::uint32_t* size_class) {
    Task* const block = try_allocate(bytes + platform::cache_line, size_class);
    return block != nullptr ? reinterpret_cast<char*>(block) + platform::cache_line : nullptr;  // [STALE-1]
  }
  void release_plain(void* memory, std::uint32_t size_class) {
    release(reinterpret_cast<Task*>(static_cast<char*>(memory) - platform::cache_line), size_class);
  }

  // The bytes of a block, header included: at least as many as allocate() was called with.
  static std::size_t bytes_of(const Task* task, std::uint32_t size_class) {
    return size_class == kOwnSize ? front_of(task).asked : bytes_in(size_class);
  }

 private:
  static constexpr std::size_t kSmallLines = 16;  // classes 1..16: that many lines
  static constexpr std::uint32_t kMostPrefetched = 4;
  static constexpr std::uint32_t kClasses = 16 + 9;  // then 2 KiB, 4 KiB, ... 256 KiB

  // For any class but kOwnSize.
  static std::size_t bytes_in(std::uint32_t size_class) {
    return size_class <= kSmallLines ? size_class * std::size_t{64}
                                     : std::size_t{2048} << (size_class - kSmallLines - 1);
  }

  enum class Rest { left, taken };

  // The line in front of a block of class kOwnSize.
  struct Front {
    std::size_t bytes;   // the block's own
    std::size_t asked;   // what allocate() was called with: where a checker watches, no more may be touched
    std::uint32_t list;  // the one in `resting_` that it belongs to; 0: it has a mapping of its own
  };
  static Front& front_of(const Task* task) {
    return *reinterpret_cast<Front*>(reinterpret_cast<std::uintptr_t>(task) - platform::cache_line);
  }
  // Free blocks in the order in which they were given back.
  struct Resting {
    Task *oldest, *newest;
    std::size_t bytes;
  };

  [[gnu::noinline, gnu::cold]] Task* allocate_slow(std::size_t bytes, std::uint32_t* size_class,
                                                   Rest rest = Rest::left);
  [[gnu::noinline, gnu::cold]] Task* allocate_last(std::size_t bytes, std::uint32_t* size_class);
  [[gnu::noinline, gnu::cold]] void release_own_size(Task* task);
  [[gnu::noinline, gnu::cold]] static void forbid_own_size(Task* task);
  void release_mapped(Task* task);
  static void give_pages_back(Task* task);
  Task* cut(std::size_t bytes, Rest rest);
  bool take_chunk(std::size_t least, Rest rest);
  Task* take_larger(std::uint32_t* size_class);
  Task* allocate_own_size(std::size_t bytes, std::uint32_t size_class, Rest rest);
  Task* allocate_mapped(std::size_t bytes, Rest rest);
  Task* take_rested(std::uint32_t size_class, Rest rest);
  static std::uint32_t class_of(std::size_t bytes);  // kClasses: none is large enough

  Task* free_[kClasses] = {};
  Task* free_mapped_ = nullptr;
  Task* warm_ = nullptr;   // the newest of them, if it still has its pages: the next such block is often needed soon
  char* chunk_ = nullptr;  // uncut rest of the newest chunk
  char* chunk_end_ = nullptr;
  Resting* resting_ = nullptr;  // one for each class; only where a checker watches
  std::uint16_t owner_ = 0;
  std::uint8_t chunks_ = 0;  // so many were asked for, two at most
};

}  // namespace xomp::task
