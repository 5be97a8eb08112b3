// Graph tasks, for abi_native.
#pragma once

#include "core/graph/graph.h"

namespace xomp::api {

namespace graph = xomp::graph;

}  // namespace xomp::api
