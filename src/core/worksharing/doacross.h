// Doacross loops (ordered with depend source and sink). An iteration is a vector, one number for each loop. The
// outermost loop, or a collapsed few, is divided among the threads, in chunks of one size or in blocks. A chunk belongs
// to a slot (chunk number % team size, or the block's thread), and the slot's `progress` says up to which iteration,
// counted over all loops, the chunk has come. Chunks of one slot follow one another, so progress only grows. A sink
// waits until the slot of its iteration has passed that iteration. So the wait also ends if a source was skipped or an
// iteration never posts. Every thread of the team calls these functions for itself. In a team of one they do nothing.
//
// DOACROSS-1: a sink sees what the iteration wrote that it waits for.
//   poster: the iteration's work, progress.store(release), signal    sink: progress.load(acquire), its own work
#pragma once

#include "core/worksharing/loop.h"

namespace xomp::worksharing {

// UpperBound says what a dimension's `up` means: the last value, the number of iterations, or not known before
// the loop is bound. clang passes the number where others pass the last value, and the loop's own trip count
// tells which one it is. This matters because clang makes sinks one past the end of an inner loop, an
// iteration that nobody will ever post.

// Called before the loop itself. Copies the dimensions' low, up and step.
void begin_doacross(TeamLoops& team, ThreadLoops& me, Place place, const DoacrossDimension* dimensions,
                    std::uint32_t count, UpperBound bound);

// Called when it is known that the loop over the distributed dimensions has `trip` iterations and is divided like this
// (dynamic loops count as cyclic). begin_loop calls it. Code that divides a loop without begin_loop must call it
// itself.
void bind_doacross(ThreadLoops& me, std::uint64_t trip, Distribution distribution, std::uint64_t chunk);

// Called when the iteration with this vector has done the work that sinks wait for.
void post_doacross(ThreadLoops& me, const std::int64_t* vector);

// Waits for the iteration with this vector. Returns false at once if the loops have no such iteration.
bool wait_doacross(ThreadLoops& me, const std::int64_t* vector);

void end_doacross(ThreadLoops& me);

}  // namespace xomp::worksharing
