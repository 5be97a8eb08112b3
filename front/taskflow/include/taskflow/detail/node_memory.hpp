// The memory of graphs. A small graph lives in memory of the thread's own and in a piece of the heap; the further chunks of a large
// one double up to a large page. The first chunks of a tiny one, such as a subflow's, have room for one node, one node and three nodes.
#pragma once

#include <mutex>
#include <new>
#include <vector>

#include "node.hpp"

namespace tf {
namespace detail {

// Chunks that are not in use, kept for the whole process so that new graphs do not touch new pages. Any thread.
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
  // Never destroyed, because graphs may be static objects.
  static ChunkStore& the_one() {
    static ChunkStore* const store = new ChunkStore;
    return *store;
  }
  std::mutex mutex_;
  std::vector<void*> chunks_[6];  // by size
  std::size_t held_ = 0;          // bytes
};

// Up to kOwnChunk bytes the memory is a thread's own.
inline constexpr std::size_t kLeastChunk = 3 * xomp::graph::kClassBytes, kTinyChunk = 8 * xomp::graph::kClassBytes,
                             kOwnChunk = 15 * xomp::graph::kClassBytes, kSecondChunk = 4096;

inline std::size_t bytes_of_next_chunk(const NodeChunk* last, bool is_tiny) {
  if (last == nullptr) return is_tiny ? kLeastChunk : kOwnChunk;
  if (last->bytes == kLeastChunk) return last->before == 0 ? kLeastChunk : kTinyChunk;
  if (last->bytes == kTinyChunk) return kOwnChunk;
  if (last->bytes == kOwnChunk) return kSecondChunk;
  if (last->bytes == kSecondChunk) return ChunkStore::kSmallest;
  return last->bytes == ChunkStore::kLargest ? ChunkStore::kLargest : std::size_t{2} * last->bytes;
}

TF_FORCE_INLINE NodeChunk* take_own_chunk(std::size_t bytes) {
  void* const memory = allocate_work(bytes);
  const std::uint16_t owner = static_cast<Work*>(memory)->owner;
  const std::uint8_t size_class = static_cast<Work*>(memory)->size_class;
  NodeChunk* const chunk = NodeChunk::make(memory, bytes);
  chunk->owner = owner;
  chunk->size_class = size_class;
  return chunk;
}
TF_NO_INLINE inline NodeChunk* take_large_chunk(std::size_t bytes) {
  if (bytes >= ChunkStore::kSmallest)
    if (void* const chunk = ChunkStore::take(bytes)) return NodeChunk::make(chunk, bytes);
  return NodeChunk::make(
      bytes == ChunkStore::kLargest ? xomp_graph_lines_1(bytes) : ::operator new(bytes, std::align_val_t(64)), bytes);
}
inline NodeChunk* take_chunk(std::size_t bytes) {
  if (bytes == kLeastChunk) return take_own_chunk(kLeastChunk);
  return bytes <= kOwnChunk ? take_own_chunk(bytes) : take_large_chunk(bytes);
}
TF_NO_INLINE inline void give_large_chunk_back(NodeChunk* chunk) {
  const std::size_t bytes = chunk->bytes;
  if (bytes >= ChunkStore::kSmallest && ChunkStore::put(chunk, bytes)) return;
  if (bytes == ChunkStore::kLargest) xomp_graph_lines_back_1(chunk, bytes);
  else ::operator delete(static_cast<void*>(chunk), std::align_val_t(64));
}
inline void give_chunk_back(NodeChunk* chunk) {
  if (TF_UNLIKELY(chunk->bytes > kOwnChunk)) return give_large_chunk_back(chunk);
  const std::uint16_t owner = chunk->owner;
  const std::uint8_t size_class = chunk->size_class;
  Work* const work = ::new (static_cast<void*>(chunk)) Work;
  work->owner = owner;
  work->size_class = size_class;
  free_work(work);
}

}  // namespace detail
}  // namespace tf
