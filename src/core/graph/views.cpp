// Opens and closes views. A closed view is kept for the next executor of its size.
#include "core/graph/by_policy.h"
#include "core/graph/graph.h"
#include "core/graph/groups.h"
#include "core/graph/lending.h"
#include "core/icv/icv.h"
#include "platform/heap.h"
#include "platform/memory.h"

namespace xomp::graph {

namespace {

constexpr std::uint32_t kForWaits = 8;  // so many threads can wait on seats of the graph; further ones wait for a seat

View* find_free(std::uint32_t seats, std::uint32_t for_pool) {
  View** link = &the_pool.free;
  while (*link != nullptr && ((*link)->seats != seats || (*link)->for_pool != for_pool)) link = &(*link)->next_free;
  View* const view = *link;
  if (view != nullptr) *link = view->next_free;
  return view;
}

View* make_view(std::uint32_t seats, std::uint32_t for_pool) {
  View* const view = new (platform::allocate_forever(sizeof(View), alignof(View))) View{};
  view->seats = seats;
  view->for_pool = for_pool;
  view->counts = seats != for_pool;
  view->counts_each = view->counts && icv::global.ttg_termination == icv::TtgTermination::process;
  view->run_counted = view->counts_each ? run_counting_each : run_counted;
  void* const memory = platform::map_pages(sizeof(Seat) * seats);
  if (memory == nullptr) platform::out_of_memory("the seats of an executor or a graph");
  view->seat = static_cast<Seat*>(memory);
  for (std::uint32_t i = 0; i < seats; ++i) make_seat(*view, i);
  view->team = make_view_team(seats);
  return view;
}

void take_from_list(View*& list, View* View::* next, View& view) {
  View** link = &list;
  while (*link != &view) link = &((*link)->*next);
  *link = view.*next;
}

}  // namespace

void make_seat(View& view, std::uint32_t number) {
  Seat& seat = *new (&view.seat[number]) Seat{};
  seat.view = &view;
  seat.group = kOutside;
  seat.number = number;
  make_state(seat);
}

void make_state(Seat& seat) {
  SeatState& state = *new (seat.reserved) SeatState{};
  state.balance.begin_idle();
  state.random = 2 * seat.number + 1;
  state.last_victim = seat.number + 1 < seat.view->seats ? seat.number + 1 : 0;
}

void recycle(View& view) {
  view.next_free = the_pool.free;
  the_pool.free = &view;
}

namespace {

View& open(std::uint32_t seats, std::uint32_t for_pool, const ViewHooks& hooks) {
  own_memory();
  const platform::ShortGuard guard(the_pool.lock);
  View* view = find_free(seats, for_pool);
  if (view == nullptr) view = make_view(seats, for_pool);
  view->hooks = hooks;
  view->seat[0].front = nullptr;           // the last executor's must not stay, because ViewHooks::forget looks there
  view->is_closing.store(false, relaxed);  // nobody has the view yet
  view->is_served = view->is_abandoned = false;
  view->next_open = the_pool.open;
  the_pool.open = view;
  update_wants(*view);
  if (!view->counts) have_idle_thread();
  return *view;
}

}  // namespace

View* open_view(std::uint32_t seats, const ViewHooks& hooks) {
  return keep_watchdog() ? &open(seats, seats, hooks) : nullptr;  // [VIEW-8]
}
View& open_graph_view(std::uint32_t for_pool) { return open(for_pool + kForWaits, for_pool, {}); }

void close_view(View& view) {
  const bool counts = view.counts;
  const std::uint32_t own = xomp_graph_seat_1 != nullptr && xomp_graph_seat_1->view == &view ? 1 : 0;
  {
    const platform::ShortGuard guard(the_pool.lock);
    view.is_closing.store(true, release);
    update_wants(view);
  }
  sleep::WaitHistory history;
  view.left.wait_until(history, [&] {
    const platform::ShortGuard guard(the_pool.lock);
    return view.occupied == own && (view.servers == 0 || own != 0);
  });
  {
    const platform::ShortGuard guard(the_pool.lock);
    take_from_list(the_pool.open, &View::next_open, view);
    if (own == 0) recycle(view);
    else view.is_abandoned = true;
  }
  if (!counts) dismiss_watchdog();
}

std::uint32_t idle_seats(View& view) {
  const platform::ShortGuard guard(the_pool.lock);
  return view.for_pool - view.taken.load(relaxed);
}

// Installed after the team's handlers (core/team/start.cpp). So these locks are taken before theirs, and the child's
// part comes after theirs.
[[gnu::constructor(102)]] static void prepare_for_fork() { install_fork_handlers(); }

}  // namespace xomp::graph
