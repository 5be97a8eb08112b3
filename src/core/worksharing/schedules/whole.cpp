// A team of one gets the whole loop as one chunk.
#include "core/worksharing/schedules/schedules.h"

namespace xomp::worksharing::schedules {

namespace {

void begin(ThreadLoops& me) { me.at = 0; }

bool next(ThreadLoops& me, Iterations& chunk) {
  if (me.at >= me.trip) return false;
  chunk = {0, me.trip};
  me.at = me.trip;
  return true;
}

}  // namespace

const Schedule whole{"whole", false, false, begin, next, nullptr};

}  // namespace xomp::worksharing::schedules
