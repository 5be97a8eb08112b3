// SLEEP-1: no thread sleeps while there is a task that it could take.
//   maker:   the task is where sleepers look; light fence; the word that tells of sleepers: after_putting().
//   sleeper: that word; heavy fence: LastLook; looks for tasks; sleeps.
//   The heavy fence falls before or after the light one. If it falls before, the maker reads what the sleeper has written, and wakes it.
//   If it falls after, the sleeper finds the task. Each client says what its word is and where its sleepers look: teams
//   (core/sched/hand_over.h), native teams (NATIVE-6), views (VIEW-2). The sleeper sleeps on an EventCount and announces that before it
//   looks, so no wake-up is lost (EVENT-1).
#pragma once

#include <cstdint>

#include "core/sleep/shared_fence.h"
#include "platform/atomic.h"
#include "platform/fence.h"

namespace xomp::sleep {

// The maker calls this after its task is where sleepers look. Where the system has heavy fences this costs no instruction.
inline void fence_after_putting() { platform::fence_light(); }  // [SLEEP-1]
// Returns the word that tells of sleepers, read after that fence.
template <class T>
T after_putting(const atomic<T>& word) {
  fence_after_putting();
  return word.load(relaxed);
}

// The sleeper's side. A thread makes one after it has written the word and before it looks for tasks.
class LastLook {
 public:
  static constexpr std::uint64_t kUnsure_ns = 1'000'000;

  // Returns false if the system has no heavy fences. Then the look may miss a task that is just being put.
  bool is_sure() const { return is_sure_; }
  // Returns how long the thread may sleep after it has found nothing. `ns` is how long it would like to sleep. For both, 0 means that it
  // sleeps until it is woken.
  std::uint64_t limit_ns(std::uint64_t ns) const { return is_sure_ || (ns != 0 && ns < kUnsure_ns) ? ns : kUnsure_ns; }

 private:
  bool is_sure_ = shared_fence.pass();  // [SLEEP-1]
};

}  // namespace xomp::sleep
