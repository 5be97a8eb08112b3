// Graph tasks for front ends: what a header-only library of task graphs and libxomp.so share. Not for programs' own
// use; docs/ttg.md is about the front end that stands on it. A change here is a change of kLayout and of the names that
// end in _1.
//
// A graph task has memory of its own and no parent that waits for it. It is ready when it is submitted, runs once, on
// any thread, and gives its memory back itself. Any thread may submit tasks, in a task or outside of one: a worker of the
// graph, the main thread, a thread that the runtime has not seen before.
//
// Each task belongs to a group, and wait() returns when all tasks of a group have ended. Group 0 is there from the start.
//
// | word    | written by                       | read by   |
// |---------|----------------------------------|-----------|
// | Worker  | its own thread, all of it        | itself    |
// | Task    | the thread that has the task     | the same  |
//
// So a task that is neither stolen nor put into a queue costs no atomic access.
#ifndef XOMP_GRAPH_H
#define XOMP_GRAPH_H

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "race_detector.h"

namespace xomp {
namespace graph {

struct Worker;

// The first four are the front end's own until submit(); then it has written run and priority.
struct alignas(16) Task {
  Task* next;   // the queue's, from submit() until the task runs
  Task* child;  // as `next`
  void (*run)(Worker& me, Task* task);
  std::int32_t priority;    // higher first; 0 for most
  std::uint16_t owner;      // number of the worker whose memory it is; written by allocate()
  std::uint8_t size_class;  // written by allocate()
  std::uint8_t flags;       // the number of the task's group, from submit() on; before, the front end's own
};
static_assert(sizeof(Task) == 32, "the header is small: graphs have tasks by the million");

inline constexpr std::size_t kClassBytes = 64;
inline constexpr std::size_t kClasses = 17;  // 64, 128, ... bytes; class 0 is for all that is larger
inline constexpr std::size_t kLargest = kClassBytes * (kClasses - 1);

inline constexpr std::uint32_t kGroups = 64;       // at a time
inline constexpr std::uint32_t kAllGroups = 255;   // in wait()
inline constexpr std::uint16_t kOutside = 0xffff;  // Worker::group outside of tasks

struct alignas(64) Worker {
  Task* next;                          // runs next on this thread: the last task that became ready here
  std::int64_t balance;                // tasks of the group submitted less tasks ended, since the thread was last idle
  std::uint32_t inside;                // how many tasks the thread is in; 0: outside of the graph
  std::uint16_t number;                // of the thread; stays the same as long as the thread lives
  std::uint16_t group;                 // of the task that it runs; kOutside
  std::uint64_t executed;              // how many tasks the thread has run
  std::atomic<std::uint64_t>* counts;  // of them, by number of a name; nullptr unless statistics are wanted (count())
  Task* free[kClasses];                // free tasks of this thread's memory, by class
  void* front;                         // the front end's own
  std::uint32_t name;                  // of the task that runs; written where there are counts
  alignas(64) unsigned char reserved[1024];
};

struct Layout {
  std::uint32_t version, worker_bytes, task_bytes, classes;
};
inline constexpr Layout kLayout = {3, sizeof(Worker), sizeof(Task), kClasses};

// What a look outside of the graph has found: nothing; something; that the wait is over; nothing, but each look helps something
// that is under way.
enum class StepResult : int { nothing, progress, over, under_way };
using Step = StepResult (*)(void* argument);

struct NameCount {
  const char* name;
  std::uint64_t tasks;
};

// Between processes. The two ends give the same number to it, and no other one of its kind to another message between the same two.
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

// The calling thread's worker; nullptr before its first call of xomp_graph_self_of_1().
// clang-format off
extern __attribute__((visibility("default"), tls_model("initial-exec")))
    __thread xomp::graph::Worker* xomp_graph_self_1;
// clang-format on
XOMP_GRAPH_ENTRY xomp::graph::Worker* xomp_graph_register_1();

// Says how many threads graphs run on, the one that waits included (0 or less: as many as a parallel region would get).
// Returns the number. Aborts with a message if `layout` is not the library's.
XOMP_GRAPH_ENTRY int xomp_graph_open(const xomp::graph::Layout* layout, int threads);
// The workers may start.
XOMP_GRAPH_ENTRY void xomp_graph_execute_1();
// A further group of tasks, and its end: none of its tasks is left. Returns 0 if there are kGroups of them: group 0 is shared.
XOMP_GRAPH_ENTRY std::uint32_t xomp_graph_open_group_1();
XOMP_GRAPH_ENTRY void xomp_graph_close_group_1(std::uint32_t group);
// Runs tasks of the group until all of them have ended; or of all groups. Not from inside a task: returns false then.
XOMP_GRAPH_ENTRY bool xomp_graph_wait_1(std::uint32_t group);
// Runs tasks of the group, and calls step(argument) each time that the calling thread finds none, until it says that the wait
// is over. Then tasks may be left. For a group that gets tasks from outside as well, such as messages of other processes: the
// thread sleeps half a millisecond at most between two looks. Not from inside a task: returns false then.
XOMP_GRAPH_ENTRY bool xomp_graph_wait_by_steps_1(std::uint32_t group, xomp::graph::Step step, void* argument);
// From now on threads that find no tasks call look(argument) now and then, one at a time, without an end: it must not wait. Between
// looks they sleep half a millisecond at most, or longer while another one looks. False: there are 64 looks already. After
// remove_look, which is not called from inside of it, no thread is in the look.
XOMP_GRAPH_ENTRY bool xomp_graph_add_look_1(xomp::graph::Step look, void* argument);
XOMP_GRAPH_ENTRY void xomp_graph_remove_look_1(xomp::graph::Step look, void* argument);
// Whether all tasks of the group that were submitted have ended; the caller sees what they did. Any thread.
XOMP_GRAPH_ENTRY bool xomp_graph_is_quiet_1(std::uint32_t group);
// The workers go back to the pool. No task is left.
XOMP_GRAPH_ENTRY void xomp_graph_close_1();

// `me` is the caller's, in all of these.
// Submits a task from outside of all tasks, or from a task of another group.
XOMP_GRAPH_ENTRY void xomp_graph_inject_1(xomp::graph::Worker* me, xomp::graph::Task* task);
// Puts a counted task where other threads may take it.
XOMP_GRAPH_ENTRY void xomp_graph_push_1(xomp::graph::Worker* me, xomp::graph::Task* task);
// Puts a counted chain of tasks, linked by `next`, where other threads may take them.
XOMP_GRAPH_ENTRY void xomp_graph_push_chain_1(xomp::graph::Worker* me, xomp::graph::Task* first);
// Memory for a task of a class whose list is empty, or of `bytes` for class 0.
XOMP_GRAPH_ENTRY xomp::graph::Task* xomp_graph_refill_1(xomp::graph::Worker* me, std::size_t size_class,
                                                        std::size_t bytes);
// Gives back a task of another thread's memory, or one of class 0.
XOMP_GRAPH_ENTRY void xomp_graph_return_1(xomp::graph::Worker* me, xomp::graph::Task* task);
// The number under which tasks of this name are counted, for the statistics (`xomp run --stats`). Any text; it is copied.
XOMP_GRAPH_ENTRY std::uint32_t xomp_graph_name_1(const char* name);
// For traces: a task of this name begins on the calling thread, or the one that began last ends. Of front ends that count() does
// not tell enough of; worth a call only where there are counts.
XOMP_GRAPH_ENTRY void xomp_graph_note_1(std::uint32_t name, bool begins);
// How many tasks of each name have run in this process, those without a name under "others". Writes the first `room` of them and
// returns how many there are; 0 unless statistics or a trace want them. A name stays where it is. Exact when no task runs.
XOMP_GRAPH_ENTRY std::size_t xomp_graph_counts_1(xomp::graph::NameCount* counts, std::size_t room);
// For traces of several processes: in the world that all its processes know by `id` this process is `rank` of `size`. Returns the
// world's number for the next call; 0: messages are not recorded.
XOMP_GRAPH_ENTRY std::uint32_t xomp_graph_world_1(std::uint64_t id, std::uint32_t rank, std::uint32_t size);
// The calling thread does nothing but to move messages: it is none that works or waits.
XOMP_GRAPH_ENTRY void xomp_graph_moves_messages_1();
// A message to another process of the world is on its way, or one from there has come, as a whole. Any thread.
XOMP_GRAPH_ENTRY void xomp_graph_message_1(const xomp::graph::Message* message);
// Zeroed memory of whole cache lines, in large pages where it is large; and back, with the same `bytes`. Never fails.
XOMP_GRAPH_ENTRY void* xomp_graph_lines_1(std::size_t bytes);
XOMP_GRAPH_ENTRY void xomp_graph_lines_back_1(void* lines, std::size_t bytes);
// How many bytes of the calling thread's stack are left before tasks would get a stack of their own.
XOMP_GRAPH_ENTRY std::size_t xomp_graph_stack_left_1(xomp::graph::Worker* me);

#undef XOMP_GRAPH_ENTRY

}  // extern "C"

namespace xomp {
namespace graph {

using race_detector::came_over;
using race_detector::goes_over;

inline Worker& self() {
  Worker* const me = xomp_graph_self_1;
  return __builtin_expect(me != nullptr, 1) ? *me : *xomp_graph_register_1();
}

inline constexpr std::size_t class_of(std::size_t bytes) {
  return bytes > kLargest ? 0 : (bytes + kClassBytes - 1) / kClassBytes;
}

// Memory for a task of `bytes`, its header included, aligned to 64 bytes. Never fails: without memory the program ends
// with a message. The caller writes run and priority.
inline Task* allocate(Worker& me, std::size_t bytes) {
  const std::size_t size_class = class_of(bytes);
  Task* task = size_class == 0 ? nullptr : me.free[size_class];
  if (__builtin_expect(task == nullptr, 0)) {
    task = xomp_graph_refill_1(&me, size_class, bytes);
    came_over(task);
    return task;
  }
  came_over(task);
  me.free[size_class] = task->next;
  return task;
}

// What allocate() will take next; nullptr if that is new memory.
inline const Task* next_free(const Worker& me, std::size_t bytes) { return me.free[class_of(bytes)]; }

// The task has ended.
inline void give_back(Worker& me, Task* task) {
  const std::size_t size_class = task->size_class;
  const bool is_own = task->owner == me.number && size_class != 0;
  goes_over(task);  // after the last look at the header
  if (__builtin_expect(!is_own, 0)) return xomp_graph_return_1(&me, task);
  task->next = me.free[size_class];
  me.free[size_class] = task;
}

// A task of a name with this number runs. Costs a load and a branch without statistics.
inline void count(Worker& me, std::uint32_t name) {
  if (__builtin_expect(me.counts == nullptr, 1)) return;
  me.name = name;
  std::atomic<std::uint64_t>& tasks = me.counts[name];  // the thread alone writes it; the one that prints may read
  tasks.store(tasks.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

// A ready task. The last one that a task submits runs next on the same thread, unless another one is more urgent.
inline void submit(Worker& me, Task* task, std::uint8_t group = 0) {
  task->flags = group;
  goes_over(task);
  if (__builtin_expect(me.group != group, 0)) return xomp_graph_inject_1(&me, task);
  ++me.balance;
  if (Task* const before = me.next) {
    if (__builtin_expect(before->priority > task->priority, 0)) return xomp_graph_push_1(&me, task);
    me.next = task;
    goes_over(before);  // its priority has been read
    return xomp_graph_push_1(&me, before);
  }
  me.next = task;
}

// For the race detector: where a task's run() begins, and where it has ended.
inline char all_ends;
inline void begin_task(Task* task) { came_over(task); }
inline void end_task() { goes_over(&all_ends); }

// As the entries; the caller sees what the tasks did.
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
