// Makes the tree, level by level from below.
#include "core/barrier/tree_shape.h"

#include <algorithm>
#include <tuple>

#include "platform/memory.h"

namespace xomp::barrier {

namespace {

template <class T>
T* array_of(std::uint32_t count) {
  return static_cast<T*>(platform::allocate_forever(count * sizeof(T)));
}

}  // namespace

TreeShape::TreeShape(std::uint32_t capacity)
    : threads_(array_of<ThreadPart>(capacity)),
      members_(array_of<std::uint32_t>(capacity)),
      listeners_(array_of<std::uint32_t>(capacity)),
      groups_(array_of<Group>(capacity)) {}

void TreeShape::build(std::uint32_t size, std::uint32_t fan_out, SpotOf spot_of, const void* context) {
  size_ = size;
  group_count_ = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    members_[i] = i;
    threads_[i] = {{}, kNone, kNone, kNone, 0, 0, 0};
  }
  if (spot_of != nullptr) order_by_spot(spot_of, context);
  std::uint32_t levels = 0;
  for (std::uint32_t count = size; count > 1; ++levels) count = meet(count, fan_out, levels);
  list_listeners(levels);
}

// The spot of thread 0 comes first, because that thread stands for all.
void TreeShape::order_by_spot(SpotOf spot_of, const void* context) {
  for (std::uint32_t i = 0; i < size_; ++i) threads_[i].spot = spot_of(context, i);
  const Spot first = threads_[0].spot;
  const auto key = [this, first](std::uint32_t thread) {
    const Spot s = threads_[thread].spot;
    return std::tuple(s.domain != first.domain, s.domain, s.cache != first.cache, s.cache, thread);
  };
  std::sort(members_, members_ + size_, [key](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
}

bool TreeShape::share(std::uint32_t a, std::uint32_t b, Shared what) const {
  const Spot s = threads_[a].spot, t = threads_[b].spot;
  if (what == Shared::machine) return true;
  return s.domain == t.domain && (what == Shared::domain || s.cache == t.cache);
}

TreeShape::Shared TreeShape::innermost_shared(std::uint32_t count) const {
  for (const Shared what : {Shared::cache, Shared::domain})
    for (std::uint32_t i = 1; i < count; ++i)
      if (share(members_[i - 1], members_[i], what)) return what;
  return Shared::machine;
}

// Makes the groups of one level. Returns how many members the next one has.
std::uint32_t TreeShape::meet(std::uint32_t count, std::uint32_t fan_out, std::uint32_t level) {
  const Shared what = innermost_shared(count);
  std::uint32_t next = 0;
  for (std::uint32_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && end - i < fan_out && share(members_[i], members_[end], what);) ++end;
    if (end - i > 1) make_group(members_ + i, end - i, level);
    members_[next++] = members_[i];
  }
  return next;
}

void TreeShape::make_group(const std::uint32_t* members, std::uint32_t count, std::uint32_t level) {
  const std::uint32_t made = group_count_++;
  groups_[made] = {count, kNone};
  for (std::uint32_t i = 0; i < count; ++i) {
    ThreadPart& member = threads_[members[i]];
    if (member.latest_group == kNone) member.group = made;
    else groups_[member.latest_group].parent = made;
    member.latest_group = made;
    if (i == 0) continue;
    member.teller = members[0];
    member.level = level;
    ++threads_[members[0]].listeners;
  }
}

void TreeShape::list_listeners(std::uint32_t levels) {
  for (std::uint32_t i = 0, first = 0; i < size_; first += threads_[i++].listeners) threads_[i].first_listener = first;
  for (std::uint32_t i = 0; i < size_; ++i) threads_[i].listeners = 0;  // counted anew, one by one
  for (std::uint32_t level = levels; level-- > 0;)
    for (std::uint32_t i = 1; i < size_; ++i) {
      if (threads_[i].level != level) continue;
      ThreadPart& teller = threads_[threads_[i].teller];
      listeners_[teller.first_listener + teller.listeners++] = i;
    }
}

}  // namespace xomp::barrier
