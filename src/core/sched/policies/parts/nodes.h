// On which NUMA domain a thread is: for policies that prefer near threads, and for statistics.
#pragma once

namespace xomp::sched {

// Of the processor that the caller runs on now; 0 on a machine with one domain, without asking.
int node_of_caller();

}  // namespace xomp::sched
