// auto: raids. A thread inside a long task does not serve requests, so what it keeps private would be stranded. A thief
// moves half of it to the public side itself, made safe by a heavy fence (DEQUE-3 in core/queue/split_deque.h).
#include <algorithm>

#include "core/sched/policies/auto/auto.h"
#include "core/sleep/shared_fence.h"
#include "platform/clock.h"

namespace xomp::sched::automatic {

namespace {

// Finds threads that keep tasks private and serve no request.
class Silent {
 public:
  Silent(Worker& me, Effort effort) {
    const TeamTasks& team = *me.thread->team;
    // If all looked at all, again and again, they would take the lines of the threads that have tasks.
    const int looks = effort == Effort::usual ? std::min<int>(team.size, kMostLooks) : team.size;
    int i = static_cast<int>(next_random(me) % static_cast<std::uint32_t>(team.size));
    for (int n = looks; n > 0 && count_ < kMostRaided && found_ != Work::here; --n, i = i + 1 < team.size ? i + 1 : 0)
      if (TeamThread& thread = *team.threads[i]; &thread != me.thread) look_at(deques_of(thread));
  }
  // kept: there are such threads, or threads that got a request just now, so a later look may find tasks.
  Work found() const { return found_; }
  bool empty() const { return count_ == 0; }

  // Called after a while, because a thread that has moved since will serve the request.
  void forget_busy() {
    int kept = 0;
    for (int i = 0; i < count_; ++i)
      if (at_[i].deque->bottom() == at_[i].bottom) at_[kept++] = at_[i];
    count_ = kept;
  }
  // Raids all of them with one fence, since each fence interrupts all threads.
  bool raid(Worker& me) {
    int begun = 0;
    for (int i = 0; i < count_; ++i)
      if (at_[i].deque->begin_raid(static_cast<std::uint16_t>(me.id + 1), at_[i].raid)) at_[begun++] = at_[i];
    if (begun == 0) return false;
    Counters::add(me.counters.raids, static_cast<std::uint64_t>(begun));
    const bool fenced = sleep::shared_fence.pass();  // [DEQUE-3]
    bool found = false;
    for (int i = 0; i < begun; ++i)
      if (at_[i].deque->end_raid(at_[i].raid, fenced)) found = true;
    return found;
  }

 private:
  using Deque = SplitDeque;
  static constexpr int kMostRaided = 8, kMostLooks = 16;

  void look_at(Deques& deques) {
    Deque& newest = deques.seen_newest();
    if (deques.public_items() != 0) {
      found_ = Work::here;
    } else if (newest.private_items() != 0) {
      found_ = Work::kept;
      if (deques.is_requested()) at_[count_++] = {&newest, newest.bottom(), {}};
      else deques.request();
    }
  }

  struct At {
    Deque* deque;
    Deque::Index bottom;
    Deque::Raid raid;
  };
  At at_[kMostRaided];
  int count_ = 0;
  Work found_ = Work::none;
};

}  // namespace

// A raid interrupts all threads. So a team has one at a time, and raids that bring nothing take a
// ninth of its time at most.
Work raid_someone(Worker& me, Effort effort) {
  constexpr std::uint64_t kLongest = 1000;  // microseconds, after which a raider must have lost its processor
  constexpr std::uint64_t kRest = 8;
  constexpr std::uint64_t kSilent = 5;  // microseconds
  Silent silent(me, effort);
  if (silent.found() == Work::here || silent.empty()) return silent.found();
  atomic<std::uint64_t>& next = object_of<Auto>(*me.thread->team).next_raid;
  const std::uint64_t began = platform::ticks();
  std::uint64_t earliest = next.load(relaxed);  // its only use is to be rare
  if (began < earliest) return Work::kept;
  if (!next.compare_exchange_strong(earliest, began + kLongest * platform::ticks_of_a_microsecond(), relaxed, relaxed))
    return Work::kept;
  while (platform::ticks() - began < kSilent * platform::ticks_of_a_microsecond()) platform::cpu_relax();
  silent.forget_busy();
  const bool found = silent.raid(me);
  const std::uint64_t now = platform::ticks();
  next.store(found ? now : now + kRest * (now - began), relaxed);
  return found ? Work::here : Work::kept;
}

}  // namespace xomp::sched::automatic
