// Views: what a front end's executors are. A view is W seats on the threads of one pool. A thread of the pool sits on a
// seat while the view has tasks for it, runs them, and gets up when it finds none. So a view costs no thread of its own, and
// executors by the dozen share the processors. Not for programs' own use; docs/taskflow.md is about the front end.
//
// A view's task is a graph::Task that the front end embeds in nodes of its own: it may run again and again, is not counted
// and gives no memory back by itself. Its `run` is a RunTask (set_run).
//
// | word               | written by                                                  | read by              |
// |--------------------|-------------------------------------------------------------|----------------------|
// | Seat, but `asleep` | the thread that sits there                                  | the same             |
// | Seat::asleep       | the thread that sits there, before and after it sleeps      | all that may wake it |
// | Task               | the thread that has the task                                | the same             |
//
// VIEW-1: a wait in a task is woken.
//   waiter: asleep = 1 (seq_cst), a look at what it waits for; sleeps.   ender: what is waited for (seq_cst), asleep.
#ifndef XOMP_GRAPH_VIEW_H
#define XOMP_GRAPH_VIEW_H

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "xomp/graph.h"

// The library's own build has another one, which is laid out alike.
#ifndef XOMP_GRAPH_ATOMIC
#define XOMP_GRAPH_ATOMIC ::std::atomic
#endif

namespace xomp {
namespace graph {

struct View;
struct Seat;
using RunTask = void (*)(Seat& me, Task* task);

struct alignas(64) Seat {
  Task* next;                  // runs next on this seat, before all in its queue; others cannot take it
  Worker* memory;              // of the thread that sits here
  View* view;                  // never changes
  void* front;                 // the front end's own; never changes while the view is open
  std::uint32_t number;        // 0 .. W - 1; never changes
  std::uint32_t nested;        // the front end's: how many tasks run in place, one in the other
  void* owed_to;               // the front end's: what `owed` is about
  std::int64_t owed;           // not 0: the front end's `settle` is called before the thread looks elsewhere for tasks
  std::uintptr_t stack_limit;  // below it a wait should go on on another stack, as xomp_graph_seat_help_1() does
  XOMP_GRAPH_ATOMIC<std::uint64_t> executed;  // how many tasks have ended here; others read it
  XOMP_GRAPH_ATOMIC<std::uint32_t> asleep;    // [VIEW-1]
  alignas(64) unsigned char reserved[640];
};

// What a front end gives when it opens a view.
struct ViewHooks {
  void (*settle)(Seat& me);  // `owed` is not 0; it is afterwards. By the thread that sits there
  // In fork()'s child: none of the view's tasks is there but those that the calling thread is in. `first` is the view's first seat,
  // `mine` the one that the thread sits on if it belongs to the view, else nullptr. May be nullptr.
  void (*forget)(Seat& first, Seat* mine);
};

struct ViewLayout {
  std::uint32_t version, seat_bytes, task_bytes;
};
inline constexpr ViewLayout kViewLayout = {2, sizeof(Seat), sizeof(Task)};

// The field has another type because graph.h's tasks are run by a Worker.
inline void set_run(Task* task, RunTask run) {
  task->run = reinterpret_cast<void (*)(Worker&, Task*)>(reinterpret_cast<void (*)()>(run));
}
inline void call(Seat& me, Task* task) { reinterpret_cast<RunTask>(reinterpret_cast<void (*)()>(task->run))(me, task); }
inline void run(Seat& me, Task* task) {
  call(me, task);
  me.executed.store(me.executed.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);  // statistics
}

// How a wait in a task goes on.
enum class Wait : std::uint32_t {
  told,   // runs tasks; the thread that ends the wait tells (VIEW-1)
  polls,  // runs tasks; nobody tells: it looks again after naps
  // Runs tasks only if all other seats are taken: the waiting task may be what such a task waits for. It looks again after naps, and
  // sooner if somebody tells it.
  sits,
};

}  // namespace graph
}  // namespace xomp

extern "C" {

#define XOMP_GRAPH_ENTRY __attribute__((visibility("default")))

// The seat that the calling thread sits on; nullptr if it sits on none.
// clang-format off
extern __attribute__((visibility("default"), tls_model("initial-exec")))
    __thread xomp::graph::Seat* xomp_graph_seat_1;
// clang-format on

// Opens a view of `seats` seats. The first one of a process starts a thread, which looks after all views; else no thread starts
// before the first task. nullptr: the system does not allow that thread. Aborts with a message if `layout` is not the library's.
XOMP_GRAPH_ENTRY xomp::graph::View* xomp_graph_view_open(const xomp::graph::ViewLayout* layout, std::uint32_t seats,
                                                         const xomp::graph::ViewHooks* hooks);
// The view has no task left, but for the one that the caller may be in. Returns when all other threads have got up.
XOMP_GRAPH_ENTRY void xomp_graph_view_close_1(xomp::graph::View* view);
XOMP_GRAPH_ENTRY xomp::graph::Seat* xomp_graph_view_seat_1(xomp::graph::View* view, std::uint32_t number);
// How many seats nobody sits on, or a thread that looks for tasks in vain.
XOMP_GRAPH_ENTRY std::uint32_t xomp_graph_view_idle_1(xomp::graph::View* view);
// Submits a task from outside of the view's tasks. Any thread.
XOMP_GRAPH_ENTRY void xomp_graph_view_submit_1(xomp::graph::View* view, xomp::graph::Task* task);
// The calling thread, which the program has made, sits on this seat until the view closes; nobody else ever does.
XOMP_GRAPH_ENTRY void xomp_graph_view_serve_1(xomp::graph::View* view, std::uint32_t number);
// Before threads of the program serve the seats: the pool's threads keep away.
XOMP_GRAPH_ENTRY void xomp_graph_view_reserve_1(xomp::graph::View* view);
// Threads that serve get up, and so can be joined.
XOMP_GRAPH_ENTRY void xomp_graph_view_dismiss_1(xomp::graph::View* view);

// `me` is the caller's, in all of these.
// Puts a task where other threads may take it. False: very many tasks wait already, and the caller should rather run one
// more in place.
XOMP_GRAPH_ENTRY bool xomp_graph_seat_push_1(xomp::graph::Seat* me, xomp::graph::Task* task);
// The newest task of this seat's own queue, or nullptr.
XOMP_GRAPH_ENTRY xomp::graph::Task* xomp_graph_seat_pop_1(xomp::graph::Seat* me);
// Runs tasks until is_over(argument), which changes nothing: it is asked again after it has been true, and where the seat is about to sleep.
XOMP_GRAPH_ENTRY void xomp_graph_seat_help_1(xomp::graph::Seat* me, bool (*is_over)(void*), void* argument,
                                             xomp::graph::Wait how);
XOMP_GRAPH_ENTRY void xomp_graph_seat_wake_1(xomp::graph::Seat* seat);
// How many tasks the seat's queue holds, and for how many it has room. Hints. Any thread.
XOMP_GRAPH_ENTRY std::size_t xomp_graph_seat_queued_1(xomp::graph::Seat* seat);
XOMP_GRAPH_ENTRY std::size_t xomp_graph_seat_room_1(xomp::graph::Seat* seat);
// For a thread that sits on no seat and waits for tasks: asks is_over(argument) again and again while such waits of the thread
// are short and a processor is free. Returns whether the wait is over; if not, the caller sleeps.
XOMP_GRAPH_ENTRY bool xomp_graph_poll_1(bool (*is_over)(void*), void* argument);
// As many threads as the process may use processors: mask and quota.
XOMP_GRAPH_ENTRY std::uint32_t xomp_graph_processors_1();

#undef XOMP_GRAPH_ENTRY

}  // extern "C"

namespace xomp {
namespace graph {

// For the thread that has made true what a thread on `seat` may be waiting for, by a seq_cst access.
inline void tell(Seat* seat) {
  if (__builtin_expect(seat->asleep.load(std::memory_order_seq_cst) != 0, 0)) xomp_graph_seat_wake_1(seat);  // [VIEW-1]
}

}  // namespace graph
}  // namespace xomp

#endif
