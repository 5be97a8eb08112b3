// How the thieves of the NUMA-aware policies send requests: to several victims at once, each with a given probability
// one of their own NUMA domain, and not again before an interval is over. The class Requests has the mailboxes.
#pragma once

#include <array>

#include "core/sched/policies/parts/requests.h"
#include "platform/clock.h"
#include "topology/machine.h"

namespace xomp::sched {

class PacedRequests : public Requests {
 public:
  // The parameters of its policies, in this order.
  enum Place : int { kVictims, kSteal, kInterval, kLocal, kQueue, kCount };

  explicit PacedRequests(int threads)
      : Requests(threads),
        victims_(count_parameter(kVictims)),
        interval_ns_(static_cast<std::uint64_t>(parameter(kInterval))),
        local_(static_cast<std::uint32_t>(parameter(kLocal) * kOne)),
        thieves_(static_cast<Thief*>(platform::allocate_forever(static_cast<std::size_t>(threads) * sizeof(Thief)))) {
    for (int i = 0; i < threads; ++i) new (&thieves_[i]) Thief;
  }

  // Sends requests for the calling thread, which is idle, unless it did so a moment ago.
  void ask_some(Worker& me) {
    Thief& my = thieves_[me.thread->number];
    const std::uint64_t now = platform::now_ns();
    if (now - my.asked_ns < interval_ns_) return;
    my.asked_ns = now;
    ask_from(me, topology::domain_of_caller());
  }
  // Sends them at once, as a thread on that NUMA domain.
  void ask_from(Worker& me, int node) {
    thieves_[me.thread->number].node.store(node, relaxed);  // hint
    const int n = me.thread->team->size;
    for (int i = 0; i < victims_; ++i) ask(me, choose(me, n, node));
  }

 private:
  static constexpr std::uint32_t kOne = 1u << 16;  // as a probability
  static constexpr int kTries = 8;                 // to find a thread of the wanted domain

  struct alignas(platform::cache_line) Thief {
    atomic<int> node{-1};        // its NUMA domain at its last request; read by other thieves, a hint
    std::uint64_t asked_ns = 0;  // the thread's own
  };

  // A thread that has never been idle counts as near and as far.
  int choose(Worker& me, int n, int node) {
    const bool near = next_random(me) % kOne < local_;
    int victim = 0;
    for (int i = 0; i < kTries; ++i) {
      victim = static_cast<int>(next_random(me) % static_cast<std::uint32_t>(n));
      const int its = thieves_[victim].node.load(relaxed);  // hint
      if (victim != me.thread->number && (its < 0 || (its == node) == near)) break;
    }
    return victim;
  }

  int victims_;
  std::uint64_t interval_ns_;
  std::uint32_t local_;
  Thief* thieves_;
};

// `steal` says what the second one limits.
constexpr std::array<Parameter, PacedRequests::kCount> paced_parameters(const char* steal) {
  return {{
      {"victims", "threads that an idle one asks at once", Unit::count, 1, 64, 2},
      {"steal", steal, Unit::count, 1, 1024, 4},
      {"interval", "time between two rounds of requests of an idle thread", Unit::ns, 0, 1e9, 50e3},
      {"plocal", "probability that a victim is of the own NUMA domain", Unit::share, 0, 1, 0.9},
      {"queue", "tasks in the queue from one thread to another, rounded up to a power of two", Unit::count, 2, 65536,
       256},
  }};
}

}  // namespace xomp::sched
