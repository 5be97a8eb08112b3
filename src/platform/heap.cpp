// Free lists by powers of two. Larger pieces are pages of their own, which go back to the system.
#include "platform/heap.h"

#include <bit>
#include <cstring>

#include "platform/cpu.h"
#include "platform/memory.h"
#include "platform/race_detector.h"
#include "platform/short_lock.h"

namespace xomp::platform {

namespace {

constexpr std::size_t kLeast = cache_line;
constexpr std::size_t kMost = std::size_t{128} << 10;
constexpr int kSizes = std::countr_zero(kMost) - std::countr_zero(kLeast) + 1;

struct Piece {
  Piece* next;
};

struct alignas(cache_line) FreeList {
  ShortLock lock;
  Piece* first = nullptr;  // under lock
};
constinit FreeList free_lists[kSizes];

std::size_t size_for(std::size_t bytes) { return bytes <= kLeast ? kLeast : std::bit_ceil(bytes); }

FreeList& list_for(std::size_t size) { return free_lists[std::countr_zero(size) - std::countr_zero(kLeast)]; }

}  // namespace

void* take_piece(std::size_t bytes) {
  if (bytes > kMost) return map_pages(bytes);
  const std::size_t size = size_for(bytes);
  FreeList& list = list_for(size);
  list.lock.lock();
  Piece* const piece = list.first;
  if (piece != nullptr) list.first = piece->next;
  list.lock.unlock();
  if (piece == nullptr) return try_allocate_forever(size);
  came_over(piece);
  return std::memset(static_cast<void*>(piece), 0, bytes);
}

void give_piece_back(void* start, std::size_t bytes) {
  if (start == nullptr) return;
  if (bytes > kMost) return unmap_pages(start, bytes);
  goes_over(start);  // front ends have their tables in pieces
  FreeList& list = list_for(size_for(bytes));
  auto* const piece = static_cast<Piece*>(start);
  const ShortGuard guard(list.lock);
  piece->next = list.first;
  list.first = piece;
}

void hold_pieces_for_fork() {
  for (FreeList& list : free_lists) list.lock.lock();
}
void release_pieces_after_fork() {
  for (FreeList& list : free_lists) list.lock.unlock();
}

}  // namespace xomp::platform
