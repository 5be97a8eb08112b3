// In which order a thread without work looks at the others of its team: those that share its last-level cache first,
// then those of its NUMA domain, then the other domains, nearest first; those whose place is not known last. Within
// each group it begins behind its own number, so that not everybody turns to the same one. Used by policies: each
// thread has its own.
#pragma once

#include <cstdint>
#include <span>

#include "core/sched/worker.h"
#include "topology/machine.h"

namespace xomp::sched {

// The numbers of all threads but `me`, nearest first, into `order`. `processors[i]`: one of the place that thread i is
// bound to, or -1. Returns how many there are.
int order_neighbours(int me, std::span<const std::int32_t> processors, const topology::Machine& machine,
                     std::int32_t* order);

class Neighbours {
 public:
  // Empty when the thread is not bound: then any order is as good as another. The thread itself calls it.
  std::span<const std::int32_t> of(const TeamThread& me) {
    if (me.processor.load(relaxed) < 0) [[likely]]
      return {};  // own store
    return find(me);
  }

 private:
  static constexpr std::uint32_t kMostUses = 4096;  // others may have taken their places since the order was made

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
