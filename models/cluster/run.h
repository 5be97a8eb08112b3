// A program on simulated ranks, from the first to the last.
#pragma once

#include <string>
#include <vector>

#include "models/cluster/description.h"
#include "models/cluster/programs/program.h"

namespace xomp::cluster {

struct Settings {
  int ranks = 2, threads = 1;
  std::uint64_t seed = 1;
  Parameters parameters;
};

struct Run {
  std::vector<Outcome> outcomes;  // of each rank
  std::vector<Usage> usages;
  std::uint64_t network_messages = 0, events = 0;
  double bytes_after_open = 0, bytes_at_end = 0;  // of memory, of a rank
};

// Throws std::runtime_error with a sentence.
Run run_program(const Program& program, const Description& description, const Settings& settings);

}  // namespace xomp::cluster
