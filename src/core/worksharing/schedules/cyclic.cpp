// schedule(static, chunk): chunk k belongs to thread k % team size; the threads share nothing.
#include "core/worksharing/schedules/schedules.h"

namespace xomp::worksharing::schedules {

namespace {

// `at` and `count` number chunks, which cannot overflow where multiples of a large chunk could.
void begin(ThreadLoops& me) {
  me.at = me.thread_num;
  me.count = me.trip == 0 ? 0 : (me.trip - 1) / me.chunk + 1;
}

bool next(ThreadLoops& me, Iterations& chunk) {
  if (me.at >= me.count) return false;
  chunk.begin = me.at * me.chunk;
  chunk.end = me.at + 1 == me.count ? me.trip : chunk.begin + me.chunk;
  me.at = me.count - me.at > me.team_size ? me.at + me.team_size : me.count;
  return true;
}

}  // namespace

const Schedule cyclic{"cyclic", false, false, begin, next, nullptr};

}  // namespace xomp::worksharing::schedules
