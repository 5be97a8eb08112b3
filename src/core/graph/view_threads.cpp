// Decides which threads sit where: lends threads of the pool to views, and takes them back.
#include <utility>

#include "core/graph/by_policy.h"
#include "core/graph/graph.h"
#include "core/graph/groups.h"
#include "core/graph/lending.h"
#include "core/sched/execute.h"
#include "core/sleep/backoff.h"
#include "core/sleep/last_look.h"
#include "core/team/roots.h"
#include "platform/heap.h"
#include "platform/memory.h"
#include "platform/message.h"
#include "platform/thread.h"
#include "trace/recorder.h"

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

constexpr std::uint64_t kRest_ns = 200'000'000;    // an idle thread gives memory back to the system after this time
constexpr std::uint64_t kIdle_ns = 5'000'000'000;  // it ends after this further time

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

void* run_sitter(void* argument);

// Says whether a view other than the graph's is open. The graph's needs no thread of the pool, because the threads that wait for the
// graph's tasks run them if nobody else does.
bool has_executor() {
  for (View* view = the_pool.open; view != nullptr; view = view->next_open)
    if (!view->counts) return true;
  return false;
}

// [VIEW-8] Called when a thread could not be started. The program is told when a second try has failed, too: the watchdog tries again.
[[gnu::cold]] void be_starved() {
  the_pool.is_starved = true;
  update_all_wants();
  watch();
  if (!the_pool.is_watched.load(relaxed) && threading::for_views.live() == 0 && has_executor())  // under the lock
    platform::fatal("no thread could be started for an executor: the system allows no more");
  if (the_pool.failed_starts++ > 0) threading::tell_of_refusal("executors and graphs go on with fewer");
}

// Returns a Sitter for a thread that is to be started, or nullptr if there is no memory for one.
Sitter* spare_sitter() {
  if (threading::CrewMember* const spare = threading::for_views.take_spare()) return static_cast<Sitter*>(spare);
  void* const memory = platform::take_piece(sizeof(Sitter));
  if (memory == nullptr) return nullptr;
  Sitter* const sitter = new (memory) Sitter;
  sitter->is_pooled = true;
  return sitter;
}

Sitter* try_to_start() {
  Sitter* const sitter = spare_sitter();
  if (sitter == nullptr || threading::for_views.start(run_sitter, sitter)) return sitter;
  threading::for_views.put_spare(*sitter);
  return nullptr;
}
Sitter* start_sitter() {
  if (the_pool.is_starved) return nullptr;  // [VIEW-8] the watchdog tries again
  Sitter* const sitter = try_to_start();
  if (sitter != nullptr) the_pool.failed_starts = 0;
  else be_starved();
  return sitter;
}

Sitter* idle_sitter() {
  threading::CrewMember* const idle = threading::for_views.take_idle();
  return idle != nullptr ? static_cast<Sitter*>(idle) : start_sitter();
}

}  // namespace

void have_idle_thread() {
  if (the_pool.is_starved || threading::for_views.has_idle() || threading::for_views.live() >= processors()) return;
  if (Sitter* const sitter = try_to_start()) threading::for_views.put_idle(*sitter, sched::kMaxWorkers);
}

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

IdleSitter::IdleSitter(bool is_relied_on, const View* served) : served_(served) {
  const bool is_timed_first = is_relied_on && may_be_held();  // [VIEW-4]
  if (is_relied_on) {
    is_sure_ = sleep::LastLook().is_sure();        // [VIEW-2]
    if (!is_timed_first) lend_where_tasks_wait();  // [VIEW-2] perhaps the thread itself
  }
  is_timed_ = !is_sure_ || (is_timed_first && do_tasks_wait());
}

std::uint64_t IdleSitter::limit_ns() const {
  if (is_timed_) return kTimedWait_ns;
  return served_ != nullptr ? 0 : has_rested_ ? kIdle_ns : kRest_ns;
}

bool IdleSitter::is_over() {
  if (is_timed_) {
    lend_where_tasks_wait();
    is_timed_ = !is_sure_ || do_tasks_wait();
    return false;
  }
  if (has_rested_ || the_pool.is_childs) return true;
  trim_memory(own_memory());
  has_rested_ = true;
  return false;
}

namespace {

// Sleeps until the thread is to sit down, and returns the seat. Returns nullptr after a long time without work. Statistics and traces
// show the wait.
Seat* wait_for_seat(Sitter& sitter, bool is_relied_on) {
  trace::Activity before{};
  trace::begin_slow_wait(before);
  void* const seat = threading::for_views.wait_for_job(sitter, IdleSitter(is_relied_on, nullptr));
  trace::end_slow_wait(before);
  return static_cast<Seat*>(seat);
}

void* run_sitter(void* argument) {
  Sitter& sitter = *static_cast<Sitter*>(argument);
  team::register_root_of(&threading::for_views);
  own_memory();
  {
    const platform::ShortGuard its_starter_has_set_the_job(the_pool.lock);  // or has listed it as idle
  }
  for (bool is_relied_on = false; Seat* const seat = wait_for_seat(sitter, is_relied_on);) {
    sleep::part_from_waker(sitter.lent_from);
    is_relied_on = sit(*seat, sitter);
  }
  threading::for_views.put_spare(sitter);
  return nullptr;
}

enum class Which { all, left };

void lend_to(Which which) {
  for (;;) {
    sleep::EventCount* event = nullptr;
    {
      const platform::ShortGuard guard(the_pool.lock);
      for (View* view = the_pool.open; view != nullptr && event == nullptr; view = view->next_open)
        if (view->wants.load(relaxed) && (which == Which::all || view->is_left.load(relaxed)) && has_tasks(*view))
          event = lend(*view);
    }
    if (event == nullptr) return;
    event->notify_all();
  }
}

}  // namespace

void lend_where_tasks_wait() { lend_to(Which::all); }
void lend_where_tasks_are_left() { lend_to(Which::left); }

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
