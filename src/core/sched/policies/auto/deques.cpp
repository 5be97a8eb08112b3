// Beginning and ending a further deque.
#include "core/sched/policies/auto/deques.h"

#include <new>

#include "platform/memory.h"

namespace xomp::sched {

bool Deques::open() {
  const int count = count_.load(relaxed);   // its own
  if (count == kMost) return false;
  newest_->publish(queue::Share::all);
  Deque* next = others_[count - 1].load(relaxed);  // its own
  if (next == nullptr) {
    void* const memory = platform::try_allocate_forever(sizeof(Deque), alignof(Deque));
    if (memory == nullptr) return false;
    next = new (memory) Deque;
    next->share_requests(requests_);
    others_[count - 1].store(next, release);  // as made
  }
  newest_ = next;
  count_.store(count + 1, release);  // [DEQUES-1]
  return true;
}

void Deques::close() {
  const int count = count_.load(relaxed);  // its own
  newest_ = &at(count - 2);
  count_.store(count - 1, release);  // [DEQUES-1]
}

void Deques::make_ring() {
  constexpr std::uint32_t kRing = 2048;  // tasks that a thread may have deferred; more run at once
  newest_->set_ring(static_cast<atomic<task::Task*>*>(platform::allocate_forever(kRing * sizeof(atomic<task::Task*>))),
                    kRing);
}

}  // namespace xomp::sched
