// Goes through the executions of a model: all with few departures, then random ones; repeats and prints one that fails.
#pragma once

#include <cstdint>
#include <string>

#include "models/explore/memory.h"
#include "models/explore/model.h"

namespace xomp::models {

Entry* entries();

struct Plan {
  int departures;      // exhaustive up to so many
  int random;          // executions
  std::uint64_t seed;  // of the random ones
  bool first;          // the first failure will do, however long it is
};

struct Outcome {
  std::uint64_t executions = 0;  // exhaustive, of the last bound
  std::uint64_t steps = 0;       // of all
  bool failed = false;
  std::string choices;  // of the one that failed
  std::string failure;
};

Outcome explore(const Entry& entry, MemoryKind kind, const Plan& plan);
// One execution, printed step by step. Says whether it failed.
bool replay(const Entry& entry, MemoryKind kind, const std::string& choices);

// Called between executions, by models of the whole engine: puts its variables back as they were at first.
extern void (*restore_engine)();

}  // namespace xomp::models
