// A program that the simulator runs: what its threads do in one parallel region. Each is a file in programs/, and is in
// the list of programs.cpp.
#pragma once

#include <cstdint>
#include <span>

namespace xomp::simulate {

// On lines of its own, wherever the stack begins: runs are the same each time.
struct alignas(64) Settings {
  int workers = 1;
  std::int64_t size = 0;
  double grain_ns = 0;
  std::uint64_t seed = 1;
  int warm_runs = 1;    // before the one that is measured
  bool untied = false;  // all tasks are
};

struct Program {
  const char* name;
  const char* help;  // what `size` counts
  std::int64_t usual_size, least_size, most_size;
  double usual_grain_ns;         // of a task
  void (*run)(const Settings&);  // each thread of the region calls it
};

extern const std::span<const Program* const> all_programs;

// A task's own work: takes `ns` of virtual time and touches nothing.
void work(double ns);

}  // namespace xomp::simulate
