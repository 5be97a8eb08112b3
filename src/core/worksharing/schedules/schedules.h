// The ways to divide a loop; each is defined in the file of its name, the first three in static.cpp.
#pragma once

#include "core/worksharing/loop.h"

namespace xomp::worksharing::schedules {

extern const Schedule whole;        // one chunk: the loop. Team of one
extern const Schedule blocks;       // one block for each thread, sizes differ by at most one
extern const Schedule cyclic;       // chunks of one size, thread after thread
extern const Schedule dynamic;      // chunks of one size from a shared cursor, in order
extern const Schedule stealing;     // chunks of one size, from the thread's own block first, then from others'
extern const Schedule guided;       // shrinking chunks from a shared cursor, in order
extern const Schedule trapezoidal;  // chunks that shrink by the same amount each time

}  // namespace xomp::worksharing::schedules
