// What the library keeps of a thread that deals with graph tasks: the memory of its tasks, and its seat outside of all views.
#pragma once

#include <cstdint>

#include "core/graph/chunks.h"
#include "core/graph/layout.h"
#include "core/sched/worker.h"
#include "core/sleep/backoff.h"

namespace xomp::graph {

// Ended tasks of another thread's memory and of one class that have not been sent home yet.
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
  LockedPlace* place = nullptr;  // where it is in a chained table; made at its first look into one
  // For waits outside of all tasks (outside_wait.cpp): what the thread has learnt about them, and how many of the next
  // ones sleep at once. They do so because another thread ran on this processor, perhaps the one that was waited for.
  sleep::WaitHistory outside_waits{.least_ns = 10'000, .budget_ns = 50'000, .load = {}};
  std::uint32_t outside_waits_without_poll = 0;
  // [VIEW-7] How many of the thread's last submissions outside of all tasks were followed by a wait at once, and when the last one was, in
  // platform::ticks(); 0: the thread has waited since. The thread of main() begins with the habit, because most programs wait for their first
  // run at once.
  static constexpr std::uint32_t kHabit = 2;  // so many times in a row
  std::uint32_t waits_at_once = 0;
  std::uint64_t submitted_at = 0;
  // [VIEW-11] In so many further waits the thread, as a guest, calls others at once, because it lately ran long tasks. The thread of main()
  // begins with none.
  static constexpr std::uint32_t kEager = 64;
  std::uint32_t eager_waits = kEager;

  // --- any thread ---
  // Ended tasks of this thread's memory that others ran: a list of chains. Others push a chain by compare-and-swap; the
  // owner takes all of them, so there is no ABA. RETURN: the push releases and the taking acquires what the other
  // thread did with the memory.
  alignas(platform::cache_line) atomic<Task*> returned{nullptr};
};
static_assert(sizeof(ThreadState) <= sizeof(TaskMemory::reserved));

inline ThreadState& state_of(TaskMemory& memory) { return *reinterpret_cast<ThreadState*>(memory.reserved); }
inline sched::Worker& worker_of(const Seat& me) { return *state_of(*me.memory).worker; }

// The memories of threads by number, filled up to `known`. They are never taken back, because tasks may still lie in
// them.
struct Threads {
  alignas(platform::cache_line) atomic<std::uint32_t> known{0};
  atomic<TaskMemory*> memory[sched::kMaxWorkers];
};
extern Threads the_threads;

// Calls visit for each thread that has been here.
template <class Visit>
void for_each_memory(Visit&& visit) {
  const std::uint32_t n = the_threads.known.load(acquire);  // the memories come with the number
  for (std::uint32_t i = 0; i < n; ++i)
    if (TaskMemory* const memory = the_threads.memory[i].load(acquire)) visit(*memory);  // as it was made
}

// Returns where the calling thread sits, or nullptr.
inline Seat* current_seat() {
  return xomp_graph_self_1 != nullptr ? state_of(*xomp_graph_self_1->memory).seat : nullptr;
}

// Returns the calling thread's seat outside of all views. It is made if need be.
Seat& outside_seat();

// Sends home the chains that the thread has begun.
void send_home(TaskMemory& memory);
// rest: no task is left; after a big graph its memory goes back to the system. trim: the thread will have no tasks for
// long.
void rest_memory(TaskMemory& memory);
void trim_memory(TaskMemory& memory);

}  // namespace xomp::graph
