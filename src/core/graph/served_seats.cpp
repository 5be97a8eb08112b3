// Lets threads of the program serve the seats of a view, one thread for each seat. The pool's threads keep away from such a view.
#include "core/graph/graph.h"
#include "core/graph/lending.h"

namespace xomp::graph {

namespace {

void begin_service(Seat& seat) {
  const platform::ShortGuard guard(the_pool.lock);
  state_of(seat).has_server = true;
  ++seat.view->servers;
  update_wants(*seat.view);
}

void end_service(Seat& seat) {
  View& view = *seat.view;
  const platform::ShortGuard guard(the_pool.lock);
  state_of(seat).has_server = false;
  --view.servers;
  if (view.is_abandoned && view.occupied == 0 && view.servers == 0) recycle(view);  // [VIEW-9]
  else view.left.notify_all();
}

}  // namespace

void reserve(View& view) {
  const platform::ShortGuard guard(the_pool.lock);
  view.is_served = true;
}

void serve_seat(View& view, std::uint32_t number) {
  Seat& seat = view.seat[number];
  Sitter& sitter = state_of(seat).server;
  begin_service(seat);
  while (threading::for_views.wait_for_job(sitter, IdleSitter(true, &view)) != nullptr) sit(seat, sitter);
  end_service(seat);
}

void dismiss(View& view) {
  {
    const platform::ShortGuard guard(the_pool.lock);
    view.is_closing.store(true, release);
    update_wants(view);
  }
  for (std::uint32_t i = 0; i < view.seats; ++i) state_of(view.seat[i]).server.event.notify_all();  // [VIEW-9]
}

}  // namespace xomp::graph
