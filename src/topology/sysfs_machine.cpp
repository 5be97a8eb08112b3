// /sys/devices/system/cpu and node. One file is read for each group, not for each processor.
#include <cstdlib>

#include "topology/machine_builder.h"
#include "topology/processor_list.h"
#include "topology/system_file.h"

namespace xomp::topology {

namespace {

constexpr std::size_t kListBytes = 16 * 1024;

bool read_list(const Path& path, ProcessorSet& set) {
  char text[kListBytes];
  return read_file(path, text, sizeof text) > 0 && read_processor_list(text, set) && !set.empty();
}

Path cpu_file(const char* root, int processor, const char* name) {
  return Path(root).add("/sys/devices/system/cpu/cpu").add(processor).add(name);
}

// The list had another name before Linux 5.3, so both are tried.
bool read_siblings(const char* root, int processor, const char* name, const char* old_name, ProcessorSet& set) {
  return read_list(cpu_file(root, processor, name), set) || read_list(cpu_file(root, processor, old_name), set);
}

bool read_core(const char* root, int processor, ProcessorSet& set) {
  return read_siblings(root, processor, "/topology/core_cpus_list", "/topology/thread_siblings_list", set);
}

bool read_socket(const char* root, int processor, ProcessorSet& set) {
  return read_siblings(root, processor, "/topology/package_cpus_list", "/topology/core_siblings_list", set);
}

int read_level(const char* root, int processor, int index) {
  char text[32];
  const Path path = cpu_file(root, processor, "/cache/index").add(index).add("/level");
  return read_file(path, text, sizeof text) > 0 ? atoi(text) : 0;
}

// The processors that share the outermost cache of this one.
bool read_ll_cache(const char* root, int processor, ProcessorSet& set) {
  int outermost = -1;
  int highest = 0;
  for (int index = 0;; ++index) {
    const int level = read_level(root, processor, index);
    if (level <= 0) break;
    if (level < highest) continue;
    highest = level;
    outermost = index;
  }
  return outermost >= 0 &&
         read_list(cpu_file(root, processor, "/cache/index").add(outermost).add("/shared_cpu_list"), set);
}

using ReadGroup = bool (*)(const char* root, int processor, ProcessorSet& set);

// Returns false if nothing is known of the very first processor, because then nothing is known of the others.
bool read_layer(MachineBuilder& builder, const char* root, Layer layer, ReadGroup read) {
  bool is_first = true;
  for (int processor : members(builder.processors())) {
    if (builder.is_grouped(layer, processor)) continue;
    ProcessorSet set;
    const bool is_known = read(root, processor, set) && set.contains(processor);
    if (is_first && !is_known) return false;
    is_first = false;
    if (is_known) builder.group(layer, set);
  }
  return true;
}

void read_domains(MachineBuilder& builder, const char* root) {
  ProcessorSet nodes;
  if (!read_list(Path(root).add("/sys/devices/system/node/online"), nodes)) return;
  for (int node : members(nodes)) {
    ProcessorSet set;
    if (read_list(Path(root).add("/sys/devices/system/node/node").add(node).add("/cpulist"), set))
      builder.group_domain(node, set);
  }
}

}  // namespace

bool read_online(ProcessorSet& online, const char* root) {
  return read_list(Path(root).add("/sys/devices/system/cpu/online"), online);
}

bool read_sysfs(MachineBuilder& builder, const char* root) {
  if (!read_layer(builder, root, Layer::core, read_core)) return false;
  read_layer(builder, root, Layer::socket, read_socket);
  read_layer(builder, root, Layer::ll_cache, read_ll_cache);
  read_domains(builder, root);
  return true;
}

// "10 21 31": to node 0, 1, ... that are online, in ascending order.
int sysfs_distance(void* root, int from, int to) {
  const int unknown = from == to ? 10 : 20;
  const auto* start = static_cast<const char*>(root);
  ProcessorSet nodes;
  char text[4096];
  if (!read_list(Path(start).add("/sys/devices/system/node/online"), nodes) || !nodes.contains(to)) return unknown;
  if (read_file(Path(start).add("/sys/devices/system/node/node").add(from).add("/distance"), text, sizeof text) <= 0)
    return unknown;
  char* at = text;
  for (int node : members(nodes)) {
    char* end = at;
    const long distance = strtol(at, &end, 10);
    if (end == at || distance < 0 || distance > 10'000) return unknown;
    if (node == to) return static_cast<int>(distance);
    at = end;
  }
  return unknown;
}

}  // namespace xomp::topology
