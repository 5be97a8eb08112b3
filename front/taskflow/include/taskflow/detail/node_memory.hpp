// The memory of graphs. A small graph lives in memory of the thread's own and in a piece of the heap; the further chunks of a large
// one double up to a large page.
#pragma once

#include <mutex>
#include <new>
#include <vector>

#include "node.hpp"

namespace tf {
namespace detail {

// Chunks that are not in use, for the whole process: new graphs do not touch new pages. Any thread.
class ChunkStore {
 public:
  static constexpr std::size_t kSmallest = std::size_t{64} << 10;
  static constexpr std::size_t kLargest = std::size_t{2} << 20;  // a large page, where the system has them

  static void* take(std::size_t bytes) {
    ChunkStore& store = the_one();
    const std::lock_guard<std::mutex> lock(store.mutex_);
    std::vector<void*>& chunks = store.chunks_[kind_of(bytes)];
    if (chunks.empty()) return nullptr;
    void* const chunk = chunks.back();
    chunks.pop_back();
    store.held_ -= bytes;
    return chunk;
  }
  static bool put(void* chunk, std::size_t bytes) {
    ChunkStore& store = the_one();
    const std::lock_guard<std::mutex> lock(store.mutex_);
    if (store.held_ + bytes > kMost) return false;
    store.chunks_[kind_of(bytes)].push_back(chunk);
    store.held_ += bytes;
    return true;
  }

 private:
  static constexpr std::size_t kMost = std::size_t{256} << 20;

  static std::size_t kind_of(std::size_t bytes) { return ctz(bytes / kSmallest); }
  // Never destroyed: graphs may be static objects.
  static ChunkStore& the_one() {
    static ChunkStore* const store = new ChunkStore;
    return *store;
  }
  std::mutex mutex_;
  std::vector<void*> chunks_[6];  // by size
  std::size_t held_ = 0;          // bytes
};

inline constexpr std::size_t kFirstChunk = 15 * xomp::graph::kClassBytes, kSecondChunk = 4096;

inline std::size_t bytes_of_next_chunk(const NodeChunk* last) {
  if (last == nullptr) return kFirstChunk;
  if (last->bytes == kFirstChunk) return kSecondChunk;
  if (last->bytes == kSecondChunk) return ChunkStore::kSmallest;
  return last->bytes == ChunkStore::kLargest ? ChunkStore::kLargest : std::size_t{2} * last->bytes;
}

inline void* take_chunk(std::size_t bytes) {
  if (bytes == kFirstChunk) return allocate_work(bytes);
  if (bytes >= ChunkStore::kSmallest)
    if (void* const chunk = ChunkStore::take(bytes)) return chunk;
  return bytes == ChunkStore::kLargest ? xomp_graph_lines_1(bytes) : ::operator new(bytes, std::align_val_t(64));
}
inline void give_chunk_back(NodeChunk* chunk) {
  const std::size_t bytes = chunk->bytes;
  if (bytes == kFirstChunk) return free_work(chunk);
  if (bytes >= ChunkStore::kSmallest && ChunkStore::put(chunk, bytes)) return;
  if (bytes == ChunkStore::kLargest) xomp_graph_lines_back_1(chunk, bytes);
  else ::operator delete(static_cast<void*>(chunk), std::align_val_t(64));
}

}  // namespace detail
}  // namespace tf
