// What `xomp doctor` prints of a takeover and of a process.
#pragma once

#include "process.h"
#include "takeover.h"

namespace xomp::tool {

// Every runtime with who uses it, which of its entries are needed, which XOMP lacks, and whether it is taken over.
void print_takeover(const Takeover& takeover);

// The runtimes that a process has loaded, and who is bound to which.
void print_process(const Process& process);

// "1 OpenMP runtime", "3 OpenMP runtimes"
std::string counted_runtimes(std::size_t count);

}  // namespace xomp::tool
