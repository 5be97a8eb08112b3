// Views come and go. A view that was closed is kept for the next executor of its size.
#include <pthread.h>

#include "core/graph/graph.h"
#include "core/graph/lending.h"
#include "core/graph/view_policy.h"
#include "platform/heap.h"
#include "platform/memory.h"

namespace xomp::graph {

namespace {

// The child has one thread, and that may sit on a seat.
void forget_threads() {
  Seat* const mine = xomp_graph_seat_1;
  the_pool.lock.unlock();
  the_pool.parked = nullptr;
  the_pool.has_warden = false;
  the_pool.is_watched.store(false, relaxed);  // alone, as for the next
  the_pool.active.store(mine != nullptr ? 1 : 0, relaxed);
  the_pool.coming.store(0, relaxed);
  for (View* view = the_pool.open; view != nullptr; view = view->next_open) {
    const bool is_mine = mine != nullptr && mine->view == view;
    view->occupied = is_mine ? 1 : 0;
    view->taken.store(view->occupied, relaxed);  // alone
    view->sleeping = nullptr;
    view->inbox.forget();
    view->is_left.store(false, relaxed);  // alone
    for (std::uint32_t i = 0; i < view->seats; ++i) {
      SeatEngine& engine = engine_of(view->seat[i]);
      engine.is_taken = &view->seat[i] == mine;
      engine.is_sleeping = false;
      engine.server = nullptr;
      engine.urgent.forget();
      engine.overflow.forget();
      engine.deque.forget_others();
      engine.put.store(0, relaxed);
      engine.taken.store(0, relaxed);
    }
    view->team = make_view_team(view->seats);
    if (is_mine) join_view_team(*mine);
    view->wants.store(view->taken.load(relaxed) < view->seats, relaxed);
  }
}

View* find_free(std::uint32_t seats) {
  View** link = &the_pool.free;
  while (*link != nullptr && (*link)->seats != seats) link = &(*link)->next_free;
  View* const view = *link;
  if (view != nullptr) *link = view->next_free;
  return view;
}

View* make_view(std::uint32_t seats) {
  View* const view = new (platform::allocate_forever(sizeof(View), alignof(View))) View{};
  view->seats = seats;
  void* const memory = platform::map_pages(sizeof(Seat) * seats);
  if (memory == nullptr) platform::out_of_memory("the seats of an executor");
  view->seat = static_cast<Seat*>(memory);
  for (std::uint32_t i = 0; i < seats; ++i) {
    Seat& seat = *new (&view->seat[i]) Seat{};
    seat.view = view;
    seat.number = i;
    SeatEngine& engine = *new (seat.reserved) SeatEngine{};
    engine.random = 2 * i + 1;
    engine.last_victim = i + 1 < seats ? i + 1 : 0;
  }
  view->team = make_view_team(seats);
  return view;
}

void take_from_list(View*& list, View* View::* next, View& view) {
  View** link = &list;
  while (*link != &view) link = &((*link)->*next);
  *link = view.*next;
}

}  // namespace

void recycle(View& view) {
  view.next_free = the_pool.free;
  the_pool.free = &view;
}

View* open_view(std::uint32_t seats, const ViewHooks& hooks) {
  self();
  const platform::ShortGuard guard(the_pool.lock);
  if (!the_pool.has_fork_handler) pthread_atfork(nullptr, nullptr, forget_threads);
  the_pool.has_fork_handler = true;
  View* view = find_free(seats);
  if (view == nullptr) view = make_view(seats);
  view->hooks = hooks;
  view->is_closing.store(false, relaxed);  // nobody has the view yet
  view->is_served = view->is_abandoned = false;
  view->next_open = the_pool.open;
  the_pool.open = view;
  update_wants(*view);
  return view;
}

void close_view(View& view) {
  const std::uint32_t own = xomp_graph_seat_1 != nullptr && xomp_graph_seat_1->view == &view ? 1 : 0;
  {
    const platform::ShortGuard guard(the_pool.lock);
    view.is_closing.store(true, release);
    update_wants(view);
  }
  sleep::WaitHistory history;
  view.left.wait_until(history, [&] {
    const platform::ShortGuard guard(the_pool.lock);
    return view.occupied == own;
  });
  const platform::ShortGuard guard(the_pool.lock);
  take_from_list(the_pool.open, &View::next_open, view);
  if (own == 0) recycle(view);
  else view.is_abandoned = true;
}

void reserve(View& view) {
  const platform::ShortGuard guard(the_pool.lock);
  view.is_served = true;
}

void dismiss(View& view) {
  for (std::uint32_t i = 0; i < view.seats; ++i) {
    Sitter* server;
    {
      const platform::ShortGuard guard(the_pool.lock);
      view.is_closing.store(true, release);
      server = engine_of(view.seat[i]).server;
    }
    if (server != nullptr) server->event.signal();
  }
}

std::uint32_t idle_seats(View& view) {
  const platform::ShortGuard guard(the_pool.lock);
  return view.seats - view.taken.load(relaxed);
}

}  // namespace xomp::graph
