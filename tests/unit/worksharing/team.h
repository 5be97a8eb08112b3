// A team for tests: TeamLoops, a ThreadLoops per thread, and real threads that run a region together.
#pragma once

#include <pthread.h>

#include <functional>
#include <thread>
#include <vector>

#include "core/worksharing/loop.h"
#include "scale.h"

namespace xomp::worksharing::testing {

class Barrier {
 public:
  explicit Barrier(unsigned n) { pthread_barrier_init(&barrier_, nullptr, n); }
  ~Barrier() { pthread_barrier_destroy(&barrier_); }
  void wait() { pthread_barrier_wait(&barrier_); }

 private:
  pthread_barrier_t barrier_;
};

struct Member {
  TeamLoops& team;
  ThreadLoops& loops;
  Place place;
  Barrier& barrier;

  void begin(const LoopParameters& loop) { begin_loop(team, loops, place, loop); }
  bool next(Iterations& chunk) { return next_chunk(loops, chunk); }
};

class Team {
 public:
  // Runs `body` on `size` threads as one region; the calling thread is thread 0.
  void run(std::uint32_t size, const std::function<void(Member&)>& body) {
    while (threads_.size() < size) threads_.push_back(new ThreadLoops);
    Barrier barrier(size);
    loops.start_region(*threads_[0], size);
    if (combined.schedule != nullptr) loops.set_combined(combined);
    auto member = [&](std::uint32_t i) {
      threads_[i]->start_region(loops);
      Member me{loops, *threads_[i], {i, size}, barrier};
      body(me);
      barrier.wait();
    };
    std::vector<std::thread> others;
    for (std::uint32_t i = 1; i < size; ++i) others.emplace_back(member, i);
    member(0);
    for (std::thread& t : others) t.join();
  }

  ~Team() {
    for (ThreadLoops* t : threads_) delete t;
  }

  TeamLoops loops;
  LoopParameters combined;

 private:
  std::vector<ThreadLoops*> threads_;
};

// Some nanoseconds of work that the compiler cannot drop.
inline void work(std::uint64_t steps) {
  for (std::uint64_t i = 0; i < steps; ++i) asm volatile("" ::"r"(i));
}

using xomp::testing::kScale;

}  // namespace xomp::worksharing::testing
