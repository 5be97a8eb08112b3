// When a thief holds back. A task of a few nanoseconds costs more to move than to run where it is: its lines go to the
// thief and come back. So a thief whose task ended in less than twice the time of a theft holds back for a microsecond.
// It sends no request to a victim that keeps all to itself: that one may be filling its deque. It also takes nothing
// from a victim with plenty: a full deque makes its owner run new tasks itself. But an owner inside a long task has
// left its plenty behind. The bottom of its deque does not move then, and thieves do take from it.
#pragma once

#include "core/sched/policies/auto/auto.h"
#include "platform/clock.h"

namespace xomp::sched::automatic {

class Thief {
 public:
  explicit Thief(Auto::Thread& own) : thefts_(own.thefts), now_(platform::ticks()) {
    if (!thefts_.running) return;
    const std::uint64_t took = now_ - thefts_.last;
    thefts_.was_long = took > 4 * thefts_.usual;
    thefts_.was_tiny = took < 2 * thefts_.usual;
    if (thefts_.was_tiny) thefts_.rests_until = now_ + platform::ticks_of_a_microsecond();
    thefts_.running = false;
  }
  bool asks() const { return now_ >= thefts_.rests_until; }
  bool takes() const { return asks() || !thefts_.from_plenty; }
  bool asks_ahead() const { return thefts_.was_long; }
  // A thief whose last task was tiny wants many to choose from, because few of those unfold into more.
  queue::Request wanted() const { return thefts_.was_tiny ? queue::Request::many : queue::Request::usual; }
  std::uint64_t now() const { return now_; }  // when it began to look, in ticks
  // `left`: how many tasks remain with the victim.
  void has_stolen(const SplitDeque& victim, int left) {
    thefts_.last = platform::ticks();
    thefts_.usual += (thefts_.last - now_) / 8 - thefts_.usual / 8;
    thefts_.running = true;
    thefts_.from_plenty = left >= kPlenty && is_moving(victim);
  }

 private:
  static constexpr int kPlenty = 256;  // public tasks of a victim that can hardly hand over more

  bool is_moving(const SplitDeque& victim) {
    if (const std::uint32_t bottom = victim.bottom(); bottom != thefts_.seen_bottom) {
      thefts_.seen_bottom = bottom;
      thefts_.moved = now_;
    }
    return now_ - thefts_.moved < 4 * platform::ticks_of_a_microsecond();
  }

  Thefts& thefts_;
  std::uint64_t now_;
};

}  // namespace xomp::sched::automatic
