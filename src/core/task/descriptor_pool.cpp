// The slow part of the pool: cutting chunks, large blocks.
#include "core/task/descriptor_pool.h"

#include "platform/memory.h"

namespace xomp::task {

namespace {
// Address space; pages come as they are cut. The first chunk is a piece of one that all threads share: in a team of
// thousands most have few tasks, and the system maps for one thread at a time. A thread that has filled the second one has
// thousands of tasks waiting.
constexpr std::size_t kFirstChunkBytes = 16u << 10;
constexpr std::size_t kSecondChunkBytes = 1u << 20;
constexpr std::size_t kChunkBytes = 4u << 20;
constexpr std::size_t kMappedHeader = 4096;  // keeps the alignment, holds the size
constexpr std::size_t kMostWarm = 1u << 20;
}  // namespace

void DescriptorPool::take_chunk(std::size_t wanted) {
  if (chunks_ == 0 && wanted <= kFirstChunkBytes / 4) {
    chunks_ = 1;
    chunk_ = static_cast<char*>(platform::allocate_forever(kFirstChunkBytes, platform::cache_line));
    chunk_end_ = chunk_ + kFirstChunkBytes;
    return;
  }
  std::size_t size = kChunkBytes;
  chunk_ = chunks_ == 2 ? static_cast<char*>(platform::reserve_large_pages(size)) : nullptr;
  if (chunk_ == nullptr) {  // the second chunk, or a limit forbids such a large one
    size = kSecondChunkBytes;
    chunk_ = static_cast<char*>(platform::reserve_pages(size));
  }
  if (chunk_ == nullptr) platform::out_of_memory("task descriptors");
  chunks_ = 2;
  chunk_end_ = chunk_ + size;
}

Task* DescriptorPool::cut(std::size_t bytes) {
  if (chunk_ == nullptr || static_cast<std::size_t>(chunk_end_ - chunk_) < bytes) {
    take_chunk(bytes);
  }
  Task* const piece = reinterpret_cast<Task*>(chunk_);
  chunk_ += bytes;
  piece->owner = owner_;
  return piece;
}

Task* DescriptorPool::allocate_slow(std::size_t bytes, std::uint32_t* size_class) {
  if (bytes <= kSmallLines * 64) {
    *size_class = static_cast<std::uint32_t>((bytes + 63) / 64);
    return cut(*size_class * std::size_t{64});
  }
  std::uint32_t c = kSmallLines + 1;
  std::size_t size = 2048;
  for (; c < kClasses && size < bytes; ++c) size *= 2;
  if (c < kClasses) {
    *size_class = c;
    if (Task* task = free_[c]) {
      free_[c] = task->next;
      return task;
    }
    return cut(size);
  }
  *size_class = kMapped;
  return allocate_mapped(bytes);
}

Task* DescriptorPool::allocate_mapped(std::size_t bytes) {
  Task* before = nullptr;
  for (Task* task = free_mapped_; task != nullptr; before = task, task = task->next) {
    if (mapped_bytes(task) < bytes || mapped_bytes(task) / 2 > bytes) continue;
    if (before != nullptr) before->next = task->next;
    else free_mapped_ = task->next;
    if (task == warm_) warm_ = nullptr;
    return task;
  }
  const std::size_t page = platform::page_bytes();
  const std::size_t total = (bytes + kMappedHeader + page - 1) / page * page;
  char* start = static_cast<char*>(platform::map_pages(total));
  if (start == nullptr) platform::out_of_memory("a task's data");
  *reinterpret_cast<std::size_t*>(start) = total;
  Task* const task = reinterpret_cast<Task*>(start + kMappedHeader);
  task->owner = owner_;
  return task;
}

std::size_t DescriptorPool::mapped_bytes(const Task* task) {
  return *reinterpret_cast<const std::size_t*>(reinterpret_cast<const char*>(task) - kMappedHeader) - kMappedHeader;
}

void DescriptorPool::release_mapped(Task* task) {
  if (warm_ != nullptr) give_pages_back(warm_);
  warm_ = mapped_bytes(task) <= kMostWarm ? task : nullptr;
  if (warm_ == nullptr) give_pages_back(task);
  task->next = free_mapped_;
  free_mapped_ = task;
}

void DescriptorPool::give_pages_back(Task* task) {
  char* const start = reinterpret_cast<char*>(task) - kMappedHeader;
  const std::size_t page = platform::page_bytes();
  const std::size_t kept = (kMappedHeader + platform::cache_line + page - 1) / page * page;  // [STALE-1]
  platform::empty_pages(start + kept, *reinterpret_cast<std::size_t*>(start) - kept);
}

}  // namespace xomp::task
