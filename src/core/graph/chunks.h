// The memory of one thread's graph tasks: chunks of pages that tasks are cut from, and how chunks without a task go back to
// the system. Its thread only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/graph/layout.h"

namespace xomp::graph {

class Chunks {
 public:
  // Memory for a task; never fails.
  void* cut(std::size_t bytes);

  // Called when no task of the graph is left. After a big graph it gives memory back. The first time it does so at
  // once. Later it waits for the more calls, the more often it had to take memory again, because pages that come back
  // must be zeroed and mapped. `free`: the thread's free tasks by class.
  void rest(Task** free);
  // Gives memory back at once, because the thread has nothing to do for long, or never again.
  void trim(Task** free);

  std::size_t held_bytes() const { return held_; }  // that have not gone back

 private:
  static constexpr std::size_t kMuch = std::size_t{32} << 20;  // less than this is kept
  static constexpr std::uint32_t kMostRests = 64;

  // The chunks are sorted by address, so that the chunk of a task is found by bisection.
  struct Chunk {
    unsigned char* start;
    std::size_t bytes;
    std::size_t cut;         // bytes of tasks, from its start
    Task* free;              // of these, while trim() runs
    std::size_t free_bytes;  // as `free`
    bool is_empty;           // its pages are the system's until it is cut again
  };

  Chunk& take_chunk();
  Chunk& add_chunk();
  Chunk& chunk_of(const void* task);
  void sort_by_chunk(Task** free);
  void keep(const Chunk& chunk, Task** free);

  Chunk* chunks_ = nullptr;
  std::uint32_t count_ = 0, room_ = 0, empty_ = 0;
  std::uint32_t current_ = 0;  // tasks are cut from it, if count_ is not 0
  std::size_t held_ = 0;
  std::uint32_t rests_ = 0, rests_needed_ = 1;  // rests since it has grown; how many it takes
  bool has_trimmed_ = false;                    // since it has grown
};

}  // namespace xomp::graph
