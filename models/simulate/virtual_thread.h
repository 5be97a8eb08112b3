// The engine's threads on the virtual machine: each is a fiber with a clock of its own, on a core of its own. One runs
// at a time: the one whose clock is behind all others'. It may run ahead of the next one by the quantum while it
// touches only lines that its core has; before a line moves from one core to another the clocks are in order again.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/fiber/fiber.h"
#include "models/simulate/coherence.h"
#include "models/simulate/machine.h"

namespace xomp::simulate {

// What a thread did since the measured part began.
struct Deeds {
  std::uint64_t accesses = 0, transfers[kDistances] = {}, invalidated = 0;
  std::uint64_t read_modify_writes = 0, contended = 0;  // contended: the line had to come from elsewhere
  std::uint64_t sleeps = 0, woken_others = 0, heavy_fences = 0, yields = 0, pauses = 0;
  std::uint64_t lines_touched = 0;
  Picoseconds work = 0, paused = 0, asleep = 0, moving = 0;  // moving: waited for lines
  std::uint64_t tasks = 0;                                   // bodies with work
};

struct VirtualThread {
  enum class State : std::uint8_t { ready, running, asleep, over };

  VirtualThread(int number_, int processor_, const Machine& machine, std::size_t stack_bytes)
      : fiber(stack_bytes), number(number_), processor(processor_), core(machine.core_of(processor_)) {}

  models::Fiber fiber;
  Picoseconds clock = 0;
  Picoseconds stores_done = 0;  // when the last of its stores is where others see it
  int number;
  int processor;
  int core;
  State state = State::ready;
  int place = -1;  // in the queue of clocks
  // Asleep.
  const void* sleeps_on = nullptr;
  std::uint32_t sleeps_as = 0;
  bool has_limit = false;  // in the queue with the time at which it wakes by itself
  bool timed_out = false;
  Picoseconds slept_since = 0;
  Picoseconds interrupted = 0;  // what others' heavy fences have cost it since it last ran
  // Lines that it has asked for ahead of time, and when they arrive; as many as a core has buffers for.
  struct Fetch {
    Line* line;
    Picoseconds arrives;
  };
  static constexpr int kMostFetches = 10;
  Fetch fetches[kMostFetches];
  int fetched = 0;
  void* (*body)(void*) = nullptr;
  void* argument = nullptr;
  Deeds deeds;
};

// Threads by clock, the one farthest behind first; equal ones by number.
class ClockQueue {
 public:
  bool empty() const { return heap_.empty(); }
  VirtualThread& first() const { return *heap_.front(); }
  void add(VirtualThread& thread);
  void remove(VirtualThread& thread);

 private:
  static bool before(const VirtualThread& a, const VirtualThread& b) {
    return a.clock != b.clock ? a.clock < b.clock : a.number < b.number;
  }
  void put(VirtualThread* thread, std::size_t at) {
    heap_[at] = thread;
    thread->place = static_cast<int>(at);
  }
  void rise(std::size_t at);
  void sink(std::size_t at);

  std::vector<VirtualThread*> heap_;
};

// The running thread; nullptr while the simulator itself runs.
extern VirtualThread* running;
// How far its clock may go before others are looked at.
extern Picoseconds horizon;

class VirtualTime {
 public:
  VirtualTime(const Machine& machine, Picoseconds quantum, std::size_t stack_bytes)
      : machine_(machine), quantum_(quantum), stack_bytes_(stack_bytes) {}

  // A thread that starts at `clock`. Returns nullptr if there are as many as processors.
  VirtualThread* start(void* (*body)(void*), void* argument, Picoseconds clock);
  // Runs the threads until `first`, the first one, is over.
  void run();

  // Called by the running thread.
  void let_others_run();                                              // goes on when no other one's clock is behind
  void keep_order();                                                  // the same if one is
  bool sleep(const void* word, Picoseconds limit, std::uint32_t as);  // 0: none; false: timed out
  int wake(const void* word, int most, std::uint32_t whom);
  [[noreturn]] void end();

  const std::vector<std::unique_ptr<VirtualThread>>& threads() const { return threads_; }
  int awake() const { return awake_; }

 private:
  static void begin(void* thread);
  void look_ahead();
  void switch_to_first();
  bool is_delayed(VirtualThread& next);

  const Machine& machine_;
  Picoseconds quantum_;
  std::size_t stack_bytes_;
  ClockQueue ready_;
  std::vector<std::unique_ptr<VirtualThread>> threads_;
  models::Fiber* outside_ = nullptr;
  int awake_ = 0;
};

}  // namespace xomp::simulate
