// Stands in for hwloc_machine.cpp where hwloc's headers are not installed. hwloc gives nothing then.
#include "topology/machine_builder.h"

namespace xomp::topology {

bool read_hwloc(MachineBuilder&) { return false; }

}  // namespace xomp::topology
