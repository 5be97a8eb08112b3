// In which order a thread without work looks at the others of its team. Threads that share its last-level cache come
// first, then those of its NUMA domain, then the other domains, nearest first, and last the threads whose place is not
// known. Within each group it begins behind its own number, so that not all threads turn to the same one. Policies give
// each thread one of its own.
#pragma once

#include <cstdint>
#include <span>

#include "core/sched/worker.h"
#include "topology/machine.h"

namespace xomp::sched {

// Writes the numbers of all threads but `me` into `order`, nearest first. `processors[i]`: a processor of the place
// that thread i is bound to, or -1. Returns how many numbers there are.
int order_neighbours(int me, std::span<const std::int32_t> processors, const topology::Machine& machine,
                     std::int32_t* order);

class Neighbours {
 public:
  // Returns the order, or nothing when the thread is not bound: then any order is as good as another. The thread itself
  // calls it.
  std::span<const std::int32_t> of(const TeamThread& me) {
    if (me.processor.load(relaxed) < 0) [[likely]]
      return {};  // own store
    return find(me);
  }

 private:
  static constexpr std::uint32_t kMostUses = 4096;  // other threads may have moved since the order was made

  std::span<const std::int32_t> find(const TeamThread& me);
  void make(const TeamThread& me, int size);

  std::int32_t* order_ = nullptr;  // room_ numbers; behind them room for as many processors
  std::int32_t room_ = 0;
  std::int32_t count_ = 0;
  // What the order was made for.
  std::int32_t size_ = 0, number_ = 0, processor_ = -1;
  std::uint32_t uses_ = 0;
};

}  // namespace xomp::sched
