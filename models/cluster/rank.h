// A simulated rank: what a process would be. Its tasks that are ready, its threads, and what the network has brought.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <queue>
#include <vector>
#include <xomp/graph.h>

#include "models/cluster/network.h"
#include "models/cluster/timeline.h"

namespace xomp::cluster {

// What one rank has used, from the program's begin to its end.
struct Usage {
  Picoseconds work = 0;      // bodies of tasks
  Picoseconds messages = 0;  // sending, receiving and looking for messages
  std::uint64_t tasks = 0, polls = 0;
};

// What the library keeps of a thread.
struct Worker {
  graph::TaskMemory memory{};
  graph::Seat seat{};
};

struct Rank {
  struct Ready {
    std::int32_t priority;
    std::uint64_t order;
    graph::Task* task;
    bool operator<(const Ready& other) const {
      return priority != other.priority ? priority < other.priority
                                        : order < other.order;  // the newest of equals first
    }
  };

  int number = 0;
  const Costs* costs = nullptr;
  Timeline* timeline = nullptr;
  Arrivals arrivals;
  std::vector<Thread*> threads;  // that run tasks; the first one also waits in fences
  std::vector<std::unique_ptr<Worker>> workers;
  std::priority_queue<Ready> ready;
  std::uint64_t order = 0;
  std::int64_t injected = 0, ended = 0;
  Picoseconds taken = 0;  // from its tasks, by the thread that looks for messages
  Usage usage;
  bool is_over = false;
  // What a thread without tasks calls to see whether messages have come, and the one that does.
  graph::Step look = nullptr;
  void* look_argument = nullptr;
  Thread* looker = nullptr;
  bool is_looking = false;  // the looker is in the call

  void put(graph::Task* task);
  graph::Task* take();
  bool is_quiet() const;
  // Called when something has come for the rank.
  void wake(Picoseconds now);
  // Waits as a thread that polls all the time would: until something comes, but not longer than `limit`.
  static void idle(Picoseconds limit);
};

// How long a rank that is idle, but would look all the time, is not run. The time doubles with each look in vain.
class IdlePause {
 public:
  void pass(bool has_found) {
    if (has_found) pause_ = kShortest;
    else Rank::idle(pause_), pause_ = std::min(2 * pause_, kLongest);
  }

 private:
  static constexpr Picoseconds kShortest = 1'000'000, kLongest = 16'000'000;
  Picoseconds pause_ = kShortest;
};

// Runs tasks of the rank until none is ready. Returns whether there was one.
bool run_tasks(Rank& rank);

// Runs a thread of the rank that only runs tasks, until the rank is over.
void run_worker(Rank& rank);

// The work of a task's body.
void work(double ns);

}  // namespace xomp::cluster
