// topology/processors.h, and where machine.cpp has its tables from: the virtual machine.
#include "topology/processors.h"

#include "models/simulate/access.h"
#include "topology/machine_builder.h"

namespace xomp::topology {

namespace {

using simulate::world;

ProcessorSet all_processors() {
  ProcessorSet set;
  for (int i = 0; i < world->machine.processors(); ++i) set.add(i);
  return set;
}

// A set for each group of `size` cores, with all their threads.
template <class Group>
void for_each_group(const simulate::Machine& machine, int size, Group&& group) {
  for (int first = 0; first < machine.cores(); first += size) {
    ProcessorSet set;
    for (int i = 0; i < machine.processors(); ++i)
      if (machine.core_of(i) >= first && machine.core_of(i) < first + size) set.add(i);
    group(first / size, set);
  }
}

}  // namespace

void count_processors() {}
int masked_processors() { return world->machine.processors(); }
double quota() { return 0; }
int usable_processors() { return world->machine.processors(); }
int usable_processors_now() { return usable_processors(); }

const ProcessorSet& initial_mask() {
  static const ProcessorSet& all = *new ProcessorSet(all_processors());
  return all;
}
bool read_own_mask(ProcessorSet& mask) {
  mask = initial_mask();
  return true;
}
// A thread is where it is bound to: on the first of those processors.
bool bind_self(const ProcessorSet& processors) {
  const int processor = processors.next(0);
  if (processor < 0 || processor >= world->machine.processors()) return false;
  simulate::running->processor = processor;
  simulate::running->core = world->machine.core_of(processor);
  return true;
}

bool read_sysfs(MachineBuilder& builder, const char*) {
  const simulate::Machine& machine = world->machine;
  for_each_group(machine, machine.cores_per_node, [&](int node, const ProcessorSet& set) {
    builder.group(Layer::socket, set);
    builder.group_domain(node, set);
  });
  for_each_group(machine, machine.cores_per_cache,
                 [&](int, const ProcessorSet& set) { builder.group(Layer::ll_cache, set); });
  for_each_group(machine, 1, [&](int, const ProcessorSet& set) { builder.group(Layer::core, set); });
  return true;
}
bool read_hwloc(MachineBuilder&) { return false; }
bool read_online(ProcessorSet& online, const char*) {
  online = initial_mask();
  return true;
}
int sysfs_distance(void*, int from, int to) { return 10 + 11 * world->machine.hops_between(from, to); }

}  // namespace xomp::topology
