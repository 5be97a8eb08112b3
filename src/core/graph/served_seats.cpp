// Seats that threads of the program's own serve, one for each. The pool's threads keep away from such a view.
#include "core/graph/by_policy.h"
#include "core/graph/graph.h"
#include "core/graph/lending.h"
#include "core/sleep/shared_fence.h"

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

// Sleeps until the thread is to sit down; false: the view closes.
bool await_tasks(const View& view, Sitter& sitter) {
  const bool fenced = sleep::shared_fence.pass();  // [VIEW-2]
  const bool is_timed_first = may_be_held();       // [VIEW-4]
  if (!is_timed_first) lend_where_tasks_wait();    // [VIEW-2] perhaps the thread itself
  for (;;) {
    const std::uint32_t announced = sitter.event.announce();
    if (place_of(sitter) != nullptr) return true;
    if (view.is_closing.load(acquire)) return false;
    const bool is_timed = !fenced || (is_timed_first && do_tasks_wait());
    if (sitter.event.sleep(announced, is_timed ? kTimedWait_ns : 0) == platform::WaitResult::timed_out)
      lend_where_tasks_wait();
  }
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
  while (await_tasks(view, sitter)) sit(seat, sitter);
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
