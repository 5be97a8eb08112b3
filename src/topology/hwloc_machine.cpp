// hwloc, opened at run time where the system's own files say nothing (sandboxes without /sys), because
// it can read the processor itself.
#include <hwloc.h>

#include <initializer_list>

#include "platform/shared_object.h"
#include "topology/machine_builder.h"

namespace xomp::topology {

namespace {

// The functions used here, found by name; the types are those of the header.
struct Hwloc {
  decltype(&hwloc_topology_init) init;
  decltype(&hwloc_topology_load) load;
  decltype(&hwloc_topology_destroy) destroy;
  decltype(&hwloc_get_type_depth) type_depth;
  decltype(&hwloc_get_nbobjs_by_depth) count_at;
  decltype(&hwloc_get_obj_by_depth) object_at;
  decltype(&hwloc_bitmap_next) next;
};

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(platform::find_symbol(library, name));
  return function != nullptr;
}

bool open_hwloc(Hwloc& hwloc) {
  void* library = platform::open_shared_object("libhwloc.so.15");
  return library != nullptr && find(library, "hwloc_topology_init", hwloc.init) &&
         find(library, "hwloc_topology_load", hwloc.load) && find(library, "hwloc_topology_destroy", hwloc.destroy) &&
         find(library, "hwloc_get_type_depth", hwloc.type_depth) &&
         find(library, "hwloc_get_nbobjs_by_depth", hwloc.count_at) &&
         find(library, "hwloc_get_obj_by_depth", hwloc.object_at) && find(library, "hwloc_bitmap_next", hwloc.next);
}

ProcessorSet processors_of(const Hwloc& hwloc, hwloc_const_cpuset_t bits) {
  ProcessorSet set;
  for (int at = hwloc.next(bits, -1); ProcessorSet::is_number(at); at = hwloc.next(bits, at)) set.add(at);
  return set;
}

void read_layer(const Hwloc& hwloc, hwloc_topology_t topology, MachineBuilder& builder, Layer layer, int depth) {
  const unsigned count = hwloc.count_at(topology, depth);
  for (unsigned index = 0; index < count; ++index) {
    hwloc_obj* const object = hwloc.object_at(topology, depth, index);
    if (object == nullptr || object->cpuset == nullptr) continue;
    const ProcessorSet set = processors_of(hwloc, object->cpuset);
    if (layer == Layer::numa_domain) {
      builder.group_domain(static_cast<int>(object->os_index), set);
    } else {
      builder.group(layer, set);
    }
  }
}

int last_level_cache(const Hwloc& hwloc, hwloc_topology_t topology) {
  for (hwloc_obj_type_t type : {HWLOC_OBJ_L5CACHE, HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE}) {
    const int depth = hwloc.type_depth(topology, type);
    if (depth >= 0) return depth;
  }
  return HWLOC_TYPE_DEPTH_UNKNOWN;
}

}  // namespace

bool read_hwloc(MachineBuilder& builder) {
  Hwloc hwloc;
  hwloc_topology_t topology;
  if (!open_hwloc(hwloc) || hwloc.init(&topology) != 0) return false;
  bool is_read = false;
  if (hwloc.load(topology) == 0) {
    const auto read_type = [&](Layer layer, int depth) {
      if (depth >= 0 || depth == HWLOC_TYPE_DEPTH_NUMANODE) read_layer(hwloc, topology, builder, layer, depth);
      return depth >= 0;
    };
    is_read = read_type(Layer::core, hwloc.type_depth(topology, HWLOC_OBJ_CORE));
    read_type(Layer::socket, hwloc.type_depth(topology, HWLOC_OBJ_PACKAGE));
    read_type(Layer::ll_cache, last_level_cache(hwloc, topology));
    read_type(Layer::numa_domain, HWLOC_TYPE_DEPTH_NUMANODE);
  }
  hwloc.destroy(topology);
  return is_read;
}

}  // namespace xomp::topology
