// What fork() does to graphs and views. Their locks are held across it, so the child finds their lists whole. The child has one thread.
// Of its parent's tasks it has only those that this thread is in, because the others run in the parent. What the child submits runs on
// threads of its own.
#include <pthread.h>

#include "core/graph/by_policy.h"
#include "core/graph/graph.h"
#include "core/graph/groups.h"
#include "core/graph/lending.h"
#include "core/graph/memory.h"

namespace xomp::graph {

namespace {

void give_ring(Seat& seat, atomic<Task*>* ring) {
  if (ring != nullptr) state_of(seat).deque.set_ring(ring, SeatState::kRing, SeatState::kFew);
}

void forget_seat(Seat& seat) {
  void* const front = seat.front;
  atomic<Task*>* const ring = state_of(seat).deque.ring();
  make_seat(*seat.view, seat.number);
  seat.front = front;
  give_ring(seat, ring);
}

// Makes anew the seat that the thread is on. The thread is in a task and goes on there, so what it needs after that stays: where it sat
// before, what it waits for, and what it owes.
void forget_tasks_of(Seat& mine) {
  SeatState& state = state_of(mine);
  Seat* const below = state.below;
  const bool has_server = state.has_server;
  const std::uint32_t waits_for = state.waits_for.load(relaxed), counts_for = state.counts_for;  // own
  atomic<Task*>* const ring = state.deque.ring();
  make_state(mine);
  give_ring(mine, ring);
  state.is_taken = true;
  state.has_lost = !mine.view->counts;
  state.below = below;
  state.waits_for.store(waits_for, relaxed);  // only this thread exists
  state.counts_for = counts_for;
  state.has_server = has_server;
  mine.next = nullptr;
  state.left_at_count = mine.submitted - mine.executed.load(relaxed);  // own
}

bool is_for_pool(const Seat& seat) { return seat.number < seat.view->for_pool; }

void forget_view(View& view, Seat* mine) {
  for (std::uint32_t i = 0; i < view.seats; ++i)
    if (Seat& seat = view.seat[i]; &seat == mine) forget_tasks_of(seat);
    else forget_seat(seat);
  view.inbox.forget();
  view.urgent.forget();
  view.is_left.store(false, relaxed);  // only this thread exists, here and for the next stores
  view.occupied = mine != nullptr && is_for_pool(*mine) ? 1 : 0;
  view.servers = mine != nullptr && state_of(*mine).has_server ? 1 : 0;
  view.taken.store(view.occupied, relaxed);
  view.sleeping = nullptr;
  view.team = make_view_team(view.seats);
  if (mine != nullptr) join_view_team(*mine);
  // This is not update_wants(), because that may start the watchdog, and no thread may be started in here. So pushes call threads until
  // the first change of `taken` or `active`.
  view.wants.store(!view.is_closing.load(relaxed) && view.taken.load(relaxed) < view.for_pool, relaxed);
  if (view.hooks.forget != nullptr && !view.is_abandoned) view.hooks.forget(view.seat[0], mine);
}

// Returns the seat of the view that the calling thread is on or will go back to, or nullptr.
Seat* seat_in(const View& view) {
  Seat* seat = current_seat();
  while (seat != nullptr && seat->view != &view) seat = state_of(*seat).below;
  return seat;
}

void forget_views() {
  for_each_memory([](TaskMemory& memory) {
    if (xomp_graph_self_1 == nullptr || &memory != xomp_graph_self_1->memory) state_of(memory).seat = nullptr;
  });
  Seat* const mine = current_seat();
  the_pool.is_starved = false;
  the_pool.is_childs = true;
  the_pool.failed_starts = 0;
  the_pool.is_watched.store(false, relaxed);  // only this thread exists, here and for the next stores
  the_pool.active.store(mine != nullptr ? 1 : 0, relaxed);
  the_pool.coming.store(0, relaxed);
  for (View* view = the_pool.open; view != nullptr; view = view->next_open) forget_view(*view, seat_in(*view));
  for (Seat* seat = mine; seat != nullptr; seat = state_of(*seat).below)
    if (seat->view->is_abandoned) forget_view(*seat->view, seat);  // not among the open ones any more
  forget_groups(mine);
}

void before_fork() {
  the_groups.lock.lock();
  the_pool.lock.lock();
  hold_names_for_fork();
  hold_tables_for_fork();
}

void after_fork_in_parent() {
  release_tables_after_fork();
  release_names_after_fork();
  the_pool.lock.unlock();
  the_groups.lock.unlock();
}

void after_fork_in_child() {
  forget_views();
  forget_counts();
  forget_tables();
}

}  // namespace

void install_fork_handlers() { pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child); }

}  // namespace xomp::graph
