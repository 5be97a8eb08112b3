// The groups' memory and how they start.
#include "core/barrier/arrival.h"

#include <new>

#include "platform/memory.h"

namespace xomp::barrier {

void GroupedArrivals::start_anew(std::uint32_t size, BarrierWord::Seen ready) {
  std::uint32_t all = 0;
  for (std::uint32_t members = size; members > 1; all += members) members = groups_of(members);
  if (all > capacity_) {
    capacity_ = 2 * all;  // a team that grows one by one leaves little behind
    groups_ = static_cast<Group*>(platform::allocate_forever(capacity_ * sizeof(Group)));
    for (std::uint32_t i = 0; i < capacity_; ++i) new (&groups_[i]) Group;
  }
  for (std::uint32_t i = 0; i < all; ++i) groups_[i].word.store(ready.word, relaxed);  // [ARRIVE-2] alone
  size_ = size;
}

}  // namespace xomp::barrier
