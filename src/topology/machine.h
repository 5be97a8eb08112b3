// The machine as tables: which core, last-level cache, socket and NUMA domain each processor is in, and how far the
// NUMA domains are from one another. Made once, at the first use; then only read, from any thread.
#pragma once

#include <cstdint>

#include "platform/thread.h"
#include "topology/growing_array.h"
#include "topology/processor_set.h"

namespace xomp::topology {

// The layers, from the outside in. A NUMA domain may be larger or smaller than a socket or a cache.
enum class Layer : std::uint8_t { socket, numa_domain, ll_cache, core, thread };
inline constexpr int kLayers = 5;
const char* name_of(Layer layer);

// One processor ("thread"). The numbers of its groups count from 0 over the whole machine, in the machine's order.
struct Location {
  int processor;       // the system's number
  int group[kLayers];  // by Layer; group[thread] is this location's own place in the order
  int of(Layer layer) const { return group[static_cast<int>(layer)]; }
};

class Machine {
 public:
  // Where the tables come from: "sysfs", "hwloc", or "" when the machine is taken to be flat.
  const char* source() const { return source_; }

  // All processors that are switched on, also those outside of the process's mask, in the machine's order: neighbours
  // share what is innermost (core, cache, domain, socket).
  int count() const { return locations_.count(); }
  const Location& operator[](int index) const { return locations_[index]; }
  const Location* begin() const { return locations_.begin(); }
  const Location* end() const { return locations_.end(); }
  int count_of(Layer layer) const { return counts_[static_cast<int>(layer)]; }
  // Returns nullptr if there is no such processor.
  const Location* find(int processor) const;

  // NUMA domains by the machine's order, 0 to count_of(numa_domain) - 1. Domains without processors are left out.
  // domain_of: the domain that a processor is in; 0 for an unknown one.
  int domain_of(int processor) const;
  // Returns the system's number of a domain, which mbind wants.
  int system_node(int domain) const { return nodes_[domain]; }
  // Returns the distance: 10 = the domain itself, more = farther.
  int distance(int from, int to) const { return distances_[from * count_of(Layer::numa_domain) + to]; }
  // The domains by distance from `from`, itself first, equally far ones by number beginning behind `from`, so that not
  // all threads turn to one of them. `order` has room for all domains.
  void nearest_domains(int from, int* order) const;

 private:
  friend class MachineBuilder;

  const char* source_ = "";
  GrowingArray<Location> locations_;
  GrowingArray<std::int16_t> index_of_;  // by the system's number; -1 = none
  int counts_[kLayers] = {};
  GrowingArray<int> nodes_;      // by domain
  GrowingArray<int> distances_;  // domain by domain
};

// This machine. The first call reads /sys (about 0.1 ms a core) and must not come from a signal handler.
const Machine& machine();

// Returns the NUMA domain of the processor on which the caller runs now. On a machine with one domain it is 0, without
// a system call.
inline int domain_of_caller() {
  const Machine& m = machine();
  return m.count_of(Layer::numa_domain) <= 1 ? 0 : m.domain_of(platform::current_processor());
}

// Reads the machine below `root` ("" = the real one; hwloc is used only there). If nothing is known the machine
// is flat, with `known_processors`.
void discover(Machine& machine, const char* root, const ProcessorSet& known_processors);

}  // namespace xomp::topology
