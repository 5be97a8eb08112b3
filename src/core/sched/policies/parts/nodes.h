// Which NUMA domain a thread runs in: for policies that prefer near threads, and for statistics.
#pragma once

namespace xomp::sched {

// Returns the domain of the processor that the caller runs on now. On a machine with one domain it is 0,
// without a call of the system.
int node_of_caller();

}  // namespace xomp::sched
