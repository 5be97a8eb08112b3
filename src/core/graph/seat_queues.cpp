// Where ready tasks lie and how the threads of a view find them.
#include <algorithm>
#include <utility>

#include "core/graph/by_policy.h"
#include "core/graph/graph.h"
#include "core/graph/groups.h"
#include "core/sleep/last_look.h"
#include "platform/clock.h"
#include "platform/memory.h"
#include "platform/random.h"

namespace xomp::graph {

namespace {

using Deque = queue::SplitDeque<Task>;

constexpr std::uint32_t kMostOverflowed = 1u << 18;  // tasks of one seat beyond its ring: 16 to 64 MiB of memory
// About 0.3 us. When tasks come faster than they run here, each look makes the thread that submits them wait for the
// inbox's line. So a thread looks again only after it has run some more tasks.
constexpr std::uint32_t kPauseInFlood = 6;
constexpr std::uint32_t kSharesMore = 2;  // pushes after a theft

void set_ring(SeatState& state) {
  using Slot = atomic<Task*>;
  void* const memory = platform::allocate_forever(sizeof(Slot) * SeatState::kRing);
  state.deque.set_ring(static_cast<Slot*>(memory), SeatState::kRing, SeatState::kFew);
}

// While thieves take what is put here, the next pushes share as well. Where each step of a program has a task for each thread, a request
// often comes just behind the push, when the owner is in its next task for long.
void serve_request(SeatState& state) {
  state.deque.take_request();
  platform::fence_seq_cst();  // [ASK-1]
  state.deque.publish(queue::Share::half);
  const std::uint32_t before = std::exchange(state.thefts, state.deque.thefts());
  if (state.thefts != before) state.shares_more = kSharesMore;
  else if (state.shares_more != 0) --state.shares_more;
  if (state.shares_more != 0) state.deque.request_self();
}

// [VIEW-11] Says whether the guest here calls nobody yet, and so nobody but itself has asked. Ends that when it is time.
bool is_lonely(Seat& me) {
  const SeatState& state = state_of(me);
  if (state.calls_at == 0) [[likely]]
    return false;
  if (me.view->taken.load(relaxed) == 1 && platform::ticks() < state.calls_at) return true;
  end_lonely_stay(me);
  return false;
}

}  // namespace

void share(Seat& me) {
  SeatState& state = state_of(me);
  const bool was_lonely = state.calls_at != 0;
  if (is_lonely(me)) return;
  serve_request(state);
  if (was_lonely && me.view->wants.load(relaxed))
    call_thread(*me.view);  // [VIEW-11] a hint: the watchdog finds what it misses
}

namespace {

// Returns false if the ring is full, or there is no ring yet.
[[gnu::always_inline]] inline bool push_to_deque(Seat& me, Task* task) {
  const queue::PushResult result = state_of(me).deque.push(task);
  if (result == queue::PushResult::pushed) [[likely]]
    return true;
  if (result == queue::PushResult::pushed_and_requested) {
    share(me);
    return true;
  }
  return false;
}

// Returns false if very many tasks wait.
[[gnu::noinline, gnu::cold]] bool push_elsewhere(Seat& me, Task* task) {
  if (me.view->team != nullptr) return put_by_policy(me, task);
  SeatState& state = state_of(me);
  if (!state.deque.has_ring()) {
    set_ring(state);
    state.deque.push(task);  // there is room, and a request can wait
    return true;
  }
  state.overflow.put(task);
  return state.overflow.size() <= kMostOverflowed;
}

// Returns the first of the tasks that a thread has taken elsewhere. The others go into its own deque, which was empty,
// so that other threads can take them.
Task* keep_rest(Seat& me, Task** some, std::uint32_t n) {
  while (--n > 0) {
    platform::prefetch(some[n]);
    if (!push_to_deque(me, some[n])) push_elsewhere(me, some[n]);
  }
  if (sleep::after_putting(me.view->wants))
    call_from(me);  // [VIEW-2] a thread that looked meanwhile has not seen these
  return some[0];
}

// Takes tasks of the inbox. The first one runs next. The others go where other threads can take them, and the owner's
// end runs dry last.
Task* take_from_inbox(Seat& me) {
  View& view = *me.view;
  SeatState& state = state_of(me);
  if (state.inbox_pause != 0) {
    --state.inbox_pause;
    return nullptr;
  }
  Task* some[Inbox::kMost];
  const std::uint32_t n = view.inbox.take_some(some, view.counts ? view.for_pool + 1 : view.seats);
  if (n == 0) return nullptr;
  platform::prefetch(some[0]);
  if (n == 1) return some[0];
  state.inbox_pause = kPauseInFlood;
  keep_rest(me, some, n);
  if (state.calls_at == 0) state.deque.publish(queue::Share::all);  // this thread may be in the first one for long
  return some[0];
}

void note_theft(Seat& me, const Seat& victim, int n) {
  SeatState& state = state_of(me);
  if (n > 1) {
    state.poor_thefts = 0;
    return;
  }
  state.ran_before_theft = me.executed.load(relaxed);       // own
  state.victim_ran_before = victim.executed.load(relaxed);  // a hint
  state.stole_at = platform::ticks();
}

// A theft of one task pays if the task is long, or if both threads had something to do for some time behind it.
void judge_theft(Seat& me, const Seat& victim) {
  constexpr std::uint64_t kBothRan = 8;
  SeatState& state = state_of(me);
  const std::uint64_t now = platform::ticks();
  const std::uint64_t ran = me.executed.load(relaxed) - state.ran_before_theft;              // own
  const std::uint64_t victim_ran = victim.executed.load(relaxed) - state.victim_ran_before;  // a hint
  const bool is_long = now - state.stole_at > std::max<std::uint64_t>(ran, 1) * platform::ticks_of_a_microsecond() / 4;
  const bool pays = is_long || std::min(ran, victim_ran) >= kBothRan;
  state.poor_thefts = pays ? 0 : state.poor_thefts + 1;
  state.stole_at = 0;
  state.rests_from = now;
}

int items_of(const Seat& seat) {
  const Deque& deque = state_of(seat).deque;
  return deque.public_items() + deque.private_items();
}

// A theft costs the victim as much as some small tasks, and with a task go the lines that its successors need. So a thief that got poor
// ones again and again rests, each time longer, until there are some tasks to share or until the victim is in a long one.
bool rests_from_stealing(Seat& me) {
  constexpr std::uint32_t kMostDoublings = 6;  // 8 us
  constexpr int kEnough = 2, kPauses = 8;
  SeatState& state = state_of(me);
  const View& view = *me.view;
  const Seat& victim = view.seat[state.last_victim];
  if (state.stole_at != 0) judge_theft(me, victim);
  if (state.poor_thefts == 0) return false;
  const std::uint64_t part = platform::ticks_of_a_microsecond() / 8, since = platform::ticks() - state.rests_from;
  if (since > part << std::min(state.poor_thefts, kMostDoublings)) return false;
  for (int i = 0; i < kPauses; ++i) platform::cpu_relax();
  const int items = items_of(victim);
  if (items >= kEnough) return false;
  if (view.seats > 2 && items_of(view.seat[platform::next_random(state.random) % view.reach.load(acquire)]) >= kEnough)
    return false;
  const std::uint64_t ran = victim.executed.load(relaxed);
  if (ran == state.victim_ran && items > 0) return false;
  state.victim_ran = ran;
  return true;
}

// Takes the oldest task. If there are many it takes some more, so that the next theft comes later.
Task* steal_from_deque(Seat& me, Seat& victim) {
  Deque& deque = state_of(victim).deque;
  constexpr int kMost = 16, kPart = 8;
  Task* some[kMost];
  const int n = deque.steal_half(some, std::min(kMost, deque.public_items() / kPart + 1));
  if (n == 0) return nullptr;
  note_theft(me, victim, n);
  if (n == 1) {
    if (const Task* const soon = deque.peek()) platform::prefetch(soon);
    return some[0];
  }
  return keep_rest(me, some, static_cast<std::uint32_t>(n));
}

// Takes some of the tasks that did not fit into the victim's deque. They have left its caches anyway, and there are
// many.
Task* steal_overflowed(Seat& me, SeatState& victim) {
  constexpr std::uint32_t kMost = 32;
  Task* some[kMost];
  const std::uint32_t n = victim.overflow.take_some(some, kMost);
  return n == 0 ? nullptr : keep_rest(me, some, n);
}

Task* steal_from(Seat& me, Seat& victim, Search& search) {
  SeatState& state = state_of(victim);
  if (Task* const t = state.urgent.take_above(0)) return t;
  if (Task* const t = steal_from_deque(me, victim)) return t;
  const bool keeps_some = state.deque.private_items() > 0;
  if (keeps_some) search.sees_kept = true;
  if (!search.raids()) {
    state.deque.request();
  } else if (keeps_some && state.deque.raid(static_cast<std::uint16_t>(me.number + 1))) {
    if (Task* const t = steal_from_deque(me, victim)) return t;
  }
  if (Task* const t = steal_overflowed(me, state)) return t;
  return state.urgent.take_above(UrgentTasks::kNone);
}

Task* steal(Seat& me, Search& search) {
  SeatState& state = state_of(me);
  View& view = *me.view;
  const std::uint32_t n = view.reach.load(acquire);  // seats as they were taken
  search.sees_kept = false;
  std::uint32_t victim = state.last_victim < n ? state.last_victim : 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    Seat& seat = view.seat[victim];
    if (&seat != &me)
      if (Task* const t = steal_from(me, seat, search)) {
        state.last_victim = victim;
        sched::Counters::add(worker_of(me).counters.stolen);
        return t;
      }
    victim = i == 0 ? platform::next_random(state.random) % n : victim + 1 == n ? 0 : victim + 1;
  }
  search.saw_kept = search.sees_kept ? search.saw_kept + 1 : 0;
  return nullptr;
}

}  // namespace

void call_from(Seat& me) {
  SeatState& state = state_of(me);
  if (is_lonely(me)) {  // [VIEW-11]
    state.deque.request_self();
    return leave_tasks(*me.view);
  }
  state.deque.publish(queue::Share::half);
  call_thread(*me.view);
}

Task* take_own(Seat& me) {
  SeatState& state = state_of(me);
  if (state.urgent.highest() > 0) [[unlikely]]
    if (Task* const t = state.urgent.take_above(0)) return t;
  if (Task* const t = state.deque.pop((state.deque.bottom() + 1) & 0xffffff)) {  // a floor above all
    share_if_asked(me);
    return t;
  }
  if (me.view->team != nullptr) [[unlikely]]
    if (Task* const t = take_by_policy(me)) return t;
  if (Task* const t = state.overflow.take()) return t;
  return state.urgent.take_above(UrgentTasks::kNone);
}

Task* take_others(Seat& me, Search& search) {
  View& view = *me.view;
  if (view.counts)
    if (Task* const t = take_spilled(me)) return t;
  if (Task* const t = view.urgent.take_above(0)) return t;
  if (Task* const t = take_from_inbox(me)) return t;
  if (rests_from_stealing(me)) return nullptr;
  ++search.looks;
  if (view.team != nullptr) [[unlikely]]
    if (Task* const t = search_by_policy(me, search.is_utmost() ? sched::Effort::utmost : sched::Effort::usual))
      return t;
  if (Task* const t = steal(me, search)) return t;
  return view.urgent.take_above(UrgentTasks::kNone);
}

bool has_tasks(View& view) { return (view.counts && has_spilled()) || has_queued(view); }

bool has_queued(View& view) {
  if (!view.inbox.looks_empty() || view.urgent.highest() != UrgentTasks::kNone) return true;
  if (view.team != nullptr && held_by_policy(view) != 0) return true;
  const std::uint32_t n = view.reach.load(acquire);  // as in steal()
  for (std::uint32_t i = 0; i < n; ++i) {
    SeatState& state = state_of(view.seat[i]);
    if (state.deque.public_items() > 0 || state.deque.private_items() > 0 || !state.overflow.looks_empty() ||
        state.urgent.highest() != UrgentTasks::kNone)
      return true;
  }
  return false;
}

bool push(Seat& me, Task* task) {
  SeatState& state = state_of(me);
  bool has_room = true;
  if (task->priority != 0) [[unlikely]]
    state.urgent.put(task);
  else if (!push_to_deque(me, task)) [[unlikely]] has_room = push_elsewhere(me, task);
  if (sleep::after_putting(me.view->wants)) [[unlikely]] {  // [VIEW-2]
    call_from(me);
  }
  return has_room;
}

void call_for_tasks(View& view, bool will_wait) {
  if (!sleep::after_putting(view.wants)) return;  // [VIEW-2] [VIEW-3]
  if (will_wait || needs_own_processor(view)) leave_tasks(view);
  else call_thread(view);
}

namespace {

void put_into_inbox(View& view, Task* task, bool will_wait) {
  if (!view.inbox.put(task)) return call_for_tasks(view, will_wait);
  sleep::fence_after_putting();  // [VIEW-3] [VIEW-5]
  call_watchdog();
}

}  // namespace

void submit(View& view, Task* task) {
  const bool will_wait = submits_to_wait();
  if (task->priority == 0) [[likely]] {
    put_into_inbox(view, task, will_wait);
  } else {
    view.urgent.put(task);
    call_for_tasks(view, will_wait);
  }
  note_submission();
}

std::uint32_t queued(Seat& seat) {
  SeatState& state = state_of(seat);
  if (seat.view->team != nullptr)
    return static_cast<std::uint32_t>(held_by_policy(*seat.view));  // the seats share them
  return static_cast<std::uint32_t>(items_of(seat)) + static_cast<std::uint32_t>(state.overflow.size());
}

}  // namespace xomp::graph
