// What lends threads to views, for the files that do it: view_threads.cpp, served_seats.cpp, views.cpp, fork.cpp and watchdog.cpp. With
// Pool::lock held, under which what is atomic here is written: relaxed.
#pragma once

#include "core/graph/view.h"

namespace xomp::graph {

// The view's seats, or the room for threads, have changed.
void update_wants(View& view);
void update_all_wants();
// Gives a thread to a view that has tasks, and returns the event that tells it; nullptr if there is none to give.
sleep::EventCount* lend(View& view);
// The sitter is to sit down on a free seat of the view; nullptr if it has none.
Seat* take_free_seat(View& view, Sitter& sitter);
// The watchdog looks from now on, if it can be started.
void watch();
// It is there now. False: it cannot be started.
bool can_start_watchdog();
// As that, and it stays until dismiss_watchdog().
bool keep_watchdog();
void dismiss_watchdog();
// Nobody has the view any more.
void recycle(View& view);
// A view of counted tasks, with so many seats for threads of the pool, and some for threads that wait.
View& open_graph_view(std::uint32_t for_pool);
// As it is made for a view: nothing is in its queues, nobody sits there, and the front end keeps nothing in it.
void make_seat(View& view, std::uint32_t number);
void make_state(Seat& seat);

// --- without the lock ---

void install_fork_handlers();

inline constexpr std::uint64_t kTimedWait_ns = 1'000'000;
// Nobody tells the caller of what it waits for.
inline void timed_wait() {
  sleep::EventCount nobody;
  nobody.sleep(nobody.announce(), kTimedWait_ns);
}

// [VIEW-2] How a thread without tasks sleeps until it is lent.
class IdleSitter {
 public:
  // `is_relied_on`: pushes expect that this thread comes. `stays`: it does not end, however long it idles.
  IdleSitter(bool is_relied_on, bool stays);
  std::uint64_t limit_ns() const;
  bool is_over();

 private:
  const bool stays_;
  bool is_sure_ = true;
  bool is_timed_;
  bool has_rested_ = false;
};

// The calling thread sits there until it finds no tasks. Returns whether a push may rely on this thread from now on.
bool sit(Seat& seat, Sitter& sitter);
// The calling thread sits down on a seat of the graph for threads that wait, on top of where it sits; nullptr: there is none free. And it
// goes back to where it sat.
Seat* sit_down_to_wait(View& view);
void get_up_from_wait(Seat& seat);
// [OUTSIDE-1] The watchdog calls looks from now on.
void call_watchdog_to_look();
// Whether a view that could have a thread at once has tasks.
bool do_tasks_wait();

}  // namespace xomp::graph
