// Which processes `xomp stack` looks at: the one that it is given, or those below it that have the runtime, as with mpirun.
#pragma once

#include <string>
#include <vector>

namespace xomp::tool {

struct LookedAt {
  std::string id;    // of the process
  std::string rank;  // as its launcher says; empty: it has none
  std::string name;  // of its program
};

// If this process has no libxomp.so: those below it that have, by rank. Otherwise, or if there are none, this one.
std::vector<LookedAt> processes_with_runtime(const std::string& id);

// One sentence if the process is no more, otherwise empty.
std::string why_gone(const std::string& id);
// The process that looks into this one as a debugger does, or empty.
std::string tracer_of(const std::string& id);

}  // namespace xomp::tool
