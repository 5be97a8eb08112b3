// What the library keeps of a thread that deals with graph tasks: the memory of its tasks, and its seat outside of all views.
#pragma once

#include <cstdint>

#include "core/graph/chunks.h"
#include "core/graph/layout.h"
#include "core/sched/worker.h"
#include "core/sleep/backoff.h"

namespace xomp::graph {

// A chain of tasks of another thread's memory and of one class, not yet sent home.
struct Homeward {
  Task* first = nullptr;
  Task* last = nullptr;
  std::uint32_t count = 0;
};
inline constexpr std::uint32_t kHomewards = 4;  // at a time: other threads, or classes

struct ThreadState {
  // --- its thread only ---
  sched::Worker* worker = nullptr;
  Seat* outside = nullptr;
  Seat* seat = nullptr;  // where it sits; on top of others, perhaps
  Chunks chunks;
  Homeward homeward[kHomewards];
  Homeward came_home;            // what is left of a chain that was taken from `returned`
  Task* came_further = nullptr;  // the chains after it
  // Outside of all tasks (outside_wait.cpp): what it has learnt about its waits for them, and how many more of them sleep at once, as
  // another thread ran on this processor, perhaps the one that was waited for.
  sleep::WaitHistory outside_waits{.least_ns = 10'000, .budget_ns = 50'000, .load = {}};
  std::uint32_t outside_waits_without_poll = 0;

  // --- any thread ---
  // Ended tasks of this thread's memory that others ran: a list of chains. Others push one by compare-and-swap; the owner takes all.
  // RETURN: the push releases and the taking acquires what the other thread did with the memory.
  alignas(platform::cache_line) atomic<Task*> returned{nullptr};
};
static_assert(sizeof(ThreadState) <= sizeof(TaskMemory::reserved));

inline ThreadState& state_of(TaskMemory& memory) { return *reinterpret_cast<ThreadState*>(memory.reserved); }
inline sched::Worker& worker_of(const Seat& me) { return *state_of(*me.memory).worker; }

// Threads that have memory: by number, filled up to `known`. Never taken back.
struct Threads {
  alignas(platform::cache_line) atomic<std::uint32_t> known{0};
  atomic<TaskMemory*> memory[sched::kMaxWorkers];
};
extern Threads the_threads;

// Of all threads that have been here.
template <class Visit>
void for_each_memory(Visit&& visit) {
  const std::uint32_t n = the_threads.known.load(acquire);  // the memories come with the number
  for (std::uint32_t i = 0; i < n; ++i)
    if (TaskMemory* const memory = the_threads.memory[i].load(acquire)) visit(*memory);  // as it was made
}

// Where the calling thread sits; nullptr.
inline Seat* current_seat() {
  return xomp_graph_self_1 != nullptr ? state_of(*xomp_graph_self_1->memory).seat : nullptr;
}

// The seat of the calling thread outside of all views, which is made if need be.
Seat& outside_seat();

// The chains that the thread has begun go home.
void send_home(TaskMemory& memory);
// No task is left; the thread will have none for long. After a big graph its memory goes back to the system.
void rest_memory(TaskMemory& memory);
void trim_memory(TaskMemory& memory);

}  // namespace xomp::graph
