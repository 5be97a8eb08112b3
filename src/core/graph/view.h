// Views and their seats, and the pool whose threads sit there. For core/graph only.
//
// VIEW-2: no task is forgotten while its view has a free seat and the pool an idle thread.
//   pusher:  the task is in its queue; light fence; View::wants.
//   sleeper: got up, View::wants = true, heavy fence, a look at all the queues of the view; sleeps, or sits down again.
//   A thread that falls asleep in a wait is such a sleeper, for its own view and for those that now may have a thread.
//   A thread that gets up while threads enough sit elsewhere leaves `wants` false. It needs no fence, because the thread that makes
//   `wants` true later looks. A thread that submits to the inbox is a pusher. Where the system has no heavy fence, the sleep is a timed
//   wait.
// VIEW-3: as long as a view has ready tasks and free seats, some thread is given to it in bounded time.
//   While threads enough sit somewhere (as many as processors), `wants` is false, and pushes tell nobody. The watchdog then
//   looks at such views each millisecond. If the tasks of some seats have not ended since its last look, it lends a
//   further thread, although that makes more threads than processors. Before it ceases to look it passes a heavy fence and looks at all
//   views once more.
//   The thread of a looker (VIEW-5, inbox.h) may have been descheduled. So the watchdog looks at its view, too.
// VIEW-6: a thread outside of all tasks that polls for their end counts in Pool::active, because it has a processor. So on few
//   processors pushes do not wake a thread for a task that has ended before that thread comes. If the polling thread finds that tasks wait
//   for a processor, it gives its own to them and sleeps. When it stops polling it looks for such tasks, without a fence. The watchdog
//   (VIEW-3) finds what that look misses, because it has been looking since `wants` became false.
// VIEW-7: a thread outside of all tasks that submits has a processor, too. If it has the last one, it calls no further thread to a view
//   that has one. It calls that thread before it sleeps in a wait for tasks. If it goes on to something else, the watchdog calls one.
//   submitter: the task is in the inbox; View::is_left (release); Pool::is_watched.
//   watchdog:    View::is_left (acquire), has_tasks(). Its last look is behind a heavy fence (VIEW-3).
//   A thread whose last submissions were all followed by a wait at once leaves the next one in the same way, because it will run the task
//   itself (VIEW-10). If it submits again instead, it calls a thread for both. The thread of main() begins like that.
// VIEW-8: a thread that the system refuses is asked for again. While the pool is starved, `wants` is false where only a new thread could
//   come, so pushes tell nobody, and the watchdog looks (VIEW-3). At each look it tries again. If that fails, and nobody makes progress in
//   a view with tasks, it sits down there itself. A thread in a timed wait for another view's tasks does so, too, because the watchdog may
//   be that thread. So the watchdog is started before the first view is opened, and without it there is no view. fork()'s child starts a
//   watchdog when it first needs one.
// VIEW-9: a late notify_all() must find a Sitter (POOL-1 in core/threads). The Sitters of the program's threads lie in their seats. So a
//   view whose own task has closed it is opened again only when no thread of the program serves it any more.
// VIEW-10: a guest, that is a thread outside of all tasks that runs some while it waits, runs none but those of what it waits for. Any other
//   task might wait for something that the thread does after its wait.
//   guest: takes a task; `unfinished` is 1 (acquire); its own wait is not over; runs the task.
//   What it waits for was counted in that 1, since it ended later. The task's run is counted from before its first task is put anywhere until
//   its last one has ended. So the two are the same. A guest that may not run a task puts it back and gets up.
//   It sits under Pool::lock on a seat of an open view, which cannot be closed before it gets up. If that view is another executor's by now,
//   the wait is over, and the guest runs nothing.
// VIEW-11: a guest whose tasks were short lately calls no thread until it has run tasks for as long as a call takes. Until then it leaves
//   them to the watchdog, as a submitter does (VIEW-7), and asks itself to share, so that it looks at the time between any two tasks.
#pragma once

#include <cstdint>

#include "core/graph/inbox.h"
#include "core/graph/layout.h"
#include "core/graph/overflow.h"
#include "core/graph/urgent_tasks.h"
#include "core/queue/split_deque.h"
#include "core/sched/termination.h"
#include "core/sleep/event_count.h"
#include "core/threads/crew.h"
#include "platform/atomic.h"
#include "platform/short_lock.h"

namespace xomp::graph {

// A thread that sits on seats. It is a thread of the pool, or one of the program's that serves a seat. Its job is the seat on which it is
// to sit down, and is set under Pool::lock.
struct Sitter : threading::CrewMember {
  bool is_pooled = false;  // the thread is one of the crew's; written before the thread starts
  // The processor of the thread that has set the job, if it has tasks of its own, else -1. Written before the job.
  int lent_from = -1;
};

struct PolicyTeam;

struct SeatState {
  static constexpr std::uint32_t kRing = 4096, kFew = kRing / 8;

  // --- the thread that sits here ---
  queue::SplitDeque<Task> deque;  // without a ring, and so always full, under a policy other than `auto`
  std::uint32_t random = 1;
  std::uint32_t last_victim = 0;
  std::uint32_t inbox_pause = 0;  // so many further searches do not look at the inbox
  // What the last theft was worth: see rests_from_stealing(). The counts are those of tasks that have ended here and at the victim.
  std::uint32_t poor_thefts = 0;  // in a row
  std::uint64_t ran_before_theft = 0, victim_ran_before = 0;
  std::uint64_t stole_at = 0;     // platform::ticks(); 0: it has been judged
  std::uint64_t rests_from = 0;   // platform::ticks(), when the thread had run what it stole
  std::uint64_t victim_ran = 0;   // at the last look during a rest
  std::uint32_t shares_more = 0;  // so many further pushes share without a request: see serve_request()
  std::uint32_t thefts = 0;       // as the deque tells them, when tasks were last shared
  std::uint32_t described = 0;    // descriptors made for the policy
  std::uint64_t calls_at = 0;     // [VIEW-11] platform::ticks(), from when on the thread calls others; 0: at once
  bool is_flooded = false;        // very many tasks were in the policy's queues at the last look
  bool has_lost = false;          // in fork()'s child: what the thread here waits for may have gone with other threads
  // Used on seats of the graph only.
  sched::TaskBalance balance;       // [TERM-1] falls idle before the thread's first task
  std::uint64_t left_at_count = 0;  // Seat::submitted less Seat::executed when it was last added to the balance
  std::uint32_t counts_for = 0;     // [GRAPH-2] the group to whose word the seat's balance goes
  // The only group whose tasks run here. Read by threads that have a task for it, which see it if they see the thread asleep [GRAPH-1].
  atomic<std::uint32_t> waits_for{kAllGroups};
  Seat* below = nullptr;  // where the thread sat before, and goes back to after its wait
  // [VIEW-4] Written by the thread that sits here, read by any.
  atomic<std::uint64_t> put{0}, taken{0};
  // --- any thread ---
  UrgentTasks urgent;
  Overflow overflow;
  sleep::EventCount event;  // a thread that waits in a task sleeps on this
  // --- under Pool::lock ---
  bool is_taken = false;
  bool is_sleeping = false;  // its thread sleeps in a wait in a task; a thread that has tasks for it may wake it
  Seat* next_sleeping = nullptr;
  bool has_server = false;            // a thread of the program serves this seat
  Sitter server;                      // the Sitter of that thread
  std::uint64_t executed_before = 0;  // what `executed` was at the watchdog's last look
};
static_assert(sizeof(SeatState) <= sizeof(Seat::reserved));

inline SeatState& state_of(Seat& seat) { return *reinterpret_cast<SeatState*>(seat.reserved); }
inline const SeatState& state_of(const Seat& seat) { return *reinterpret_cast<const SeatState*>(seat.reserved); }

struct View {
  // Written when the view is made or opened.
  std::uint32_t seats = 0;
  std::uint32_t for_pool =
      0;  // so many first seats are for threads of the pool; in the graph the others are for threads that wait
  Seat* seat = nullptr;  // the first of `seats`
  ViewHooks hooks{};
  bool counts = false;            // the view is the graph's (groups.h)
  bool counts_each = false;       // its tasks are counted one by one [GRAPH-4]
  bool is_served = false;         // threads of the program serve its seats
  RunTask run_counted = nullptr;  // of the graph: how a thread runs a task, and those after it
  // See by_policy.h; nullptr under `auto`. Written when the view is made, and in fork()'s child.
  PolicyTeam* team = nullptr;

  // Threads that look for tasks read this line.
  // [VIEW-2] A thread could be lent at once. Written under Pool::lock, and read by every thread that pushes.
  alignas(platform::cache_line) atomic<bool> wants{true};
  atomic<bool> is_closing{false};
  // All seats that were ever taken have lower numbers. It is raised under Pool::lock before a thread puts tasks on a further seat, so a
  // look at all queues behind a fence finds them.
  atomic<std::uint32_t> reach{0};
  UrgentTasks urgent;  // tasks from outside that have a priority
  alignas(platform::cache_line) Inbox inbox;
  // [VIEW-7] There are tasks from outside for which no thread was called. Set by threads that submit, cleared by the watchdog.
  alignas(platform::cache_line) atomic<bool> is_left{false};
  // Written under Pool::lock.
  atomic<std::uint32_t> taken{
      0};  // how many of the pool's seats have a thread that does not sleep; threads that submit read it as a hint
  // Read and written under Pool::lock.
  Seat* sleeping = nullptr;    // seats whose threads sleep in a wait
  std::uint32_t occupied = 0;  // seats that a thread of the pool is on, sleeping ones included
  std::uint32_t servers = 0;   // threads of the program that serve seats
  bool is_abandoned = false;   // closed by a task of its own, whose thread still sits there
  View* next_open = nullptr;
  View* next_free = nullptr;
  sleep::EventCount left;  // notified when a thread has got up, or serves no longer
};

// What lends threads to views. The process has one.
struct Pool {
  platform::ShortLock lock;
  // Read and written under the lock.
  bool is_starved = false;          // [VIEW-8] the last start failed, and no thread has become idle since
  std::uint32_t failed_starts = 0;  // so many starts in a row have failed
  bool is_childs = false;  // this is fork()'s child, which ends with its last thread, so idle ones do not stay for long
  View* open = nullptr;
  View* free = nullptr;
  atomic<std::int32_t> active{0};  // threads that sit somewhere and do not sleep; written under the lock
  // [VIEW-6] How many threads were told to sit down and have not come yet. Raised under the lock, lowered by the thread that comes.
  atomic<std::int32_t> coming{0};
  // The watchdog looks after views. Set under the lock by threads that want it to, and cleared under the lock by the watchdog, or if it
  // cannot be started.
  atomic<bool> is_watched{false};
  // [VIEW-7] A thread has left a task, and is about to wait for it. Set by such threads, cleared by the watchdog: only a hint, for how long
  // the watchdog looks on.
  atomic<bool> expects_waits{false};
};
extern Pool the_pool;

// --- queues (seat_queues.cpp) ---

// Returns the next task of the seat's own, or nullptr.
Task* take_own(Seat& me);
// Makes half of the tasks that only the thread here can take public, because somebody has asked.
[[gnu::noinline, gnu::cold]] void share(Seat& me);
// [VIEW-11] Called when a task has been put on the seat.
void call_from(Seat& me);
// [VIEW-11] The guest that sits here has run tasks for as long as a call takes.
void end_lonely_stay(Seat& me);
// Called between two tasks. A thread that asks in vain for long interrupts this one, which takes as long as some tasks.
inline void share_if_asked(Seat& me) {
  if (state_of(me).deque.must_share()) [[unlikely]]
    share(me);
}
// Counts the looks of one search, which first asks the others, then raids them. A thread that gave up before its raid would leave tasks
// behind that nobody publishes. A task that was seen only now is most likely about to be published: the raid would come too late, and
// interrupt its owner.
struct Search {
  static constexpr std::uint32_t kBeforeRaid = 12, kKept = 3;
  std::uint32_t looks = 0;
  std::uint32_t saw_kept = 0;  // so many looks in a row found tasks that a thread keeps to itself
  bool sees_kept = false;      // this look has found some
  bool is_utmost() const { return looks % kBeforeRaid == 0; }
  bool raids() const { return is_utmost() && saw_kept >= kKept; }
  bool has_raided() const { return looks >= kBeforeRaid; }
};
// Returns a task of the inbox or of another seat, or nullptr.
Task* take_others(Seat& me, Search& search);
// Says whether a thread of the view might find a task. Behind a heavy fence it misses no task that was put before.
bool has_tasks(View& view);
// Says the same without the tasks that threads of the graph have spilled.
bool has_queued(View& view);
bool push(Seat& me, Task* task);
void submit(View& view, Task* task);
// Puts a task of the graph where threads of its view find it; `me` is the caller's seat there, or another one.
inline void put_into(View& view, Seat& me, Task* task) {
  if (me.view == &view) push(me, task);
  else submit(view, task);
}
// Called when a task is where threads of the view find it: calls a thread if the view wants one.
// [VIEW-7] `will_wait`: the calling thread is about to run the task itself.
void call_for_tasks(View& view, bool will_wait = false);
std::uint32_t queued(Seat& seat);

// --- running (seat.cpp) ---

// Sits on the seat until there has been no task for a while.
void serve(Seat& me);
void help(Seat& me, bool (*is_over)(void*), void* argument, Wait how);
// Does what help() does with Wait::told. If `step` is not nullptr, the thread calls it when it finds no task. Then `step` may end the wait,
// and the thread's sleeps are timed waits.
void help_by_steps(Seat& me, bool (*is_over)(void*), void* argument, Step step, void* step_argument);
void wake(Seat& seat);
// A wait of a thread that is outside of all tasks: the arguments of xomp_graph_wait_outside_1().
struct OutsideWait {
  View* view;
  const atomic<std::int64_t>* unfinished;
  bool (*is_over_)(void*);
  void* argument;
  bool is_over() const { return is_over_(argument); }
  // [VIEW-10] Acquire, so that what ended before is seen as over by the question after it.
  bool has_all() const { return unfinished == nullptr || unfinished->load(acquire) == 1; }
};
Waited wait_outside(const OutsideWait& wait);
// [VIEW-10] The calling thread sits on the seat as a guest: takes a task of what it waits for, runs it and those that it leaves here. Returns
// whether there was one.
bool run_as_guest(Seat& me, Search& search, const OutsideWait& wait);
// Settles what the thread owes, and puts the task that it keeps where others find it. Otherwise both would wait until the thread comes back
// from its sleep, or from what it goes back to.
void leave_nothing(Seat& me);
// [VIEW-7] Called by a thread that has submitted a task and calls no thread for it: the watchdog looks after the task.
void leave_tasks(View& view);

// --- threads (view_threads.cpp, pool_threads.cpp, watchdog.cpp) ---

// Returns how many threads of all views can have a processor each.
std::int32_t processors();
// [VIEW-6] Gives the calling thread, which is outside of all tasks, a processor to poll on until end_poll(). Returns false if none is free.
bool begin_poll();
void end_poll();
// [VIEW-6] Says whether tasks wait for the processor that the polling thread has.
bool is_poll_in_the_way();

// Called when a task has been put into a queue of a view that wants a thread: lends it one.
void call_thread(View& view);
// [VIEW-5] [VIEW-7] Called when a task has been left to the looker, or to any thread that comes: the watchdog looks after that.
void call_watchdog();
// [VIEW-7] Says whether a thread for the view would take the processor of the caller, which is outside of all tasks. The answer is a hint.
bool needs_own_processor(View& view);
// Called when the thread that sits here falls asleep in a wait. `is_listed` says that it may be woken for any task of its view.
void leave_for_sleep(Seat& me, bool is_listed);
// Called when the thread wakes up. Returns whether it was woken because there are tasks for it.
bool return_from_sleep(Seat& me, bool was_listed);
// Called in fork()'s child. Says whether the thread that sits here is the only one of its view and finds no task there. Then the tasks that
// it waits for have gone with other threads.
bool waits_for_lost(Seat& me);
// [VIEW-8] Called by a thread in a timed wait. While the pool is starved, it serves a view that has tasks and no thread. Returns false if
// there is no such view.
bool serve_in_need(Seat& me);
// [VIEW-10] The calling thread, which is outside of all tasks, sits on a free seat of the view and calls stay(seat, argument) there. Returns
// false if the view is closed, or has no seat for it, or no processor is free.
bool visit(View& view, void (*stay)(Seat& seat, void* argument), void* argument);
// [VIEW-7] Says whether a thread that is about to submit a task will wait for it at once, as it did lately, so that no other thread is to be
// called. The second is called when the task has been submitted.
bool submits_to_wait();
void note_submission();
// Gives threads to the views that have tasks for which nobody was woken.
void lend_where_tasks_wait();
// [VIEW-7] Called before the thread that left these tasks sleeps, or goes on and keeps its processor.
void lend_where_tasks_are_left(bool caller_goes_on);
// The calling thread of the program sits on the seat until the view closes.
void serve_seat(View& view, std::uint32_t number);

// --- views (views.cpp) ---

// Returns the graph's view, and opens it if it is not there.
View& graph_view();
// Returns nullptr if the system has no thread for the watchdog (VIEW-8).
View* open_view(std::uint32_t seats, const ViewHooks& hooks);
void close_view(View& view);
void reserve(View& view);
void dismiss(View& view);
std::uint32_t idle_seats(View& view);

}  // namespace xomp::graph
