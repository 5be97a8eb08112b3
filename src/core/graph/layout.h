// What front ends and library share (include/xomp/graph.h), with the atomics of this build.
#pragma once

#include "platform/atomic.h"

#define XOMP_GRAPH_ATOMIC ::xomp::atomic
#include "xomp/graph.h"
