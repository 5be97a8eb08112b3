// schedule(monotonic: dynamic, chunk): the record's cursor numbers chunks, one addition each.
#include "core/worksharing/schedules/schedules.h"

namespace xomp::worksharing::schedules {

namespace {

void begin(ThreadLoops& me) { me.count = me.trip == 0 ? 0 : (me.trip - 1) / me.chunk + 1; }

bool next(ThreadLoops& me, Iterations& chunk) {
  atomic<std::uint64_t>& cursor = me.record->cursor;
  // relaxed: the number is all that threads exchange. The look first keeps the cursor from running away when it is
  // asked again and again after the end.
  if (cursor.load(relaxed) >= me.count) return false;
  const std::uint64_t mine = cursor.fetch_add(1, relaxed);
  if (mine >= me.count) return false;
  chunk.begin = mine * me.chunk;
  chunk.end = mine + 1 == me.count ? me.trip : chunk.begin + me.chunk;
  return true;
}

}  // namespace

const Schedule dynamic{"dynamic", true, false, begin, next, nullptr};

}  // namespace xomp::worksharing::schedules
