// A hash table with linear probing, at most half full.
#include "core/memory/pointer_set.h"

#include "platform/memory.h"

namespace xomp::memory {

PointerSet allocator_pointers;

namespace {
constexpr std::size_t kFirstCapacity = 512;
}

std::size_t PointerSet::slot_of(std::uintptr_t key) const {
  return static_cast<std::size_t>(key * 0x9e37'79b9'7f4a'7c15u >> 20) & (capacity_ - 1);
}

void PointerSet::put(std::uintptr_t key) {
  std::size_t at = slot_of(key);
  while (slots_[at] != 0 && slots_[at] != key) at = (at + 1) & (capacity_ - 1);
  if (slots_[at] == 0) ++count_;
  slots_[at] = key;
}

void PointerSet::grow() {
  const std::uintptr_t* old = slots_;
  const std::size_t old_capacity = capacity_;
  capacity_ = old_capacity == 0 ? kFirstCapacity : 2 * old_capacity;
  slots_ = static_cast<std::uintptr_t*>(platform::map_pages(capacity_ * sizeof(std::uintptr_t)));
  if (slots_ == nullptr) platform::out_of_memory("the pointers of !$omp allocators");
  count_ = 0;
  for (std::size_t i = 0; i < old_capacity; ++i)
    if (old[i] != 0) put(old[i]);
  if (old != nullptr) platform::unmap_pages(const_cast<std::uintptr_t*>(old), old_capacity * sizeof(std::uintptr_t));
}

// Moves back entries that probing would no longer find past the emptied slot.
void PointerSet::close_gap(std::size_t gap) {
  const std::size_t mask = capacity_ - 1;
  for (std::size_t at = (gap + 1) & mask; slots_[at] != 0; at = (at + 1) & mask) {
    const std::size_t home = slot_of(slots_[at]);
    if (((at - home) & mask) < ((at - gap) & mask)) continue;
    slots_[gap] = slots_[at];
    gap = at;
  }
  slots_[gap] = 0;
}

void PointerSet::add(const void* pointer) {
  if (pointer == nullptr) return;
  const platform::ShortGuard guard(lock_);
  if (2 * (count_ + 1) > capacity_) grow();
  put(reinterpret_cast<std::uintptr_t>(pointer));
}

bool PointerSet::take_out(const void* pointer) {
  const auto key = reinterpret_cast<std::uintptr_t>(pointer);
  const platform::ShortGuard guard(lock_);
  if (count_ == 0 || key == 0) return false;
  std::size_t at = slot_of(key);
  while (slots_[at] != 0 && slots_[at] != key) at = (at + 1) & (capacity_ - 1);
  if (slots_[at] != key) return false;
  close_gap(at);
  --count_;
  return true;
}

}  // namespace xomp::memory
