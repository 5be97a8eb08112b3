// The programs that run on simulated ranks, and the same on real ones: ordinary programs with ttg.h. What differs between the two is
// below: time, work, and memory that holds nothing. Each rank calls run().
#pragma once

#ifndef XOMP_TTG_MPI
#include "models/cluster/rank.h"
#include "models/cluster/shim.h"
#endif

#include <ttg.h>

#include <atomic>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace xomp::cluster {

struct Parameters {
  long size = 0, steps = 0, bytes = 0;
  double grain_ns = 0;  // of a task's body
};

// What a rank's transport has sent, and its records.
struct Sent {
  std::uint64_t records = 0, batches = 0, batch_bytes = 0, pieces = 0, piece_bytes = 0;

  static Sent so_far() {
    ttg::ranks::Exchange* const exchange = ttg::get_default_world().impl().link().exchange();
    if (exchange == nullptr) return {};
    const auto& t = exchange->transport();
    return {exchange->sent(), t.batches_sent, t.batch_bytes_sent, t.pieces_sent, t.piece_bytes_sent};
  }
  Sent since(const Sent& before) const {
    return {records - before.records, batches - before.batches, batch_bytes - before.batch_bytes,
            pieces - before.pieces, piece_bytes - before.piece_bytes};
  }
};

struct Outcome {
  double ns = 0;       // of the measured part, from fence to fence
  double work_ns = 0;  // of all ranks' bodies in it
  double tasks = 0;    // of all ranks
  Sent sent;           // by this rank
};

struct Program {
  const char* name;
  const char* help;  // what size, steps and bytes are
  Parameters usual, most;
  Outcome (*run)(const Parameters&);
};
extern const std::span<const Program> all_programs;

#ifdef XOMP_TTG_MPI
inline void work(double ns) {
  const std::uint64_t begin = ttg::ranks::now_ns();
  while (static_cast<double>(ttg::ranks::now_ns() - begin) < ns) {
  }
}
#endif

// A value of some bytes. If they are many, they go by themselves. Simulated ones have no memory, so that large runs
// fit.
class Block {
 public:
  Block() = default;
  explicit Block(std::size_t bytes) : bytes_(bytes) { make(); }
  std::size_t bytes() const { return bytes_; }
#ifdef XOMP_TTG_MPI
  char* memory() { return memory_.data(); }

 private:
  void make() { memory_.resize(bytes_); }
  std::vector<char> memory_;
#else
  ~Block() {}  // not trivially: a message has its pieces, however small the object is
  Block(const Block&) = default;
  Block& operator=(const Block&) = default;
  char* memory() { return shared().data(); }
  static std::vector<char>& shared() {
    static std::vector<char> memory;
    return memory;
  }

 private:
  void make() {
    if (shared().size() < bytes_) shared().resize(bytes_);
  }
#endif
  std::size_t bytes_ = 0;
};

// Runs body() between two fences.
template <class Body>
Outcome measured(Body&& body) {
  ttg::fence();
  const Sent before = Sent::so_far();
  const std::uint64_t begin = ttg::ranks::now_ns();
  body();
  ttg::fence();
  Outcome outcome;
  outcome.ns = static_cast<double>(ttg::ranks::now_ns() - begin);
  outcome.sent = Sent::so_far().since(before);
  return outcome;
}

// Checks that all tasks of all ranks have run, once each. Collective.
inline void verify(Outcome& outcome, const char* program, long ran, double expected) {
  double all = static_cast<double>(ran);
  ttg::ttg_sum(ttg::get_default_world(), all);
  outcome.tasks = all;
  if (all != expected)
    throw std::runtime_error(std::string(program) + ": " + std::to_string(all) + " tasks ran, but there are " +
                             std::to_string(expected));
}

// The ranks as a grid of rows and columns, as square as their number allows.
struct Grid {
  int rows = 1, columns = 1;
  explicit Grid(int ranks) {
    for (int r = 1; r * r <= ranks; ++r)
      if (ranks % r == 0) rows = r;
    columns = ranks / rows;
  }
  int rank_of(int row, int column) const { return row % rows * columns + column % columns; }
};

}  // namespace xomp::cluster

template <>
struct ttg::SplitMetadataDescriptor<xomp::cluster::Block> {
  std::uint64_t get_metadata(const xomp::cluster::Block& block) { return block.bytes(); }
  xomp::cluster::Block create_from_metadata(std::uint64_t bytes) { return xomp::cluster::Block(bytes); }
  std::array<ttg::iovec, 1> get_data(xomp::cluster::Block& block) { return {{{block.bytes(), block.memory()}}}; }
};
