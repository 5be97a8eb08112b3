// What a region's threads have reported of the constructs that they meet together. The constructs of a team come in the same
// order on each of its threads, so the number of a construct on a thread says which one it is.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "omp-tools.h"

namespace checker {

class ConstructCounts {
 public:
  // The implicit task's own number of the next barrier and of the next worksharing construct.
  struct Position {
    std::size_t barriers = 0, works = 0;
  };

  // ---- threads ----
  void add_thread(unsigned size, unsigned number);
  // At the region's end.
  void expect_all_threads();

  // ---- barriers ----
  void arrive(Position& at);
  // The thread goes on from the barrier at which it arrived last.
  void pass(const Position& at);
  // At the region's end, when it is known whether anything was cancelled: nobody went on before all had arrived.
  void expect_none_passed_early();

  // ---- loops and sections ----
  void begin_work(Position& at, ompt_work_t kind, std::uint64_t count);
  void add_iterations(const Position& at, std::uint64_t iterations);
  // At the region's end: each iteration was handed out, and none twice.
  void expect_all_iterations();

  // Something in the region is cancelled: its threads may leave constructs and barriers out.
  void cancel();

 private:
  struct Work {
    ompt_work_t kind;
    std::uint64_t count, handed_out = 0;
  };

  std::mutex guard_;
  unsigned size_ = 0;
  std::vector<bool> numbers_;  // of the threads that have begun
  std::vector<unsigned> arrived_;
  std::size_t passed_early_ = 0;  // a barrier's number; 0: none
  std::vector<Work> works_;
  bool is_cancelled_ = false;
};

}  // namespace checker
