// Graph tasks for front ends: what a header-only library of task graphs and libxomp.so share. Not for programs' own use; docs/ttg.md and
// docs/taskflow.md are about the front ends that stand on it. A change here is a change of kLayout and of the names that end in _1.
//
// A view is W seats on the threads of one pool. A thread of the pool sits on a seat while the view has tasks, runs them, and gets up when
// it finds none. So a view costs no thread of its own, and executors by the dozen share the processors. There are two kinds:
//   - An executor's view. The front end embeds tasks in nodes of its own, which may run again and again, and counts them itself.
//   - The graph: one view for the process, whose tasks are counted by groups. A task runs once. wait() returns when all tasks of a
//     group have ended. Group 0 is there from the start. The thread that waits takes a seat and helps.
//
// Any thread may submit tasks, in a task or outside of one: one of the pool, the main thread, a thread that the runtime has not seen
// before. A thread outside of all views has a seat of its own that belongs to no view: it only submits.
//
// | word               | written by                                                  | read by              |
// |--------------------|-------------------------------------------------------------|----------------------|
// | Seat, but `asleep` | the thread that sits there                                  | the same             |
// | Seat::asleep       | the thread that sits there, before and after it sleeps      | all that may wake it |
// | TaskMemory         | its thread                                                  | the same             |
// | Task               | the thread that has the task                                | the same             |
//
// So a task that is neither stolen nor put into a queue costs no atomic access.
//
// VIEW-1: a wait in a task is woken.
//   waiter: asleep = 1 (seq_cst), a look at what it waits for; sleeps.   ender: what is waited for (seq_cst), asleep.
#ifndef XOMP_GRAPH_H
#define XOMP_GRAPH_H

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "race_detector.h"

// The library's own build has another one, which is laid out alike.
#ifndef XOMP_GRAPH_ATOMIC
#define XOMP_GRAPH_ATOMIC ::std::atomic
#endif

namespace xomp {
namespace graph {

struct Seat;
struct Task;
struct View;
using RunTask = void (*)(Seat& me, Task* task);

// The first four are the front end's own until submit(); then it has written run and priority.
struct alignas(16) Task {
  Task* next;   // the queue's, from submit() until the task runs
  Task* child;  // as `next`
  RunTask run;
  std::int32_t priority;    // higher first; 0 for most
  std::uint16_t owner;      // number of the thread whose memory it is; written by allocate()
  std::uint8_t size_class;  // written by allocate()
  std::uint8_t flags;       // in the graph: the number of the task's group, from submit() on; else the front end's own
};
static_assert(sizeof(Task) == 32, "the header is small: graphs have tasks by the million");

inline constexpr std::size_t kClassBytes = 64;
inline constexpr std::size_t kClasses = 17;  // 64, 128, ... bytes; class 0 is for all that is larger
inline constexpr std::size_t kLargest = kClassBytes * (kClasses - 1);

inline constexpr std::uint32_t kGroups = 64;       // at a time
inline constexpr std::uint32_t kAllGroups = 255;   // in wait()
inline constexpr std::uint16_t kOutside = 0xffff;  // Seat::group outside of the graph's tasks
// Seat::group has this besides where the library counts each task (XOMP_TTG_TERMINATION=process). So each submission calls it.
inline constexpr std::uint16_t kCountsEach = 0x100;

// The library's data for one thread: memory for tasks, and how many of them it has run.
struct alignas(64) TaskMemory {
  Task* free[kClasses];                // free tasks of this thread's memory, by class
  std::atomic<std::uint64_t>* counts;  // tasks run, by number of a name; nullptr unless statistics are wanted (count())
  std::uint32_t name;                  // of the task that runs; written where there are counts
  std::uint16_t number;                // of the thread; stays the same as long as the thread lives
  alignas(64) unsigned char reserved[448];
};

struct alignas(64) Seat {
  Task* next;                  // runs next on this seat, before all in its queue; others cannot take it
  TaskMemory* memory;          // of the thread that sits here
  View* view;                  // never changes; nullptr: a thread's own, outside of all views
  void* front;                 // the front end's own; never changes while the view is open
  void* owed_to;               // the front end's: what `owed` is about
  std::int64_t owed;           // not 0: the front end's `settle` is called before the thread looks elsewhere for tasks
  std::uint32_t number;        // 0 .. W - 1; never changes
  std::uint32_t nested;        // the front end's: how many tasks run in place, one in the other
  std::uintptr_t stack_limit;  // below it a wait should go on on another stack, as xomp_graph_seat_help_1() does
  std::uint64_t submitted;     // in the graph: how many tasks the tasks here have submitted to their own group
  XOMP_GRAPH_ATOMIC<std::uint64_t> executed;  // how many tasks have ended here; others read it
  XOMP_GRAPH_ATOMIC<std::uint32_t> asleep;    // [VIEW-1]
  std::uint32_t inside;                       // how many of the graph's tasks the thread is in
  std::uint16_t group;                        // of the task that it runs, perhaps with kCountsEach; kOutside
  alignas(64) unsigned char reserved[704];
};

// The functions that a front end gives when it opens a view.
struct ViewHooks {
  void (*settle)(Seat& me);  // `owed` is not 0; it is afterwards. By the thread that sits there
  // Called in fork()'s child. None of the view's tasks is there except those that the calling thread is in. `first` is
  // the view's first seat. `mine` is the seat of the calling thread if that belongs to the view, otherwise nullptr. The
  // hook may be nullptr.
  void (*forget)(Seat& first, Seat* mine);
};

struct Layout {
  std::uint32_t version, seat_bytes, memory_bytes, task_bytes, classes;
};
inline constexpr Layout kLayout = {6, sizeof(Seat), sizeof(TaskMemory), sizeof(Task), kClasses};

// How a wait in a task is carried out.
enum class Wait : std::uint32_t {
  told,   // runs tasks; the thread that ends the wait tells (VIEW-1)
  polls,  // runs tasks; nobody tells: it looks again after timed waits
  // Runs tasks only if all other seats are taken: the waiting task may be what such a task waits for. It looks again after timed waits, and
  // sooner if somebody tells it.
  sits,
};

// How a thread outside of all tasks comes back from a wait.
enum class Waited : std::uint32_t {
  over,
  too_long,  // the caller sleeps until it is told
  lost,      // a task that the thread ran has called fork(), and this is the child: what it waits for is the parent's
};

// The result of a look outside of the process: nothing was found; something was; the wait is over; nothing was found,
// but each look helps something that is under way.
enum class StepResult : int { nothing, progress, over, under_way };
using Step = StepResult (*)(void* argument);

// A table of tasks that wait for inputs, which the library offers in place of a front end's own. While a task is there, its `next` is the
// table's; but the task that was found or put belongs to the thread until it unlocks, with the hash in `next`.
struct ChainedTable;
struct LockedPlace;  // begins with two cache lines that are the front end's
struct TableCalls {
  ChainedTable* (*make)();
  void (*end)(ChainedTable* table);  // nobody uses it any more, and it is empty or its tasks do not matter
  // One thread at a time has the place of a hash. A thread has one place at a time.
  LockedPlace* (*lock)(ChainedTable* table, std::size_t hash);
  void (*unlock)(LockedPlace* place);
  // Returns the task for which same(task, key) is true, or nullptr. It is asked of tasks with other hashes, too, and may throw.
  Task* (*find)(LockedPlace* place, bool (*same)(const Task* task, const void* key), const void* key);
  void (*insert)(LockedPlace* place, Task* task);
  void (*remove)(LockedPlace* place, Task* task);
  // Calls visit(task, argument) for each task, under a lock of its place. Any thread; a task that comes, goes or moves meanwhile may be left
  // out, or be visited twice.
  void (*visit)(ChainedTable* table, void (*visit)(Task* task, void* argument), void* argument);
  Task* (*drain)(ChainedTable* table);  // takes out all tasks and returns them, linked by `next`
};

struct NameCount {
  const char* name;
  std::uint64_t tasks;
};

// A message between processes. Both ends give the same number to it, and to no other message of its kind between the
// two.
struct Message {
  std::uint32_t world, peer;  // the other process's rank in that world
  std::uint64_t number, bytes;
  bool is_by_itself;  // one value, or a part of it; else records that travel together
  bool has_come;      // else it is on its way
};

}  // namespace graph
}  // namespace xomp

extern "C" {

#define XOMP_GRAPH_ENTRY __attribute__((visibility("default")))

// The calling thread's seat of the graph, or, where it has none, its own outside of all views; nullptr before its first call of an entry.
// And its seat of an executor; nullptr if it sits on none.
// clang-format off
extern __attribute__((visibility("default"), tls_model("initial-exec")))
    __thread xomp::graph::Seat* xomp_graph_self_1;
extern __attribute__((visibility("default"), tls_model("initial-exec")))
    __thread xomp::graph::Seat* xomp_graph_seat_1;
// clang-format on
// As xomp_graph_self_1, for a thread's first call.
XOMP_GRAPH_ENTRY xomp::graph::Seat* xomp_graph_outside_1();

// --- the graph ---

// Says how many threads run the graph's tasks, the one that waits included (0 or less: as many as a parallel region would get).
// Returns the number, which stays what it was while there are tasks. Aborts with a message if `layout` is not the library's.
XOMP_GRAPH_ENTRY int xomp_graph_open(const xomp::graph::Layout* layout, int threads);
// Opens a further group of tasks, or closes one that has no task left. open returns 0 if there are kGroups groups
// already. Group 0 is shared.
XOMP_GRAPH_ENTRY std::uint32_t xomp_graph_open_group_1();
XOMP_GRAPH_ENTRY void xomp_graph_close_group_1(std::uint32_t group);
// Runs tasks of the group until all of them have ended; or of all groups. Not from inside a task of the graph: returns false then.
XOMP_GRAPH_ENTRY bool xomp_graph_wait_1(std::uint32_t group);
// Runs tasks of the group, and calls step(argument) each time that the calling thread finds none, until it says that the wait
// is over. Then tasks may be left. For a group that gets tasks from outside as well, such as messages of other processes: the
// thread sleeps half a millisecond at most between two looks. Not from inside a task of the graph: returns false then.
XOMP_GRAPH_ENTRY bool xomp_graph_wait_by_steps_1(std::uint32_t group, xomp::graph::Step step, void* argument);
// From now on threads that find no tasks call look(argument) now and then, one at a time, without an end: it must not
// wait. There is half a millisecond between two looks at most. Returns false if there are 64 looks already. After
// remove_look, which is not called from inside of it, no thread is in the look.
XOMP_GRAPH_ENTRY bool xomp_graph_add_look_1(xomp::graph::Step look, void* argument);
XOMP_GRAPH_ENTRY void xomp_graph_remove_look_1(xomp::graph::Step look, void* argument);
// Says whether all tasks of the group that were submitted have ended; the caller sees what they did. Any thread.
XOMP_GRAPH_ENTRY bool xomp_graph_is_quiet_1(std::uint32_t group);
// Submits a task from outside of the graph's tasks, or from a task of another group. `me` is the caller's seat.
XOMP_GRAPH_ENTRY void xomp_graph_inject_1(xomp::graph::Seat* me, xomp::graph::Task* task);

// --- views of executors ---

// Opens a view of `seats` seats. The first one of a process starts a thread, which looks after all views; else no
// thread starts before the first task. Returns nullptr if the system does not allow that thread. Aborts with a message
// if `layout` is not the library's.
XOMP_GRAPH_ENTRY xomp::graph::View* xomp_graph_view_open(const xomp::graph::Layout* layout, std::uint32_t seats,
                                                         const xomp::graph::ViewHooks* hooks);
// Closes a view that has no task left, except the one that the caller may be in. Returns when all other threads have
// got up.
XOMP_GRAPH_ENTRY void xomp_graph_view_close_1(xomp::graph::View* view);
XOMP_GRAPH_ENTRY xomp::graph::Seat* xomp_graph_view_seat_1(xomp::graph::View* view, std::uint32_t number);
// Returns how many seats nobody sits on, or a thread that looks for tasks in vain.
XOMP_GRAPH_ENTRY std::uint32_t xomp_graph_view_idle_1(xomp::graph::View* view);
// Submits a task from outside of the view's tasks. Any thread.
XOMP_GRAPH_ENTRY void xomp_graph_view_submit_1(xomp::graph::View* view, xomp::graph::Task* task);
// The calling thread, which the program has made, sits on this seat until the view closes. No other thread ever does.
XOMP_GRAPH_ENTRY void xomp_graph_view_serve_1(xomp::graph::View* view, std::uint32_t number);
// Called before threads of the program serve the seats, so that the pool's threads keep away.
XOMP_GRAPH_ENTRY void xomp_graph_view_reserve_1(xomp::graph::View* view);
// Makes the threads that serve get up, so that they can be joined.
XOMP_GRAPH_ENTRY void xomp_graph_view_dismiss_1(xomp::graph::View* view);

// --- seats; `me` is the caller's ---

// Puts a task where other threads may take it. Returns false if very many tasks wait already, and the caller should
// rather run one more in place.
XOMP_GRAPH_ENTRY bool xomp_graph_seat_push_1(xomp::graph::Seat* me, xomp::graph::Task* task);
// Takes the newest task of this seat's own queue. Returns nullptr if there is none.
XOMP_GRAPH_ENTRY xomp::graph::Task* xomp_graph_seat_pop_1(xomp::graph::Seat* me);
// Runs tasks until is_over(argument) is true. is_over must change nothing, because it is asked again after it has been
// true, and where the seat is about to sleep.
XOMP_GRAPH_ENTRY void xomp_graph_seat_help_1(xomp::graph::Seat* me, bool (*is_over)(void*), void* argument,
                                             xomp::graph::Wait how);
XOMP_GRAPH_ENTRY void xomp_graph_seat_wake_1(xomp::graph::Seat* seat);
// Returns how many tasks the seat's queue holds, and for how many it has room. Hints. Any thread.
XOMP_GRAPH_ENTRY std::size_t xomp_graph_seat_queued_1(xomp::graph::Seat* seat);
XOMP_GRAPH_ENTRY std::size_t xomp_graph_seat_room_1(xomp::graph::Seat* seat);
// For a thread outside of all tasks that waits until is_over(argument), which changes nothing. It runs tasks of the view on a free seat,
// and asks again and again while such waits of the thread are short and a processor is free.
//   view        whose tasks it runs; nullptr: it runs none. The view may be closed, and opened again, once the wait is over.
//   unfinished  how many things in the view somebody may wait for: runs, and tasks that belong to none. The thread runs a task only while
//               that is 1, so that the task belongs to what it waits for (VIEW-10). It counts each of them until is_over() would say that it
//               is over. nullptr: the thread may run any task of the view.
XOMP_GRAPH_ENTRY xomp::graph::Waited xomp_graph_wait_outside_1(xomp::graph::View* view,
                                                               const XOMP_GRAPH_ATOMIC<std::int64_t>* unfinished,
                                                               bool (*is_over)(void*), void* argument);
// Returns how many processors the process may use, by mask and quota.
XOMP_GRAPH_ENTRY std::uint32_t xomp_graph_processors_1();

// --- memory of threads; `memory` is the caller's ---

// Returns memory for a task of a class whose list is empty, or of `bytes` for class 0.
XOMP_GRAPH_ENTRY xomp::graph::Task* xomp_graph_refill_1(xomp::graph::TaskMemory* memory, std::size_t size_class,
                                                        std::size_t bytes);
// Gives back a task of another thread's memory, or one of class 0.
XOMP_GRAPH_ENTRY void xomp_graph_return_1(xomp::graph::TaskMemory* memory, xomp::graph::Task* task);
// Takes zeroed memory of whole cache lines, in large pages where it is large, and gives it back with the same `bytes`.
// Never fails.
XOMP_GRAPH_ENTRY void* xomp_graph_lines_1(std::size_t bytes);
XOMP_GRAPH_ENTRY void xomp_graph_lines_back_1(void* lines, std::size_t bytes);
// Returns the calls of the table to use (XOMP_TTG_TABLE=chained), or nullptr: the front end uses its own. The answer does not change.
XOMP_GRAPH_ENTRY const xomp::graph::TableCalls* xomp_graph_table_1();

// --- statistics and traces ---

// Returns the number under which tasks of this name are counted, for the statistics (`xomp run --stats`). The name may
// be any text, and is copied.
XOMP_GRAPH_ENTRY std::uint32_t xomp_graph_name_1(const char* name);
// For traces: a task of this name begins on the calling thread, or the one that began last ends. For front ends whose
// tasks count() does not tell enough about. Worth a call only where there are counts.
XOMP_GRAPH_ENTRY void xomp_graph_note_1(std::uint32_t name, bool begins);
// Returns how many tasks of each name have run in this process, those without a name under "others". Writes the first
// `room` of them and returns how many there are; 0 unless statistics or a trace want them. A name stays where it is.
// Exact when no task runs.
XOMP_GRAPH_ENTRY std::size_t xomp_graph_counts_1(xomp::graph::NameCount* counts, std::size_t room);
// For traces of several processes: in the world that all its processes know by `id` this process is `rank` of `size`. Returns the
// world's number for the next call; 0: messages are not recorded.
XOMP_GRAPH_ENTRY std::uint32_t xomp_graph_world_1(std::uint64_t id, std::uint32_t rank, std::uint32_t size);
// From now on the calling thread only moves messages, so it counts neither as working nor as waiting.
XOMP_GRAPH_ENTRY void xomp_graph_moves_messages_1();
// For traces: the calling thread is in a call of MPI of this name, which may wait for other processes; or no longer.
XOMP_GRAPH_ENTRY void xomp_graph_mpi_call_1(std::uint32_t name, bool begins);
// A message to another process of the world is on its way, or one from there has come, as a whole. Any thread.
XOMP_GRAPH_ENTRY void xomp_graph_message_1(const xomp::graph::Message* message);

#undef XOMP_GRAPH_ENTRY

}  // extern "C"

namespace xomp {
namespace graph {

using race_detector::came_over;
using race_detector::goes_over;

// Returns the calling thread's seat of the graph, or its own seat outside of all views.
inline Seat& self() {
  Seat* const me = xomp_graph_self_1;
  return __builtin_expect(me != nullptr, 1) ? *me : *xomp_graph_outside_1();
}
inline TaskMemory& own_memory() { return *self().memory; }
// Says whether the thread here runs a task of the group.
inline bool runs_group(const Seat& me, std::uint8_t group) { return static_cast<std::uint8_t>(me.group) == group; }

inline constexpr std::size_t class_of(std::size_t bytes) {
  return bytes > kLargest ? 0 : (bytes + kClassBytes - 1) / kClassBytes;
}

// Memory for a task of `bytes`, its header included, aligned to 64 bytes. Never fails: without memory the program ends
// with a message. The caller writes run and priority.
inline Task* allocate(TaskMemory& memory, std::size_t bytes) {
  const std::size_t size_class = class_of(bytes);
  Task* task = size_class == 0 ? nullptr : memory.free[size_class];
  if (__builtin_expect(task == nullptr, 0)) {
    task = xomp_graph_refill_1(&memory, size_class, bytes);
    came_over(task);
    return task;
  }
  came_over(task);
  memory.free[size_class] = task->next;
  return task;
}
inline Task* allocate(Seat& me, std::size_t bytes) { return allocate(*me.memory, bytes); }

// What allocate() will take next, or nullptr if that is new memory.
inline const Task* next_free(const Seat& me, std::size_t bytes) { return me.memory->free[class_of(bytes)]; }

// Gives back the memory of a task that has ended.
inline void give_back(TaskMemory& memory, Task* task) {
  const std::size_t size_class = task->size_class;
  const bool is_own = task->owner == memory.number && size_class != 0;
  goes_over(task);  // after the last look at the header
  if (__builtin_expect(!is_own, 0)) return xomp_graph_return_1(&memory, task);
  task->next = memory.free[size_class];
  memory.free[size_class] = task;
}
inline void give_back(Seat& me, Task* task) { give_back(*me.memory, task); }

// Counts a task whose name has this number. Without statistics it costs a load and a branch.
inline void count(TaskMemory& memory, std::uint32_t name) {
  if (__builtin_expect(memory.counts == nullptr, 1)) return;
  memory.name = name;
  std::atomic<std::uint64_t>& tasks = memory.counts[name];  // the thread alone writes it; the one that prints may read
  tasks.store(tasks.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}
inline void count(Seat& me, std::uint32_t name) { count(*me.memory, name); }

// Runs a task of an executor's view now.
inline void run(Seat& me, Task* task) {
  task->run(me, task);
  me.executed.store(me.executed.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);  // statistics
}

// Called by a thread that has made true, by a seq_cst access, what a thread on `seat` may be waiting for.
inline void tell(Seat* seat) {
  if (__builtin_expect(seat->asleep.load(std::memory_order_seq_cst) != 0, 0)) xomp_graph_seat_wake_1(seat);  // [VIEW-1]
}

// The task runs next on this seat, unless another one is more urgent. The other one goes where others can take it. The task has been counted.
__attribute__((always_inline)) inline void keep(Seat& me, Task* task) {
  if (Task* const before = me.next) {
    if (__builtin_expect(before->priority > task->priority, 0)) {
      xomp_graph_seat_push_1(&me, task);
      return;
    }
    me.next = task;
    goes_over(before);  // its priority has been read
    xomp_graph_seat_push_1(&me, before);
    return;
  }
  me.next = task;
}

// Submits a ready task of the graph. The last one that a task submits runs next on the same seat, unless another one is
// more urgent.
inline void submit(Seat& me, Task* task, std::uint8_t group = 0) {
  task->flags = group;
  goes_over(task);
  if (__builtin_expect(me.group != group, 0)) return xomp_graph_inject_1(&me, task);
  ++me.submitted;
  keep(me, task);
}

// For the race detector: where a task's run() begins, and where it has ended.
inline char all_ends;
inline void begin_task(Seat& me, Task* task) {
  came_over(task);
  came_over(&me);
}
inline void end_task(Seat& me) {
  goes_over(&me);
  goes_over(&all_ends);
}

// These call the entries. The caller then sees what the tasks did.
inline bool wait_for_group(std::uint32_t group) {
  const bool is_over = xomp_graph_wait_1(group);
  came_over(&all_ends);
  return is_over;
}
inline bool wait_for_group_by_steps(std::uint32_t group, Step step, void* argument) {
  const bool is_over = xomp_graph_wait_by_steps_1(group, step, argument);
  came_over(&all_ends);
  return is_over;
}
inline bool is_group_quiet(std::uint32_t group) {
  const bool is_quiet = xomp_graph_is_quiet_1(group);
  came_over(&all_ends);
  return is_quiet;
}

}  // namespace graph
}  // namespace xomp

#endif
