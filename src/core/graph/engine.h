// What the library keeps of a thread that deals with graphs, and of the one graph that all threads of the process share.
// For core/graph only.
//
// GRAPH-1: no task is forgotten by a thread that falls asleep.
//   sleeper: sleepers + 1, announce(), heavy fence, a look at the queues of all threads; sleeps.
//   pusher:  the task is in its queue; light fence; sleepers.
//   This is SLEEP-1 of core/sched. Where the system has no heavy fence the sleep is a short nap. It is a nap as well while
//   some thread is at work: the task that a thread keeps for itself (Worker::next) is announced to nobody. A thread that waits
//   for one group does not look while another one has tasks.
// GRAPH-2: the tasks of a group have ended when the group's word of Termination is 0 (TERM-1). A thread outside of the
//   group's tasks adds each task to the word itself, before it puts the task anywhere. So it may wait for ever between two
//   submissions without holding anybody up. A thread counts in the word of one group at a time: before it runs a task of
//   another one it falls idle in that word and wakes up in the other. A thread that waits for a group runs no others' tasks,
//   as one of them may wait for what that thread does next: it puts them aside, for any other thread.
#pragma once

#include <cstdint>

#include "core/graph/chunks.h"
#include "core/graph/outside.h"
#include "core/graph/overflow.h"
#include "core/graph/urgent_tasks.h"
#include "core/queue/chase_lev_deque.h"
#include "core/sched/idle.h"
#include "core/sched/termination.h"
#include "core/sched/worker.h"
#include "core/sleep/event_word.h"
#include "core/sleep/patience.h"
#include "xomp/graph.h"

namespace xomp::graph {

struct PolicySeat;

// A chain of tasks of another thread's memory and of one class, not yet sent home.
struct Homeward {
  Task* first = nullptr;
  Task* last = nullptr;
  std::uint32_t count = 0;
};
inline constexpr std::uint32_t kHomewards = 4;  // at a time: other threads, or classes

struct Engine {
  static constexpr std::uint32_t kRing = 4096;

  // --- its thread only ---
  sched::Worker* worker = nullptr;
  sched::TaskBalance balance;  // [TERM-1] falls idle before the thread's first task
  std::uint32_t random = 1;
  std::uint32_t last_victim = 0;
  bool waits = false;                    // in wait()
  std::uint32_t waits_for = kAllGroups;  // the only group whose tasks it may run
  std::uint32_t counts_for = 0;          // [GRAPH-2] whose word has, or will have, its balance
  Chunks chunks;                         // memory of tasks
  Homeward homeward[kHomewards];
  Homeward came_home;            // what is left of a chain that was taken from `returned`
  Task* came_further = nullptr;  // the chains after it
  PolicySeat* seat = nullptr;    // [VISIT-1] its place in the policy's team
  std::uint32_t described = 0;   // descriptors that it has made for the policy
  // Outside of all tasks (outside_wait.cpp): what it has learnt about its waits for them, and how many more of them sleep at once, as
  // another thread ran on this processor, perhaps the one that was waited for.
  sleep::WaitHistory outside_waits{.least_ns = 10'000, .budget_ns = 50'000, .load = {}};
  std::uint32_t outside_waits_without_poll = 0;

  // --- any thread ---
  queue::ChaseLevDeque<Task> deque;
  UrgentTasks urgent;
  Overflow overflow;
  // Ended tasks of this thread's memory that others ran: a list of chains. Others push one by compare-and-swap; the owner takes all.
  // RETURN: the push releases and the taking acquires what the other thread did with the memory.
  alignas(platform::cache_line) atomic<Task*> returned{nullptr};
};
static_assert(sizeof(Engine) <= sizeof(Worker::reserved));

inline Engine& engine_of(Worker& me) { return *reinterpret_cast<Engine*>(me.reserved); }

// One for the process.
struct Graph {
  sched::GroupTerminations<kGroups> terminations;  // [GRAPH-2]
  Outside outside;
  Overflow aside[kGroups];  // [GRAPH-2] taken by threads that wait for another group
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

// --- groups (groups.cpp) ---

// Whether the tasks have ended that the caller waits for.
bool is_wait_over(const Engine& engine);
// From now on the thread counts for this group, and is at work there.
void enter_group(Worker& me, std::uint32_t group);
// The balance goes into the group's word: the thread is idle in it.
void leave_group(Worker& me);
// A task of a group that the caller does not wait for.
void put_aside(Task* task);
// One that others have put aside and the caller may run; nullptr if there is none.
Task* take_aside(const Engine& engine);
bool has_aside(const Engine& engine);
// Whether there are tasks of groups that the caller, in wait(), does not wait for.
bool has_others(const Engine& engine);
// In fork()'s child: no group has tasks.
void forget_groups();

// --- queues (queues.cpp) ---

// The next task of the caller's own, or another thread's; nullptr if none was found.
Task* take_task(Worker& me);
// Whether some thread has a task that the caller might take. Exact for what was put before a heavy fence.
bool has_tasks(const Engine& engine);

// --- running (run.cpp) ---

// Runs tasks until none is found. False: there was none at all.
bool run_tasks(Worker& me);
// As run_tasks(), for a thread that has taken a task.
void run_from(Worker& me, Task* task);
// The thread has found no task. Adds what it has counted to the graph's word.
void fall_idle(Worker& me);
// Sleeps until there may be a task, at most so long; `over` ends the sleep as tasks do.
void sleep_without_tasks(Worker& me, std::uint64_t& nap_ns, sched::Condition over,
                         std::uint64_t longest_ns = ~std::uint64_t{0});
// The calling thread is outside of all tasks: runs in_task(argument) as one that waits for tasks.
void wait_as(Worker& me, void (*in_task)(void*), void* argument);
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
