// Collects what is known of each processor, in any order, and makes a Machine's tables of it.
#pragma once

#include "topology/machine.h"

namespace xomp::topology {

class MachineBuilder {
 public:
  explicit MachineBuilder(const ProcessorSet& processors);

  const ProcessorSet& processors() const { return processors_; }
  // Notes that these processors share a group of that layer. Processors that do not exist are passed over. A processor
  // that is in no group of a layer shares one with all others like it (socket, domain) or is alone (cache, core).
  void group(Layer layer, const ProcessorSet& members);
  bool is_grouped(Layer layer, int processor) const;
  // `members` are the NUMA domain that has number `node` in the system.
  void group_domain(int node, const ProcessorSet& members);

  // The distance of two of the system's nodes.
  using DistanceOf = int (*)(void* context, int from_node, int to_node);
  // `source` is kept as a pointer.
  void finish(Machine& machine, const char* source, DistanceOf distance_of, void* context);

 private:
  void number_groups(Machine& machine, Layer layer);

  // A group's name while building: its smallest processor; -1 = not grouped.
  struct Draft {
    int processor;
    int first_of[kLayers];
    int node;
  };
  Draft* find(int processor);
  const Draft* find(int processor) const { return const_cast<MachineBuilder*>(this)->find(processor); }

  ProcessorSet processors_;
  GrowingArray<Draft> drafts_;  // by processor number until finish()
};

// Each function fills the builder from one source; false if the source gives nothing.
bool read_sysfs(MachineBuilder& builder, const char* root);
bool read_hwloc(MachineBuilder& builder);

// The processors that are switched on, from sysfs; false if it does not say.
bool read_online(ProcessorSet& online, const char* root);
// The system's distances of NUMA nodes, and the default where the system says nothing. `root` is a const char*.
int sysfs_distance(void* root, int from_node, int to_node);

}  // namespace xomp::topology
