// schedule(guided, chunk): each chunk is a share of what remains, never less than `chunk`. The ABIs differ in the share
// (divisor, rounding); the record's cursor numbers iterations.
#include "core/worksharing/schedules/schedules.h"

namespace xomp::worksharing::schedules {

namespace {

void begin(ThreadLoops&) {}

std::uint64_t share_of(const ThreadLoops& me, std::uint64_t remaining) {
  std::uint64_t share = remaining / me.divisor;
  if (me.round_up && remaining % me.divisor != 0) ++share;
  if (share < me.chunk) share = me.chunk;
  if (const std::uint64_t over = share % me.granule; over != 0) share += me.granule - over;
  return share < remaining ? share : remaining;
}

bool next(ThreadLoops& me, Iterations& chunk) {
  atomic<std::uint64_t>& cursor = me.record->cursor;
  std::uint64_t at = cursor.load(relaxed);  // relaxed throughout: the number is all that threads exchange
  while (at < me.trip) {
    const std::uint64_t after = at + share_of(me, me.trip - at);
    if (cursor.compare_exchange_weak(at, after, relaxed, relaxed)) {
      chunk = {at, after};
      return true;
    }
  }
  return false;
}

}  // namespace

const Schedule guided{"guided", true, false, begin, next, nullptr};

}  // namespace xomp::worksharing::schedules
