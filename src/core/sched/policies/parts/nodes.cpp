// Finds the caller's processor in the machine's tables.
#include "core/sched/policies/parts/nodes.h"

#include "platform/thread.h"
#include "topology/machine.h"

namespace xomp::sched {

int node_of_caller() {
  const topology::Machine& machine = topology::machine();
  if (machine.count_of(topology::Layer::numa_domain) <= 1) return 0;
  return machine.domain_of(platform::current_processor());
}

}  // namespace xomp::sched
