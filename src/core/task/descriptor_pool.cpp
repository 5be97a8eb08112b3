// The slow part of the pool: cutting chunks, large blocks, and all blocks where a checker watches.
#include "core/task/descriptor_pool.h"

#include <algorithm>

#include "platform/memory.h"
#include "platform/memory_checker.h"

namespace xomp::task {

namespace {
// Address space; pages come as they are cut. The first chunk is a piece of one that all threads share: in a team of
// thousands most have few tasks, and the system maps for one thread at a time. A thread that has filled the second one has
// thousands of tasks waiting.
constexpr std::size_t kFirstChunkBytes = 16u << 10;
constexpr std::size_t kSecondChunkBytes = 1u << 20;
constexpr std::size_t kChunkBytes = 4u << 20;
constexpr std::size_t kLeastChunkBytes = 4096;
constexpr std::size_t kLastChunkBytes = 64u << 10;  // of the rest for others
constexpr std::size_t kMappedFront = 4096;          // keeps the alignment; its last line is the block's front
constexpr std::size_t kMostWarm = 1u << 20;
constexpr std::size_t kRestForEach = 256u << 10;  // of the pools: a chunk, or the growth of a stack
constexpr std::size_t kMostResting = 1u << 20;    // of each size in each pool, where a checker watches

atomic<std::size_t> pools{0};  // so many have an owner; a hint: it only scales the rest

// `bytes` of memory would be mapped, `block` of them are needed now.
bool may_map(std::size_t bytes, std::size_t block) {
  return platform::limit_leaves(bytes, pools.load(relaxed) * (kRestForEach + 2 * block));
}

// Of a block with a mapping of its own, all pages but those that STALE-1 keeps.
struct OwnPages {
  char* start;
  std::size_t bytes;
};
OwnPages but_for_first_line(Task* task, std::size_t block_bytes) {
  char* const mapping = reinterpret_cast<char*>(task) - kMappedFront;
  const std::size_t page = platform::page_bytes();
  const std::size_t kept = (kMappedFront + platform::cache_line + page - 1) / page * page;
  return {mapping + kept, kMappedFront + block_bytes - kept};
}

}  // namespace

void DescriptorPool::set_owner(std::int32_t id) {
  owner_ = static_cast<std::uint16_t>(id);
  pools.fetch_add(1, relaxed);
}

bool DescriptorPool::take_chunk(std::size_t least, Rest rest) {
  const auto take = [this](void* pages, std::size_t size) {
    if (pages == nullptr) return false;
    chunk_ = static_cast<char*>(pages);
    chunk_end_ = chunk_ + size;
    return true;
  };
  if (chunks_ == 0 && least <= kFirstChunkBytes / 4) {
    chunks_ = 1;
    if (take(platform::try_allocate_forever(kFirstChunkBytes, platform::cache_line), kFirstChunkBytes)) return true;
  }
  const bool is_large = chunks_ == 2 && rest == Rest::left && may_map(2 * kChunkBytes, least);
  chunks_ = 2;
  if (is_large && take(platform::reserve_large_pages(kChunkBytes), kChunkBytes)) return true;
  // For the second chunk, or because a limit forbids such a large one: a smaller one may still be had.
  const std::size_t most = rest == Rest::left ? kSecondChunkBytes : std::max(least, kLastChunkBytes);
  for (std::size_t size = most; size >= least && size >= kLeastChunkBytes; size /= 4)
    if ((rest == Rest::taken || may_map(size, least)) && take(platform::reserve_pages(size), size)) return true;
  return false;
}

Task* DescriptorPool::cut(std::size_t bytes, Rest rest) {
  if ((chunk_ == nullptr || static_cast<std::size_t>(chunk_end_ - chunk_) < bytes) && !take_chunk(bytes, rest))
    return nullptr;
  Task* const piece = reinterpret_cast<Task*>(chunk_);
  chunk_ += bytes;
  piece->owner = owner_;
  return piece;
}

std::uint32_t DescriptorPool::class_of(std::size_t bytes) {
  if (bytes <= kSmallLines * 64) return static_cast<std::uint32_t>((bytes + 63) / 64);
  std::uint32_t c = kSmallLines + 1;
  for (std::size_t size = 2048; c < kClasses && size < bytes; ++c) size *= 2;
  return c;
}

// The system has no memory, so a free block of a larger size must do.
Task* DescriptorPool::take_larger(std::uint32_t* size_class) {
  for (std::uint32_t c = *size_class + 1; c < kClasses; ++c) {
    Task* const task = free_[c];
    if (task == nullptr) continue;
    free_[c] = task->next;
    *size_class = c;
    return task;
  }
  return nullptr;
}

Task* DescriptorPool::allocate_slow(std::size_t bytes, std::uint32_t* size_class, Rest rest) {
  const std::uint32_t c = class_of(bytes);
  if (c >= kClasses || platform::has_memory_checker()) {
    *size_class = kOwnSize;
    return allocate_own_size(bytes, c, rest);
  }
  *size_class = c;
  if (Task* task = free_[c]) {
    free_[c] = task->next;
    return task;
  }
  Task* const task = cut(bytes_in(c), rest);
  return task != nullptr ? task : take_larger(size_class);
}

Task* DescriptorPool::allocate_from_reserve(std::size_t bytes, std::uint32_t* size_class) {
  constexpr std::size_t kPiece = 8192;
  while (Task* const task = free_mapped_) {
    free_mapped_ = task->next;
    const OwnPages pages = but_for_first_line(task, front_of(task).bytes);
    if (platform::has_memory_checker()) platform::permit(pages.start, pages.bytes);  // whoever maps them next
    platform::unmap_pages(pages.start, pages.bytes);
  }
  warm_ = nullptr;
  if (Task* const task = take(bytes, size_class)) return task;
  if (Task* const task = allocate_slow(bytes, size_class, Rest::taken)) return task;
  if (bytes > kPiece) return nullptr;
  void* const piece = platform::take_from_reserve(kPiece);
  if (piece == nullptr) return nullptr;
  chunk_ = static_cast<char*>(piece);
  chunk_end_ = chunk_ + kPiece;
  return try_allocate(bytes, size_class);
}

Task* DescriptorPool::allocate_last(std::size_t bytes, std::uint32_t* size_class) {
  Task* const task = allocate_from_reserve(bytes, size_class);
  if (task == nullptr) platform::out_of_memory("task descriptors");
  return task;
}

Task* DescriptorPool::allocate_mapped(std::size_t bytes, Rest rest) {
  Task* before = nullptr;
  for (Task* task = free_mapped_; task != nullptr; before = task, task = task->next) {
    const std::size_t has = front_of(task).bytes;
    if (has < bytes || has / 2 > bytes) continue;
    if (before != nullptr) before->next = task->next;
    else free_mapped_ = task->next;
    if (task == warm_) warm_ = nullptr;
    return task;
  }
  const std::size_t page = platform::page_bytes();
  const std::size_t total = (bytes + kMappedFront + page - 1) / page * page;
  if (rest == Rest::left && !may_map(total, total)) return nullptr;
  char* start = static_cast<char*>(platform::map_pages(total));
  if (start == nullptr) return nullptr;
  Task* const task = reinterpret_cast<Task*>(start + kMappedFront);
  front_of(task) = {total - kMappedFront, 0, 0};
  task->owner = owner_;
  return task;
}

void DescriptorPool::forbid_own_size(Task* task) {
  const std::size_t bytes = front_of(task).bytes;
  if (bytes > kHeaderBytes && platform::has_memory_checker()) platform::forbid(data_of(task), bytes - kHeaderBytes);
}

void DescriptorPool::release_own_size(Task* task) {
  forbid_own_size(task);
  const Front& front = front_of(task);
  if (front.list == 0) return release_mapped(task);
  Resting& resting = resting_[front.list];
  task->next = nullptr;
  if (resting.oldest == nullptr) resting.oldest = task;
  else resting.newest->next = task;
  resting.newest = task;
  resting.bytes += front.bytes;
}

void DescriptorPool::release_mapped(Task* task) {
  if (warm_ != nullptr) give_pages_back(warm_);
  warm_ = front_of(task).bytes <= kMostWarm ? task : nullptr;
  if (warm_ == nullptr) give_pages_back(task);
  task->next = free_mapped_;
  free_mapped_ = task;
}

void DescriptorPool::give_pages_back(Task* task) {
  const OwnPages pages = but_for_first_line(task, front_of(task).bytes);
  platform::empty_pages(pages.start, pages.bytes);
}

Task* DescriptorPool::allocate_own_size(std::size_t bytes, std::uint32_t c, Rest rest) {
  Task* const task = c >= kClasses ? allocate_mapped(bytes, rest) : take_rested(c, rest);
  if (task == nullptr) return nullptr;
  front_of(task).asked = bytes;
  forbid_own_size(task);
  if (bytes > kHeaderBytes && platform::has_memory_checker()) platform::permit(data_of(task), bytes - kHeaderBytes);
  return task;
}

Task* DescriptorPool::take_rested(std::uint32_t c, Rest rest) {
  if (resting_ == nullptr) {
    resting_ = static_cast<Resting*>(platform::try_allocate_forever(kClasses * sizeof(Resting), platform::cache_line));
    if (resting_ == nullptr) return nullptr;
  }
  Resting& resting = resting_[c];
  if (resting.bytes < kMostResting) {
    if (Task* const front = cut(platform::cache_line + bytes_in(c), rest)) {
      Task* const task = reinterpret_cast<Task*>(reinterpret_cast<char*>(front) + platform::cache_line);
      front_of(task) = {bytes_in(c), 0, c};
      task->owner = owner_;
      return task;
    }
  }
  Task* const task = resting.oldest;
  if (task == nullptr) return nullptr;
  resting.oldest = task->next;
  resting.bytes -= front_of(task).bytes;
  return task;
}

}  // namespace xomp::task
