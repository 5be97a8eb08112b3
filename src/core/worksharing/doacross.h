// Doacross loops (ordered with depend source and sink). An iteration is a vector, one number per loop; the outermost
// loop, or a collapsed few, is divided among the threads, in chunks of one size or in blocks. A chunk belongs to a slot
// (chunk number % team size, or the block's thread), and the slot's `progress` says up to which iteration, counted over
// all loops, the chunk has come. Chunks of one slot follow one another, so progress only grows, and a sink waits until
// the slot of its iteration has come past it: also if a source was skipped, or an iteration never posts. Called by
// every thread of the team, each for itself. A team of one: nothing to do.
//
// DOACROSS-1: poster: the iteration's work, progress.store(release), signal.   sink: progress.load(acquire), its work.
#pragma once

#include "core/worksharing/loop.h"

namespace xomp::worksharing {

// UpperBound: how a dimension's `up` is meant: the last value, the number of iterations, or known only when the loop is
// bound. clang passes the number where others pass the last value; the trip count of the loop itself tells which it is.
// It matters: clang asks for sinks one past the end of an inner loop, and nobody will ever post such an iteration.

// Before the loop itself. Copies the dimensions' low, up and step.
void begin_doacross(TeamLoops& team, ThreadLoops& me, Place place, const DoacrossDimension* dimensions,
                    std::uint32_t count, UpperBound bound);

// The loop over the distributed dimensions has `trip` iterations and is divided like this (cyclic: also dynamic).
// begin_loop calls it; who divides a loop without begin_loop calls it itself.
void bind_doacross(ThreadLoops& me, std::uint64_t trip, Distribution distribution, std::uint64_t chunk);

// The iteration with this vector has done what sinks wait for.
void post_doacross(ThreadLoops& me, const std::int64_t* vector);

// Waits for the iteration with this vector; returns at once if the loops have no such iteration.
void wait_doacross(ThreadLoops& me, const std::int64_t* vector);

void end_doacross(ThreadLoops& me);

}  // namespace xomp::worksharing
