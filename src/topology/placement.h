// Which place each thread of a team runs in (OpenMP 5.2, section 10.1.3). Pure arithmetic; any thread.
#pragma once

#include <cstdint>

namespace xomp::topology {

// How threads are dealt to places. `in_order`: thread after thread to place after place, in a circle, as KMP_AFFINITY
// and GOMP_CPU_AFFINITY define it. The standard leaves the meaning of `true` to the implementation: here it is `close`.
enum class Policy : std::uint8_t { primary, close, spread, in_order };

// A run of places: the partition that a task may place threads in.
struct Partition {
  int first = 0;
  int count = 0;
};

struct Placement {
  int place;
  Partition partition;  // the thread's place-partition-var
};

// The placement of thread `thread` in a team of `threads`, if the encountering thread is in `parent_place` and has the
// partition `parent`. parent.count must be at least 1. A parent_place outside of the partition counts as its first.
Placement place_thread(Policy policy, int thread, int threads, Partition parent, int parent_place);

}  // namespace xomp::topology
