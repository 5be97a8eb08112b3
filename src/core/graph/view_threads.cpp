// Decides which threads sit where: lends threads of the pool to views, and takes them back.
#include <utility>

#include "core/graph/by_policy.h"
#include "core/graph/groups.h"
#include "core/graph/lending.h"
#include "core/graph/memory.h"
#include "core/sched/execute.h"
#include "core/sleep/backoff.h"
#include "platform/thread.h"

namespace xomp::graph {

constinit Pool the_pool;

std::int32_t processors() { return sleep::own_threads.processors.load(relaxed); }

// --- called with Pool::lock held (lending.h) ---

void update_wants(View& view) {
  const bool has_seat = view.taken.load(relaxed) < view.for_pool || view.sleeping != nullptr;
  const bool can_serve = !view.is_closing.load(relaxed) && has_seat;
  const bool has_thread = !the_pool.is_starved || view.is_served || view.sleeping != nullptr;  // [VIEW-8]
  const bool wants = can_serve && has_thread && the_pool.active.load(relaxed) < processors();
  if (view.wants.load(relaxed) != wants) view.wants.store(wants, seq_cst);  // [VIEW-2]
  if (can_serve && !wants) watch();                                         // [VIEW-3]
}
void update_all_wants() {
  for (View* view = the_pool.open; view != nullptr; view = view->next_open) update_wants(*view);
}

namespace {

void change_taken(View& view, std::int32_t by) {
  view.taken.store(view.taken.load(relaxed) + static_cast<std::uint32_t>(by), relaxed);
}

void change_active(std::int32_t by) {
  const bool had_room = the_pool.active.load(relaxed) < processors();
  the_pool.active.store(the_pool.active.load(relaxed) + by, relaxed);  // under the lock
  if (had_room != (the_pool.active.load(relaxed) < processors())) update_all_wants();
}

// The first is called when a thread comes to the seat or wakes up there, the second when it goes or falls asleep.
void become_active(Seat& seat) {
  View& view = *seat.view;
  if (seat.number < view.for_pool) change_taken(view, 1);
  change_active(1);
  update_wants(view);
}
void become_inactive(Seat& seat) {
  View& view = *seat.view;
  if (seat.number < view.for_pool) change_taken(view, -1);
  change_active(-1);
  update_wants(view);
}

void take(Seat& seat) {
  View& view = *seat.view;
  state_of(seat).is_taken = true;
  if (seat.number >= view.reach.load(relaxed)) view.reach.store(seat.number + 1, release);  // under the lock
}

void occupy(Seat& seat, Sitter& sitter) {
  take(seat);
  ++seat.view->occupied;
  become_active(seat);
  sitter.lent_from = current_seat() != nullptr ? platform::current_processor() : -1;
  sitter.job.store(&seat, release);       // [POOL-1]
  the_pool.coming.fetch_add(1, relaxed);  // a hint
}

Seat* free_seat(View& view) {
  if (view.occupied == view.for_pool) return nullptr;
  for (std::uint32_t i = 0; i < view.for_pool; ++i)
    if (!state_of(view.seat[i]).is_taken && (!view.is_served || state_of(view.seat[i]).has_server))
      return &view.seat[i];
  return nullptr;
}

}  // namespace

Seat* take_free_seat(View& view, Sitter& sitter) {
  Seat* const seat = free_seat(view);
  if (seat != nullptr) occupy(*seat, sitter);
  return seat;
}

sleep::EventCount* lend(View& view) {
  if (Seat* const seat = free_seat(view)) {
    Sitter* const sitter = view.is_served ? &state_of(*seat).server : idle_sitter();
    if (sitter != nullptr) {
      occupy(*seat, *sitter);
      return &sitter->event;
    }
  }
  Seat* const seat = view.sleeping;
  if (seat == nullptr) return nullptr;
  SeatState& state = state_of(*seat);
  view.sleeping = state.next_sleeping;
  state.is_sleeping = false;
  become_active(*seat);
  return &state.event;
}

namespace {

void remove_sleeping(View& view, Seat& seat) {
  Seat** link = &view.sleeping;
  while (*link != &seat) link = &state_of(**link).next_sleeping;
  *link = state_of(seat).next_sleeping;
}

// --- without the lock ---

void park(Sitter& sitter) {
  threading::for_views.put_idle(sitter, sched::kMaxWorkers);
  if (!the_pool.is_starved) return;
  the_pool.is_starved = false;  // [VIEW-8]
  update_all_wants();
}

// How a thread has got up.
struct GotUp {
  // A push may rely on this thread from now on, because fewer other threads are active than there are processors.
  bool is_relied_on;
  bool was_full;  // the view had a thread on each seat, so pushes told nobody
};

GotUp get_up(Seat& seat, Sitter& sitter) {
  View& view = *seat.view;
  const platform::ShortGuard guard(the_pool.lock);
  const bool was_full = view.taken.load(relaxed) == view.for_pool;  // under the lock
  state_of(seat).is_taken = false;
  state_of(seat).has_lost = false;
  if (sitter.is_pooled) park(sitter);
  --view.occupied;
  become_inactive(seat);
  // A task that this thread was in has closed the view, so the view can be used again only now.
  if (view.is_abandoned && view.occupied == 0 && view.servers == 0) recycle(view);
  else if (view.is_closing.load(relaxed)) view.left.notify_all();
  return {the_pool.active.load(relaxed) < processors(), was_full};
}

// The calling thread sits on the seat from now on, on top of the seat where it was. go_back() takes it back there.
void sit_down(Seat& seat) {
  seat.memory = &own_memory();
  state_of(seat).below = std::exchange(state_of(*seat.memory).seat, &seat);
  (seat.view->counts ? xomp_graph_self_1 : xomp_graph_seat_1) = &seat;
  sched::Worker& worker = worker_of(seat);
  sched::bytes_of_further_stack(worker);  // called because it finds the limit
  seat.stack_limit = worker.stack_limit;
  join_view_team(seat);
}
void go_back(Seat& seat) {
  leave_view_team(seat);
  ThreadState& thread = state_of(*seat.memory);
  thread.seat = state_of(seat).below;
  const bool counts = seat.view->counts;
  Seat* before = thread.seat;
  while (before != nullptr && before->view->counts != counts) before = state_of(*before).below;
  if (counts) xomp_graph_self_1 = before != nullptr ? before : thread.outside;
  else xomp_graph_seat_1 = before;
}

template <class Stay>
GotUp sit_and(Seat& seat, Sitter& sitter, Stay&& stay) {
  threading::Crew::take_job(sitter);  // a thread that has lent itself has not taken its job yet
  the_pool.coming.fetch_sub(1, relaxed);
  sit_down(seat);
  stay(seat);
  go_back(seat);
  return get_up(seat, sitter);
}

Seat* take_seat_of_guest(View& view, Sitter& sitter) {
  const platform::ShortGuard guard(the_pool.lock);
  if (view.is_closing.load(relaxed) || view.is_served || the_pool.active.load(relaxed) >= processors())
    return nullptr;  // under the lock
  return take_free_seat(view, sitter);
}

}  // namespace

bool sit(Seat& seat, Sitter& sitter) { return sit_and(seat, sitter, serve).is_relied_on; }

bool visit(View& view, void (*stay)(Seat& seat, void* argument), void* argument) {
  Sitter sitter;  // nobody lends this thread: it takes its seat itself
  Seat* const seat = take_seat_of_guest(view, sitter);
  if (seat == nullptr) return false;
  const GotUp up = sit_and(*seat, sitter, [&](Seat& its) { stay(its, argument); });
  // It does not look behind a fence at what was pushed meanwhile, as a thread of the pool does (VIEW-2): a short wait would take several
  // times as long. While `wants` was false for lack of processors the watchdog was called already.
  if (up.was_full) call_watchdog();                                 // [VIEW-3]
  if (up.is_relied_on && has_tasks(view)) lend_where_tasks_wait();  // a hint: the watchdog finds what it misses
  return true;
}

namespace {

Seat* take_seat_to_wait(View& view) {
  const platform::ShortGuard guard(the_pool.lock);
  for (std::uint32_t i = view.for_pool; i < view.seats; ++i) {
    Seat& seat = view.seat[i];
    if (state_of(seat).is_taken) continue;
    take(seat);
    if (current_seat() == nullptr) become_active(seat);
    return &seat;
  }
  return nullptr;
}

}  // namespace

Seat* sit_down_to_wait(View& view) {
  Seat* const seat = take_seat_to_wait(view);
  if (seat != nullptr) sit_down(*seat);
  return seat;
}

void get_up_from_wait(Seat& seat) {
  fall_idle(seat);
  go_back(seat);
  bool has_room;
  {
    const platform::ShortGuard guard(the_pool.lock);
    state_of(seat).is_taken = false;
    state_of(seat).waits_for.store(kAllGroups, relaxed);  // nobody tells a seat that is not asleep
    if (current_seat() == nullptr) become_inactive(seat);
    has_room = the_pool.active.load(relaxed) < processors();
  }
  if (has_room && has_tasks(*seat.view)) lend_where_tasks_wait();  // a hint: the watchdog finds what it misses
}

bool do_tasks_wait() {
  const platform::ShortGuard guard(the_pool.lock);
  for (View* view = the_pool.open; view != nullptr; view = view->next_open)
    if (view->wants.load(relaxed) && has_tasks(*view)) return true;  // under the lock
  return false;
}

bool waits_for_lost(Seat& me) {
  const platform::ShortGuard guard(the_pool.lock);
  return me.view->occupied == 1 && !has_tasks(*me.view);
}

namespace {

enum class Which { all, left, left_beside_caller };

bool lends_to(View& view, Which which) {
  if (!view.wants.load(relaxed) || (which != Which::all && !view.is_left.load(relaxed)) || !has_tasks(view))
    return false;
  return which != Which::left_beside_caller || !needs_own_processor(view);
}

void lend_to(Which which) {
  for (;;) {
    sleep::EventCount* event = nullptr;
    {
      const platform::ShortGuard guard(the_pool.lock);
      for (View* view = the_pool.open; view != nullptr && event == nullptr; view = view->next_open)
        if (lends_to(*view, which)) event = lend(*view);
    }
    if (event == nullptr) return;
    event->notify_all();
  }
}

}  // namespace

void lend_where_tasks_wait() { lend_to(Which::all); }
void lend_where_tasks_are_left(bool caller_goes_on) {
  lend_to(caller_goes_on ? Which::left_beside_caller : Which::left);
}

bool needs_own_processor(View& view) {
  return current_seat() == nullptr && view.taken.load(relaxed) > 0 && the_pool.active.load(relaxed) + 1 >= processors();
}

bool begin_poll() {
  if (the_pool.active.load(relaxed) >= processors() || the_pool.coming.load(relaxed) > 0) return false;  // hints
  const platform::ShortGuard guard(the_pool.lock);
  if (the_pool.active.load(relaxed) >= processors()) return false;  // under the lock
  change_active(1);
  return true;
}

void end_poll() {
  bool made_room;
  {
    const platform::ShortGuard guard(the_pool.lock);
    made_room = the_pool.active.load(relaxed) == processors();  // under the lock
    change_active(-1);
  }
  if (made_room) lend_where_tasks_wait();  // [VIEW-6]
}

bool is_poll_in_the_way() {
  if (the_pool.active.load(relaxed) < processors()) return false;  // a hint
  const platform::ShortGuard guard(the_pool.lock);
  for (View* view = the_pool.open; view != nullptr; view = view->next_open)
    if (!view->is_closing.load(relaxed) && view->taken.load(relaxed) < view->for_pool && has_tasks(*view)) return true;
  return false;
}

void call_thread(View& view) {
  sleep::EventCount* event = nullptr;
  {
    const platform::ShortGuard guard(the_pool.lock);
    if (view.wants.load(relaxed)) event = lend(view);  // under the lock
  }
  if (event == nullptr) return;
  event->notify_all();
  if (current_seat() != nullptr) sleep::let_woken_part();
}

void leave_for_sleep(Seat& me, bool is_listed) {
  View& view = *me.view;
  const platform::ShortGuard guard(the_pool.lock);
  if (is_listed) {
    state_of(me).is_sleeping = true;
    state_of(me).next_sleeping = view.sleeping;
    view.sleeping = &me;
  }
  become_inactive(me);
}

bool return_from_sleep(Seat& me, bool was_listed) {
  View& view = *me.view;
  const platform::ShortGuard guard(the_pool.lock);
  if (was_listed && !state_of(me).is_sleeping) return true;  // the thread that woke this one has counted it
  if (was_listed) remove_sleeping(view, me);
  state_of(me).is_sleeping = false;
  become_active(me);
  return false;
}

}  // namespace xomp::graph

extern "C" {
constinit __thread xomp::graph::Seat* xomp_graph_seat_1 = nullptr;
}
