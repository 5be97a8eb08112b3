// fork(): the locks of graphs and views are held across it, so the child finds their lists whole. It has one thread, and none of its
// parent's tasks but those that this thread is in: the others run in the parent. What it submits runs on threads of its own.
#include "core/graph/fork.h"

#include <pthread.h>

#include "core/graph/lending.h"
#include "core/graph/view_policy.h"

namespace xomp::graph {

namespace {

void give_ring(Seat& seat, atomic<Task*>* ring) {
  if (ring != nullptr) engine_of(seat).deque.set_ring(ring, SeatEngine::kRing);
}

void forget_seat(Seat& seat) {
  void* const front = seat.front;
  atomic<Task*>* const ring = engine_of(seat).deque.ring();
  make_seat(*seat.view, seat.number);
  seat.front = front;
  give_ring(seat, ring);
}

// Its thread is in a task and goes on there. What it owes it pays.
void forget_tasks_of(Seat& mine) {
  SeatEngine& engine = engine_of(mine);
  const bool has_server = engine.has_server;
  atomic<Task*>* const ring = engine.deque.ring();
  make_engine(mine);
  give_ring(mine, ring);
  engine.is_taken = engine.has_lost = true;
  engine.has_server = has_server;
  engine.server.seat = has_server ? &mine : nullptr;
  mine.next = nullptr;
}

void forget_view(View& view, Seat* mine) {
  for (std::uint32_t i = 0; i < view.seats; ++i)
    if (Seat& seat = view.seat[i]; &seat == mine) forget_tasks_of(seat);
    else forget_seat(seat);
  view.inbox.forget();
  view.is_left.store(false, relaxed);  // alone, as below
  view.occupied = mine != nullptr ? 1 : 0;
  view.servers = mine != nullptr && engine_of(*mine).has_server ? 1 : 0;
  view.taken.store(view.occupied, relaxed);
  view.sleeping = nullptr;
  view.team = make_view_team(view.seats);
  if (mine != nullptr) join_view_team(*mine);
  // Pushes call threads until the first change of `taken` or `active`: no thread is started in here.
  view.wants.store(!view.is_closing.load(relaxed) && view.taken.load(relaxed) < view.seats, relaxed);
  if (view.hooks.forget != nullptr && !view.is_abandoned) view.hooks.forget(view.seat[0], mine);
}

}  // namespace

void forget_views() {
  Seat* const mine = xomp_graph_seat_1;
  the_pool.parked = nullptr;
  the_pool.threads = mine != nullptr && !mine->view->is_served ? 1 : 0;
  the_pool.is_starved = the_pool.has_warden = false;
  the_pool.failed_starts = 0;
  the_pool.is_watched.store(false, relaxed);  // alone, as for the next
  the_pool.active.store(mine != nullptr ? 1 : 0, relaxed);
  the_pool.coming.store(0, relaxed);
  const auto seat_in = [mine](View& view) { return mine != nullptr && mine->view == &view ? mine : nullptr; };
  for (View* view = the_pool.open; view != nullptr; view = view->next_open) forget_view(*view, seat_in(*view));
  if (mine != nullptr && mine->view->is_abandoned) forget_view(*mine->view, mine);  // it is open no longer
}

namespace {

void before_fork() {
  hold_crew_for_fork();
  the_pool.lock.lock();
}

void after_fork_in_parent() {
  the_pool.lock.unlock();
  release_crew_after_fork();
}

void after_fork_in_child() {
  forget_views();
  the_pool.lock.unlock();
  forget_crew();
  release_crew_after_fork();
}

}  // namespace

void install_fork_handlers() { pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child); }

}  // namespace xomp::graph
