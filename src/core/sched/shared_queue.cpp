// Putting, taking what comes first, and what all threads read.
#include "core/sched/shared_queue.h"

#include "platform/thread.h"

namespace xomp::sched {

bool SharedQueue::lock(Part& part) {
  // The holder may have lost its processor. So after a few polls this thread gives its own away.
  for (int i = 0; !try_lock(part); ++i) {
    if (i < 16) {
      platform::cpu_relax();
    } else {
      platform::yield_processor();
    }
  }
  return true;
}

void SharedQueue::put(Task* t, std::int32_t priority) {
  Part& part = parts_[part_of(t->owner)];
  const Guard guard(part);
  part.puts.store(part.puts.load(relaxed) + 1, relaxed);  // under the lock; for others a hint
  if (priority > 0) {
    t->priority = priority;
    part.prioritised.put(t);
    if (++part.prioritised_count == kMostPrioritised) set_state(kFull, number(part), true);
    note_prioritised(part);
  } else {
    part.plain.put(t);
    note_plain(part);
  }
}

void SharedQueue::take_out(Part& part, Task* t, bool prioritised) {
  if (prioritised) {
    part.prioritised.remove(t);
    if (--part.prioritised_count == kMostPrioritised / 2) set_state(kFull, number(part), false);
    note_prioritised(part);
  } else {
    part.plain.remove(t);
    note_plain(part);
  }
  t->saved_floor = task::kNoFloor;
}

// [SHARED-1] The stores here and below are under the lock. What was put is found by a thread that sees the state, which
// comes last.
void SharedQueue::set_state(Kind kind, int part, bool on) {
  const std::uint64_t mask = bit(kind, part);
  if (((state_.load(relaxed) & mask) != 0) == on) return;
  if (on) state_.fetch_or(mask, release);
  else state_.fetch_and(~mask, release);
}

void SharedQueue::note_prioritised(Part& part) {
  const int p = number(part), level = part.prioritised.highest();
  const std::int32_t highest = level < 0 ? 0 : part.prioritised.first(level)->priority;
  if (highest_[p].load(relaxed) != highest) highest_[p].store(highest, relaxed);
  set_state(kPrioritised, p, level >= 0);
}

void SharedQueue::note_plain(Part& part) {
  const int p = number(part), level = part.plain.highest();
  const std::uint32_t deepest = level < 0 ? 0 : ByDepth::key(part.plain.last(level)) + 1;
  if (deepest_[p].load(relaxed) != deepest) deepest_[p].store(deepest, relaxed);
  set_state(kPlain, p, level >= 0);
}

int SharedQueue::best_part(int home) const {
  const std::uint64_t state = state_.load(acquire) & kAllPrioritised;
  if (state == 0) return -1;
  int best = -1;
  std::int32_t highest = 0;
  for (int i = 0, p = part_of(home); i < kParts; ++i, p = (p + 1) % kParts) {
    if ((state & bit(kPrioritised, p)) == 0) continue;
    const std::int32_t its = highest_[p].load(relaxed);  // hint
    if (best < 0 || its > highest) best = p, highest = its;
  }
  return best;
}

std::int32_t SharedQueue::highest_priority() const {
  const int best = best_part(0);
  return best < 0 ? 0 : highest_[best].load(relaxed);  // hint
}

SharedQueue::Task* SharedQueue::take_first(int home, bool in_passing) {
  for (;;) {
    int p = best_part(home);
    const bool prioritised = p >= 0;
    if (!prioritised) {
      const std::uint64_t plain = (state_.load(acquire) & kAllPlain) >> kPlain;
      if (plain == 0) return nullptr;
      for (p = part_of(home); (plain >> p & 1) == 0;) p = (p + 1) % kParts;
    }
    Part& part = parts_[p];
    const Guard guard(part, !in_passing);
    if (!guard) return nullptr;
    const int level = prioritised ? part.prioritised.highest() : part.plain.lowest();
    if (level < 0) continue;  // another thread was quicker, and has changed the state
    Task* const t = prioritised ? part.prioritised.first(level) : part.plain.first(level);
    take_out(part, t, prioritised);
    return t;
  }
}

}  // namespace xomp::sched
