// What the library keeps of a thread that deals with graphs, and of the one graph that all threads of the process share.
// For core/graph only.
//
// GRAPH-1: no task is forgotten by a thread that falls asleep.
//   sleeper: sleepers + 1, announce(), heavy fence, a look at the queues of all threads; sleeps.
//   pusher:  the task is in its queue; light fence; sleepers.
//   This is SLEEP-1 of core/sched. Where the system has no heavy fence the sleep is a short nap. It is a nap as well while
//   some thread is at work: the task that a thread keeps for itself (Worker::next) is announced to nobody.
// GRAPH-2: the tasks have ended when the word of Termination is 0 (TERM-1). A thread outside of all tasks adds each task to
//   the word itself, before it puts the task anywhere. So it may wait for ever between two submissions without holding
//   anybody up.
#pragma once

#include <cstdint>

#include "core/graph/chunks.h"
#include "core/graph/overflow.h"
#include "core/graph/urgent_tasks.h"
#include "core/queue/chase_lev_deque.h"
#include "core/sched/idle.h"
#include "core/sched/termination.h"
#include "core/sched/worker.h"
#include "core/sleep/event_word.h"
#include "xomp/graph.h"

namespace xomp::graph {

struct PolicySeat;

struct Engine {
  static constexpr std::uint32_t kRing = 4096;

  // --- its thread only ---
  sched::Worker* worker = nullptr;
  sched::TaskBalance balance;  // [TERM-1] falls idle before the thread's first task
  std::uint32_t random = 1;
  std::uint32_t last_victim = 0;
  bool waits = false;        // in wait()
  Chunks chunks;             // memory of tasks
  Task* homeward = nullptr;  // tasks of one other thread's memory, not yet sent home
  Task* homeward_last = nullptr;
  std::uint32_t homeward_count = 0;
  PolicySeat* seat = nullptr;   // [VISIT-1] its place in the policy's team
  std::uint32_t described = 0;  // descriptors that it has made for the policy

  // --- any thread ---
  queue::ChaseLevDeque<Task> deque;
  UrgentTasks urgent;
  Overflow overflow;
  // Ended tasks of this thread's memory that others ran. Others push chains by compare-and-swap; the owner takes all.
  // RETURN: the push releases and the taking acquires what the other thread did with the memory.
  alignas(platform::cache_line) atomic<Task*> returned{nullptr};
};
static_assert(sizeof(Engine) <= sizeof(Worker::reserved));

inline Engine& engine_of(Worker& me) { return *reinterpret_cast<Engine*>(me.reserved); }

// One for the process.
struct Graph {
  sched::Termination termination;
  // [GRAPH-1] Threads that sleep, or are about to.
  alignas(platform::cache_line) atomic<std::int32_t> sleepers{0};
  atomic<bool> waking{false};  // one has been woken and has not yet looked for tasks: a hint that spares wake-ups
  sleep::EventWord idle_event;
  atomic<std::int32_t> waiters{0};  // threads in wait(): the last task's end wakes them
  // Threads that may have tasks: by number, filled up to `known`. Never taken back.
  alignas(platform::cache_line) atomic<std::uint32_t> known{0};
  atomic<Worker*> workers[sched::kMaxWorkers];
  // Whether a policy other than `auto` is in use. Written before the first task.
  atomic<bool> by_policy{false};
  // Whether tasks with a priority were ever submitted: threads look at one another's only then.
  atomic<bool> has_priorities{false};
};
extern Graph the_graph;

// --- queues (queues.cpp) ---

// The next task of the caller's own, or another thread's; nullptr if none was found.
Task* take_task(Worker& me);
// Whether some thread has a task that the caller might take. Exact for what was put before a heavy fence.
bool has_tasks();

// --- running (run.cpp) ---

// Runs tasks until none is found. False: there was none at all.
bool run_tasks(Worker& me);
// As run_tasks(), for a thread that has taken a task.
void run_from(Worker& me, Task* task);
// The thread has found no task. Adds what it has counted to the graph's word.
void fall_idle(Worker& me);
// Sleeps until there may be a task; `over` ends the sleep as tasks do.
void sleep_without_tasks(Worker& me, std::uint64_t& nap_ns, sched::Condition over);
// Under a policy: runs what a longer search finds, or sleeps.
void search_or_sleep(Worker& me, sched::Condition over, sched::Nap& nap);

// --- the crew (crew.cpp) ---

void ensure_crew();
// Whether there are threads for tasks. They end when there are no tasks for a while.
bool has_crew();

// --- statistics (task_names.cpp) ---

// What the thread counts its tasks in; nullptr unless statistics are wanted.
decltype(Worker::counts) make_counts();
// In fork()'s child, which starts from nothing.
void forget_counts();

// --- memory (memory.cpp) ---

void send_home(Worker& me);
// No task is left; the thread will have none for long. After a big graph its memory goes back to the system.
void rest_memory(Worker& me);
void trim_memory(Worker& me);

}  // namespace xomp::graph
