// Where a view's ready tasks lie and how its threads find them.
#include <algorithm>

#include "core/graph/view.h"
#include "core/graph/view_policy.h"
#include "platform/fence.h"
#include "platform/memory.h"
#include "platform/random.h"

namespace xomp::graph {

namespace {

using Deque = queue::SplitDeque<Task>;

constexpr std::uint32_t kMostOverflowed = 1u << 18;  // tasks of one seat beyond its ring: 16 to 64 MiB of memory
constexpr std::uint32_t kLooksBeforeRaid = 12;
// Some 0.3 us. When tasks come faster than they run here, each look costs the thread that submits them a wait for the inbox's line. So
// a look follows after some more have come.
constexpr std::uint32_t kPauseInFlood = 6;

void set_ring(SeatEngine& engine) {
  using Slot = atomic<Task*>;
  void* const memory = platform::allocate_forever(sizeof(Slot) * SeatEngine::kRing);
  engine.deque.set_ring(static_cast<Slot*>(memory), SeatEngine::kRing);
}

[[gnu::noinline, gnu::cold]] void serve_request(SeatEngine& engine) {
  engine.deque.take_request();
  platform::fence_seq_cst();  // [ASK-1]
  engine.deque.publish(queue::Share::half);
}

// False: the ring is full, or there is none.
[[gnu::always_inline]] inline bool push_to_deque(SeatEngine& engine, Task* task) {
  const queue::PushResult result = engine.deque.push(task);
  if (result == queue::PushResult::pushed) [[likely]]
    return true;
  if (result == queue::PushResult::pushed_and_requested) {
    serve_request(engine);
    return true;
  }
  return false;
}

// False: very many tasks wait.
[[gnu::noinline, gnu::cold]] bool push_elsewhere(Seat& me, Task* task) {
  if (me.view->team != nullptr) return put_by_view_policy(me, task);
  SeatEngine& engine = engine_of(me);
  if (!engine.deque.has_ring()) {
    set_ring(engine);
    engine.deque.push(task);  // there is room, and a request can wait
    return true;
  }
  const std::uint32_t there = engine.overflowed.fetch_add(1, relaxed);  // a hint
  engine.overflow.put(task);
  return there < kMostOverflowed;
}

Task* take_overflowed(SeatEngine& engine) {
  Task* const task = engine.overflow.take();
  if (task != nullptr) engine.overflowed.fetch_sub(1, relaxed);  // a hint
  return task;
}

// Tasks of the inbox: the first one runs next, the others lie where others can take them. The owner's end comes next.
Task* take_from_inbox(Seat& me) {
  View& view = *me.view;
  SeatEngine& engine = engine_of(me);
  if (engine.inbox_pause != 0) {
    --engine.inbox_pause;
    return nullptr;
  }
  Task* some[Inbox::kMost];
  std::uint32_t n = view.inbox.take_some(some, view.seats);
  if (n == 0) return nullptr;
  for (std::uint32_t i = 0; i < n; ++i) platform::prefetch(some[i]);
  if (n == 1) return some[0];
  engine.inbox_pause = kPauseInFlood;
  while (--n > 0)
    if (!push_to_deque(engine, some[n])) push_elsewhere(me, some[n]);
  engine.deque.publish(queue::Share::all);  // this thread may be in the first one for long
  return some[0];
}

Task* steal_from(Seat& me, Seat& victim, bool raids) {
  SeatEngine& engine = engine_of(victim);
  if (Task* const t = engine.urgent.take_above(0)) return t;
  if (Task* const t = engine.deque.steal()) return t;
  if (engine.deque.private_items() > 0) {
    if (!raids) {
      engine.deque.request();
    } else if (engine.deque.raid(static_cast<std::uint16_t>(me.number + 1))) {
      if (Task* const t = engine.deque.steal()) return t;
    }
  }
  if (Task* const t = take_overflowed(engine)) return t;
  return engine.urgent.take_above(UrgentTasks::kNone);
}

Task* steal(Seat& me, bool raids) {
  SeatEngine& engine = engine_of(me);
  View& view = *me.view;
  const std::uint32_t n = view.seats;
  std::uint32_t victim = engine.last_victim < n ? engine.last_victim : 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    Seat& seat = view.seat[victim];
    if (&seat != &me)
      if (Task* const t = steal_from(me, seat, raids)) {
        engine.last_victim = victim;
        return t;
      }
    victim = i == 0 ? platform::next_random(engine.random) % n : victim + 1 == n ? 0 : victim + 1;
  }
  return nullptr;
}

}  // namespace

Task* take_own(Seat& me) {
  SeatEngine& engine = engine_of(me);
  if (engine.urgent.highest() > 0) [[unlikely]]
    if (Task* const t = engine.urgent.take_above(0)) return t;
  if (Task* const t = engine.deque.pop((engine.deque.bottom() + 1) & 0xffffff)) return t;  // a floor above all
  if (me.view->team != nullptr) [[unlikely]]
    if (Task* const t = take_by_view_policy(me)) return t;
  if (Task* const t = take_overflowed(engine)) return t;
  return engine.urgent.take_above(UrgentTasks::kNone);
}

Task* take_others(Seat& me, Search& search) {
  View& view = *me.view;
  if (Task* const t = take_from_inbox(me)) return t;
  const bool raids = ++search.looks % kLooksBeforeRaid == 0;
  if (view.team != nullptr) [[unlikely]]
    if (Task* const t = search_by_view_policy(me, raids ? sched::Effort::utmost : sched::Effort::usual)) return t;
  return steal(me, raids);
}

bool has_tasks(View& view) {
  if (!view.inbox.looks_empty()) return true;
  if (view.team != nullptr && held_by_policy(view) != 0) return true;
  for (std::uint32_t i = 0; i < view.seats; ++i) {
    SeatEngine& engine = engine_of(view.seat[i]);
    if (engine.deque.public_items() > 0 || engine.deque.private_items() > 0 || !engine.overflow.looks_empty() ||
        engine.urgent.highest() != UrgentTasks::kNone)
      return true;
  }
  return false;
}

bool push(Seat& me, Task* task) {
  SeatEngine& engine = engine_of(me);
  bool has_room = true;
  if (task->priority != 0) [[unlikely]]
    engine.urgent.put(task);
  else if (!push_to_deque(engine, task)) [[unlikely]] has_room = push_elsewhere(me, task);
  platform::fence_light();                          // [VIEW-2]
  if (me.view->wants.load(relaxed)) [[unlikely]] {  // [VIEW-2]
    engine.deque.publish(queue::Share::half);
    call_thread(*me.view);
  }
  return has_room;
}

void submit(View& view, Task* task) {
  const bool has_looker = view.inbox.put(task);  // [VIEW-5]
  platform::fence_light();                       // [VIEW-2] [VIEW-3]
  if (has_looker) return call_warden();
  if (!view.wants.load(relaxed)) return;  // [VIEW-2]
  if (needs_own_processor(view)) leave_tasks(view);
  else call_thread(view);
}

std::uint32_t queued(Seat& seat) {
  SeatEngine& engine = engine_of(seat);
  if (seat.view->team != nullptr)
    return static_cast<std::uint32_t>(held_by_policy(*seat.view));  // the seats share them
  const int n = engine.deque.public_items() + engine.deque.private_items();
  return static_cast<std::uint32_t>(n) + engine.overflowed.load(relaxed);  // a hint
}

}  // namespace xomp::graph
