// What the engine's code calls at each access to memory, each fence, pause and look at the clock; and what the replaced
// parts of src/platform charge. Outside of the virtual threads all of it costs nothing.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/simulate/coherence.h"
#include "models/simulate/operations.h"
#include "models/simulate/shadow.h"
#include "models/simulate/virtual_thread.h"

namespace xomp::simulate {

// What happened to a line since the measured part began; made when it first moves.
struct LineHistory {
  CoreSet touched_by, written_by;
  std::uint32_t moves, takeovers;  // to any core; to another writer than before
  const void* code;                // of the last such write
  const void* line;
  std::uint16_t last_writer_and_one;
};

// What one place of the code waited for, since the measured part began.
struct Place {
  std::uint64_t moves;  // lines that it made come
  Picoseconds waited;
  Picoseconds waited_by_first;  // of that, by the first thread: often the one that makes the tasks
};

struct World {
  World(const Machine& machine_, Picoseconds quantum, std::size_t stack_bytes)
      : machine(machine_), coherence(machine), time(machine, quantum, stack_bytes) {}

  const Machine& machine;
  Coherence coherence;
  VirtualTime time;
  double work_factor = 1;           // threads that share a core
  std::vector<LineHistory*> moved;  // those of which places has one
  std::unordered_map<const void*, Place> places;
  // Tasks' work since the measured part began, by the time in which it was done.
  std::vector<Picoseconds> work_by_time;
  Picoseconds measured_from = 0;
};
inline constexpr Picoseconds kSlice = 10'000'000;  // of work_by_time

// There is one; nullptr until the machine is known.
extern World* world;

// Forgets what was counted so far; the measured part begins. Called by a virtual thread.
void forget_deeds();
// Thread-local variables near this one are kept out. The virtual threads have them in one place, so they would tell
// nothing.
void keep_out(const void* thread_local_variable);

// --- at each access; the engine's atomics and, for plain accesses, the compiler call them ---
// operations.h has those of atomics.
void pause();
void prefetch(const void* address);
void prefetch_to_write(const void* address);
// Costs time and nothing else.
void spend(Picoseconds time);
// Does a task's own work.
void work(double ns);
std::uint64_t read_clock_ns();
// 2.5 a nanosecond, as platform/clock.h has it on x86-64.
std::uint64_t read_ticks();

}  // namespace xomp::simulate
