// The virtual machine, as a description file in models/machines/ says: how cores are grouped, and what things cost.
// Read once at start, then only read.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace xomp::simulate {

using Picoseconds = std::uint64_t;

inline constexpr int kMaxCores = 384;

// Where a line comes from that a core does not have.
enum class Distance : std::uint8_t { same_cache, same_node, other_node, two_hops, memory };
inline constexpr int kDistances = 5;

// What the machine's file says under "costs_ns", by the same names.
struct Costs {
  Picoseconds hit;                               // an access to a line that is there, with the instructions around it
  std::array<Picoseconds, kDistances> transfer;  // until a load has its line
  std::array<Picoseconds, kDistances> busy;      // how long a line is on its way: who wants it next waits
  Picoseconds read_busy;          // the same for a line that is only read: copies are made one after the other
  Picoseconds invalidation;       // for each holder of a line beyond the first, when it is to be written
  Picoseconds read_modify_write;  // beyond the access itself
  Picoseconds store_buffer;       // how far stores may lag behind their thread
  Picoseconds pause;
  Picoseconds read_clock;
  Picoseconds yield;
  Picoseconds futex_call;             // one that does not sleep
  Picoseconds futex_wake;             // for the waker, for each thread that it wakes
  Picoseconds wake_up;                // until a woken thread runs
  Picoseconds heavy_fence;            // membarrier, by itself
  Picoseconds heavy_fence_each;       // for each other thread that runs
  Picoseconds heavy_fence_interrupt;  // what that thread loses
  Picoseconds start_thread;
};

struct Machine {
  std::string name;
  int nodes = 1, cores_per_node = 1, cores_per_cache = 1, threads_per_core = 1;
  std::vector<std::vector<int>> hops;  // between nodes; empty: one between any two
  Costs costs{};
  double shared_core = 1;  // how much longer work takes when two threads share a core

  int cores() const { return nodes * cores_per_node; }
  int processors() const { return cores() * threads_per_core; }
  // Processors are numbered as Linux does: first one thread of each core, then the others.
  int core_of(int processor) const { return processor % cores(); }
  int node_of(int core) const { return core / cores_per_node; }
  int hops_between(int node, int other) const {
    if (node == other) return 0;
    return hops.empty() ? 1 : hops[static_cast<std::size_t>(node)][static_cast<std::size_t>(other)];
  }
};

// Reads the text of a description file. Throws std::runtime_error with a sentence.
Machine read_machine(const std::string& text);

}  // namespace xomp::simulate
