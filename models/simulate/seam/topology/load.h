// Stands in for src/topology/load.h: nobody else wants the virtual machine's processors.
#pragma once

#include <cstdint>

#include "platform/atomic.h"
#include "platform/clock.h"
#include "platform/cpu.h"
#include "platform/thread.h"
#include "topology/processors.h"

namespace xomp::topology {

inline bool crowded() { return false; }
inline bool crowded(int awake) { return awake > usable_processors(); }
inline constexpr std::uint64_t kGapNs = 100'000;
inline void note_gap(std::uint64_t) {}
inline std::uint64_t watch_gap(std::uint64_t) { return platform::now_ns(); }
inline void yield_and_watch() { platform::yield_processor(); }

class LoadWatch {
 public:
  void look(int = 0) {}

 private:
  std::uint64_t unused_ = 0;
};

}  // namespace xomp::topology
