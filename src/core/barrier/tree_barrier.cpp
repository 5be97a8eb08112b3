// The tree's memory and how it starts.
#include "core/barrier/tree_barrier.h"

#include <new>

#include "platform/memory.h"

namespace xomp::barrier {

namespace {

template <class T>
T* make_array(std::uint32_t count) {
  auto* const made = static_cast<T*>(platform::allocate_forever(count * sizeof(T)));
  for (std::uint32_t i = 0; i < count; ++i) new (&made[i]) T;
  return made;
}

}  // namespace

TreeBarrier::TreeBarrier(std::uint32_t capacity, std::uint32_t fan_out)
    : capacity_(capacity),
      fan_out_(fan_out),
      seats_(make_array<Seat>(capacity)),
      groups_(make_array<Group>(capacity)),
      listeners_(make_array<atomic<std::uint32_t>>(capacity)),
      shape_(capacity) {
  seats_[0].group = &groups_[0];
}

void TreeBarrier::start_anew(std::uint32_t size, std::uint32_t completions, SpotOf spot_of, const void* context) {
  assert(size >= 2 && size <= capacity_);
  // [TREE-2] The number does not fall: what late threads tell is about barriers before.
  const std::uint64_t former = number_of_primary();
  std::uint64_t number = (former & ~kCompletions) | completions;
  if (number < former) number += kCompletions + 1;
  shape_.build(size, fan_out_, spot_of, context);
  for (std::uint32_t g = 0; g < shape_.groups(); ++g) {
    const TreeShape::Group group = shape_.group(g);
    groups_[g].word.store(number << kNumberAt, relaxed);  // [TREE-1] alone
    groups_[g].members = group.members;
    groups_[g].parent = group.parent == TreeShape::kNone ? nullptr : &groups_[group.parent];
  }
  for (std::uint32_t i = 0; i < size; ++i) {
    seats_[i].group = &groups_[shape_.group_of(i)];
    const std::uint64_t first = shape_.first_listener(i);
    seats_[i].listeners.store(first << 32 | shape_.listener_count(i), relaxed);  // [TREE-2]
  }
  for (std::uint32_t i = 0; i + 1 < size; ++i) listeners_[i].store(shape_.listeners()[i], relaxed);  // [TREE-2]
  size_ = size;
}

}  // namespace xomp::barrier
