// One program on the virtual machine, from the first thread to the last. Between the simulator proper and the engine.
#pragma once

#include <string>

#include "models/simulate/program.h"
#include "models/simulate/virtual_thread.h"

namespace xomp::simulate {

// The engine's own counts, of all workers.
struct EngineCounts {
  std::uint64_t undeferred = 0, overflowed = 0, stolen = 0, raids = 0;
  std::uint64_t requests_sent = 0, requests_served = 0, requests_refused = 0;
  std::uint64_t pushed_near = 0, pushed_far = 0, moved = 0;
};

struct Outcome {
  Picoseconds time = 0;
  EngineCounts counts;
  std::uint64_t deferred = 0;
};

// The world is made and no thread started yet.
Outcome run_program(const Program& program, const Settings& settings);

}  // namespace xomp::simulate
