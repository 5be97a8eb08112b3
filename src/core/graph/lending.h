// The functions that lend threads to views, for the files that do it: view_threads.cpp, pool_threads.cpp, served_seats.cpp, views.cpp, fork.cpp and
// watchdog.cpp. The caller holds Pool::lock, unless a comment says otherwise. Atomics of views and of the pool are written under this
// lock, so relaxed is enough where no label asks for more.
#pragma once

#include "core/graph/view.h"

namespace xomp::graph {

// Decides anew whether pushes call a thread. Called when the view's seats, or the room for threads, have changed.
void update_wants(View& view);
void update_all_wants();
// Gives a thread to a view that has tasks. Returns the event by which the caller wakes that thread after it has released the lock. Returns
// nullptr if there is no thread to give.
sleep::EventCount* lend(View& view);
// Returns a thread of the pool that idles, or that it has started. nullptr: there is none, and the system refuses one.
Sitter* idle_sitter();
// Starts a thread that idles, unless there is one, or as many as processors: an executor's first run is not to wait until a thread has
// started. If the system refuses the thread, lend() will find that out again.
void have_idle_thread();
// Takes a free seat of the view, on which the sitter is to sit down. Returns nullptr if the view has none.
Seat* take_free_seat(View& view, Sitter& sitter);
// Makes the watchdog look after views from now on, if it can be started.
void watch();
// Starts the watchdog if it is not there. Returns false if it cannot be started. Without the lock, because it may wait for a moment.
bool can_start_watchdog();
// Does what can_start_watchdog() does, and then the watchdog stays until dismiss_watchdog(). Both without the lock.
bool keep_watchdog();
void dismiss_watchdog();
// Keeps the view for a later executor, because nobody has it any more.
void recycle(View& view);
// Opens a view of counted tasks, with `for_pool` seats for threads of the pool and some for threads that wait. It takes the lock itself.
View& open_graph_view(std::uint32_t for_pool);
// Makes a seat, or its state, as in a new view: nothing is in its queues, nobody sits there, and the front end keeps nothing in it.
void make_seat(View& view, std::uint32_t number);
void make_state(Seat& seat);

// --- without the lock ---

void install_fork_handlers();

inline constexpr std::uint64_t kTimedWait_ns = 1'000'000;
// Sleeps for a moment. For a caller whom nobody wakes for what it waits for.
inline void timed_wait() {
  sleep::EventCount nobody;
  nobody.sleep(nobody.announce(), kTimedWait_ns);
}

// [VIEW-2] Says how a thread without tasks sleeps until it is lent.
class IdleSitter {
 public:
  // `is_relied_on` says that pushes expect this thread to come. `served` is the view of a thread of the program that serves a seat: that
  // thread idles until the view closes. nullptr says that the thread is of the crew, which it leaves after a while.
  IdleSitter(bool is_relied_on, const View* served);
  std::uint64_t limit_ns() const;
  bool is_over();
  bool ends() const { return served_ != nullptr && served_->is_closing.load(acquire); }

 private:
  const View* const served_;
  bool is_sure_ = true;
  bool is_timed_;
  bool has_rested_ = false;
};

// The calling thread sits on the seat until it finds no tasks. Returns whether a push may rely on this thread from now on.
bool sit(Seat& seat, Sitter& sitter);
// The calling thread sits down on a seat of the graph for threads that wait, on top of where it sits. Returns nullptr if none is free.
// get_up_from_wait() takes it back to where it sat.
Seat* sit_down_to_wait(View& view);
void get_up_from_wait(Seat& seat);
// [OUTSIDE-1] Makes the watchdog call looks from now on.
void call_watchdog_to_look();
// Says whether some view that could have a thread at once has tasks.
bool do_tasks_wait();

}  // namespace xomp::graph
