// Views come and go. A view that was closed is kept for the next executor of its size.
#include "core/graph/graph.h"
#include "core/graph/lending.h"
#include "core/graph/view_policy.h"
#include "platform/heap.h"
#include "platform/memory.h"

namespace xomp::graph {

namespace {

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
  seat.number = number;
  make_engine(seat);
}

void make_engine(Seat& seat) {
  SeatEngine& engine = *new (seat.reserved) SeatEngine{};
  engine.random = 2 * seat.number + 1;
  engine.last_victim = seat.number + 1 < seat.view->seats ? seat.number + 1 : 0;
}

void recycle(View& view) {
  view.next_free = the_pool.free;
  the_pool.free = &view;
}

View* open_view(std::uint32_t seats, const ViewHooks& hooks) {
  self();
  if (!has_or_starts_warden()) return nullptr;  // [VIEW-8]
  const platform::ShortGuard guard(the_pool.lock);
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
    return view.occupied == own && (view.servers == 0 || own != 0);
  });
  const platform::ShortGuard guard(the_pool.lock);
  take_from_list(the_pool.open, &View::next_open, view);
  if (own == 0) recycle(view);
  else view.is_abandoned = true;
}

std::uint32_t idle_seats(View& view) {
  const platform::ShortGuard guard(the_pool.lock);
  return view.seats - view.taken.load(relaxed);
}

}  // namespace xomp::graph
