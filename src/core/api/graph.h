// Graph tasks and views of the pool, for abi_native.
#pragma once

#include "core/graph/graph.h"
#include "core/graph/view.h"

namespace xomp::api {

namespace graph = xomp::graph;

}  // namespace xomp::api
