// schedule(static): the iterations of each thread follow from its number, and the threads share nothing. A team of one gets the whole loop.
#include "core/worksharing/schedules/blocks.h"
#include "core/worksharing/schedules/schedules.h"

namespace xomp::worksharing::schedules {

namespace {

// ---- one chunk: the loop ----

void begin_whole(ThreadLoops& me) { me.at = 0; }

bool next_whole(ThreadLoops& me, Iterations& chunk) {
  if (me.at >= me.trip) return false;
  chunk = {0, me.trip};
  me.at = me.trip;
  return true;
}

// ---- one block for each thread ----

void begin_blocks(ThreadLoops& me) {
  const Iterations block = block_of(me.trip, me.thread_num, me.team_size);
  me.at = block.begin;
  me.count = block.end;
}

bool next_blocks(ThreadLoops& me, Iterations& chunk) {
  if (me.at >= me.count) return false;
  chunk = {me.at, me.count};
  me.at = me.count;
  return true;
}

// ---- chunk k belongs to thread k % team size ----

// `at` and `count` number chunks, which cannot overflow where multiples of a large chunk could.
void begin_cyclic(ThreadLoops& me) {
  me.at = me.thread_num;
  me.count = me.trip == 0 ? 0 : (me.trip - 1) / me.chunk + 1;
}

bool next_cyclic(ThreadLoops& me, Iterations& chunk) {
  if (me.at >= me.count) return false;
  chunk.begin = me.at * me.chunk;
  chunk.end = me.at + 1 == me.count ? me.trip : chunk.begin + me.chunk;
  me.at = me.count - me.at > me.team_size ? me.at + me.team_size : me.count;
  return true;
}

}  // namespace

const Schedule whole{"whole", false, false, begin_whole, next_whole, nullptr};
const Schedule blocks{"blocks", false, false, begin_blocks, next_blocks, nullptr};
const Schedule cyclic{"cyclic", false, false, begin_cyclic, next_cyclic, nullptr};

}  // namespace xomp::worksharing::schedules
