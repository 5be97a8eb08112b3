// Look-ups in the tables, and making those of this machine once.
#include "topology/machine.h"

#include <algorithm>
#include <new>

#include "platform/atomic.h"
#include "platform/process.h"
#include "topology/machine_builder.h"
#include "topology/processors.h"

namespace xomp::topology {

namespace {

// MACHINE-1: a thread that sees the pointer sees the tables. Written once: store(release) by
// compare_exchange, load(acquire).
atomic<Machine*> this_machine{nullptr};

// Several threads may get here at once. Each makes tables, and one set is used. Nobody waits, so a fork() in the
// middle leaves no child hanging.
[[gnu::cold]] Machine* discover_this_machine() {
  void* pages = platform::map_pages(sizeof(Machine));
  if (pages == nullptr) platform::out_of_memory("the machine's tables");
  auto* made = new (pages) Machine;
  discover(*made, "", initial_mask());
  Machine* there = nullptr;
  if (this_machine.compare_exchange_strong(there, made, acq_rel, acquire)) return made;  // [MACHINE-1]
  made->~Machine();
  platform::unmap_pages(pages, sizeof(Machine));
  return there;
}

}  // namespace

const char* name_of(Layer layer) {
  static constexpr const char* kNames[kLayers] = {"socket", "numa_domain", "ll_cache", "core", "thread"};
  return kNames[static_cast<int>(layer)];
}

const Machine& machine() {
  Machine* made = this_machine.load(acquire);  // [MACHINE-1]
  return *(made != nullptr ? made : discover_this_machine());
}

const Location* Machine::find(int processor) const {
  if (processor < 0 || processor >= index_of_.count() || index_of_[processor] < 0) return nullptr;
  return &locations_[index_of_[processor]];
}

int Machine::domain_of(int processor) const {
  const Location* location = find(processor);
  return location != nullptr ? location->of(Layer::numa_domain) : 0;
}

void Machine::nearest_domains(int from, int* order) const {
  const int domains = count_of(Layer::numa_domain);
  for (int step = 0; step < domains; ++step) order[step] = (from + step) % domains;
  // Insertion sort, because there are few domains and equally far ones must keep their order.
  // `from` stays first in any case.
  for (int at = 2; at < domains; ++at) {
    for (int to = at; to > 1 && distance(from, order[to]) < distance(from, order[to - 1]); --to)
      std::swap(order[to], order[to - 1]);
  }
}

void discover(Machine& machine, const char* root, const ProcessorSet& known_processors) {
  ProcessorSet online;
  if (!read_online(online, root)) online = known_processors;
  online |= known_processors;  // processors that the process may use are there, whatever a container's /sys shows
  MachineBuilder builder(online);
  const bool is_real = root[0] == '\0';
  const char* source = "";
  if (read_sysfs(builder, root)) {
    source = "sysfs";
  } else if (is_real && !platform::has_raised_privileges() && read_hwloc(builder)) {
    source = "hwloc";
  }
  builder.finish(machine, source, sysfs_distance, const_cast<char*>(root));
}

}  // namespace xomp::topology
