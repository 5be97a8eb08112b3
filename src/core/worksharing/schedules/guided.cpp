// schedule(guided, chunk): each chunk is a share of what remains, never less than `chunk`. The ABIs differ in the share
// (divisor, rounding). The record's cursor numbers chunks: where chunk n begins follows from the loop alone, so each
// thread works out the sequence for itself and an addition is all that threads meet in.
#include "core/worksharing/schedules/schedules.h"

namespace xomp::worksharing::schedules {

namespace {

// at, count: the thread has worked out that chunk number `count` begins at `at`.
void begin(ThreadLoops& me) { me.at = me.count = 0; }

std::uint64_t rounded_up(std::uint64_t n, std::uint64_t granule) {
  if (granule == 1) return n;
  const std::uint64_t over = n % granule;
  return over == 0 ? n : n + (granule - over);
}

std::uint64_t share_of(const ThreadLoops& me, std::uint64_t remaining) {
  std::uint64_t share = remaining / me.divisor;
  if (me.round_up && share * me.divisor != remaining) ++share;
  if (share < me.chunk) share = me.chunk;
  share = rounded_up(share, me.granule);
  return share < remaining ? share : remaining;
}

bool next(ThreadLoops& me, Iterations& chunk) {
  if (me.at >= me.trip) return false;  // the cursor must not run away when the thread asks again
  const std::uint64_t mine = me.record->cursor.fetch_add(1, relaxed);  // relaxed: the number is all that threads exchange
  const std::uint64_t least = rounded_up(me.chunk, me.granule);
  while (me.at < me.trip) {
    const std::uint64_t share = share_of(me, me.trip - me.at);
    if (me.count == mine) {
      chunk = {me.at, me.at + share};
      ++me.count;
      me.at += share;
      return true;
    }
    // From the first chunk of the least size on, all are.
    const std::uint64_t whole = share == least ? (me.trip - me.at) / least : 1;
    const std::uint64_t skipped = whole < mine - me.count ? whole : mine - me.count;
    me.at += skipped * share;
    me.count += skipped;
  }
  return false;
}

}  // namespace

const Schedule guided{"guided", true, false, begin, next, nullptr};

}  // namespace xomp::worksharing::schedules
