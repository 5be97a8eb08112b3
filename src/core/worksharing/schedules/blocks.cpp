// schedule(static): one block for each thread; the threads share nothing.
#include "core/worksharing/schedules/blocks.h"

#include "core/worksharing/schedules/schedules.h"

namespace xomp::worksharing::schedules {

namespace {

void begin(ThreadLoops& me) {
  const Iterations block = block_of(me.trip, me.thread_num, me.team_size);
  me.at = block.begin;
  me.count = block.end;
}

bool next(ThreadLoops& me, Iterations& chunk) {
  if (me.at >= me.count) return false;
  chunk = {me.at, me.count};
  me.at = me.count;
  return true;
}

}  // namespace

const Schedule blocks{"blocks", false, false, begin, next, nullptr};

}  // namespace xomp::worksharing::schedules
