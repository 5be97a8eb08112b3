#include "core/graph/chunks.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "platform/cpu.h"
#include "platform/heap.h"
#include "platform/memory.h"

namespace xomp::graph {

namespace {

constexpr std::size_t kChunkBytes = 256 << 10, kLargeChunkBytes = 4 << 20;
constexpr std::uint32_t kSmallChunks = 4;  // a thread that needs more gets large pages

}  // namespace

void* Chunks::cut(std::size_t bytes) {
  Chunk* chunk = count_ == 0 ? nullptr : &chunks_[current_];
  if (chunk == nullptr || chunk->bytes - chunk->cut < bytes) chunk = &take_chunk();
  void* const memory = chunk->start + chunk->cut;
  chunk->cut += bytes;
  return memory;
}

Chunks::Chunk& Chunks::take_chunk() {
  if (has_trimmed_) rests_needed_ = std::min(2 * rests_needed_, kMostRests);
  has_trimmed_ = false;
  rests_ = 0;
  for (std::uint32_t i = 0; empty_ != 0 && i < count_; ++i)
    if (chunks_[i].is_empty) {
      --empty_;
      chunks_[i].is_empty = false;
      held_ += chunks_[i].bytes;
      current_ = i;
      return chunks_[i];
    }
  return add_chunk();
}

Chunks::Chunk& Chunks::add_chunk() {
  if (count_ == room_) {
    const std::uint32_t room = room_ == 0 ? 16 : 2 * room_;
    auto* const more = static_cast<Chunk*>(platform::take_piece(room * sizeof(Chunk)));
    if (more == nullptr) platform::out_of_memory("tasks of a graph");
    if (count_ != 0) std::memcpy(static_cast<void*>(more), chunks_, count_ * sizeof(Chunk));
    platform::give_piece_back(chunks_, room_ * sizeof(Chunk));
    chunks_ = more;
    room_ = room;
  }
  const bool is_large = count_ >= kSmallChunks;
  const std::size_t bytes = is_large ? kLargeChunkBytes : kChunkBytes;
  void* const pages = is_large ? platform::reserve_large_pages(bytes) : platform::map_pages(bytes);
  if (pages == nullptr) platform::out_of_memory("tasks of a graph");
  const Chunk made = {static_cast<unsigned char*>(pages), bytes, 0, nullptr, 0, false};
  Chunk* const at = std::lower_bound(chunks_, chunks_ + count_, made,
                                     [](const Chunk& a, const Chunk& b) { return a.start < b.start; });
  std::copy_backward(at, chunks_ + count_, chunks_ + count_ + 1);
  *at = made;
  ++count_;
  held_ += bytes;
  current_ = static_cast<std::uint32_t>(at - chunks_);
  return *at;
}

void Chunks::rest(Task** free) {
  if (held_ < kMuch || ++rests_ < rests_needed_) return;
  trim(free);
}

void Chunks::trim(Task** free) {
  if (held_ < kMuch || has_trimmed_) return;
  has_trimmed_ = true;
  sort_by_chunk(free);
  for (std::uint32_t i = 0; i < count_; ++i) {
    Chunk& c = chunks_[i];
    if (i == current_ || c.is_empty || c.cut == 0 || c.free_bytes != c.cut) {
      keep(c, free);
      continue;
    }
    platform::empty_pages(c.start, c.bytes);
    c.cut = 0;
    c.is_empty = true;
    ++empty_;
    held_ -= c.bytes;
  }
}

Chunks::Chunk& Chunks::chunk_of(const void* task) {
  const auto* const address = static_cast<const unsigned char*>(task);
  return *(std::upper_bound(chunks_, chunks_ + count_, address,
                            [](const unsigned char* a, const Chunk& c) { return a < c.start; }) -
           1);
}

// Empties the lists. There may be a million tasks in any order. So each is touched once, and the next one is prefetched
// meanwhile.
void Chunks::sort_by_chunk(Task** free) {
  for (std::uint32_t i = 0; i < count_; ++i) {
    chunks_[i].free = nullptr;
    chunks_[i].free_bytes = 0;
  }
  for (std::size_t c = 1; c < kClasses; ++c)
    for (Task* t = std::exchange(free[c], nullptr); t != nullptr;) {
      Task* const next = t->next;
      platform::prefetch(next);
      Chunk& chunk = chunk_of(t);
      t->next = chunk.free;
      chunk.free = t;
      chunk.free_bytes += c * kClassBytes;
      t = next;
    }
}

// Puts the chunk's tasks back into the lists of free tasks.
void Chunks::keep(const Chunk& chunk, Task** free) {
  for (Task* t = chunk.free; t != nullptr;) {
    Task* const next = t->next;
    t->next = free[t->size_class];
    free[t->size_class] = t;
    t = next;
  }
}

}  // namespace xomp::graph
