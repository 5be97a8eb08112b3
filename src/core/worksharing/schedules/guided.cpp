// schedule(guided, chunk): each chunk is a share of what remains, never less than `chunk`. The ABIs differ in the share
// (divisor, rounding). The record's cursor numbers chunks. The beginning of chunk n follows from the loop alone, so
// each thread works out the sequence for itself, and threads meet in one addition only.
//
// While iterations are short a thread reserves some chunks together, because the cursor's line is then what the loop
// costs. It reserves what it expects to last less than kShortNs, but no more iterations than it has executed in this
// loop or than its even share of what remains. Nobody takes reserved chunks back.
#include "core/worksharing/schedules/schedules.h"
#include "platform/clock.h"

namespace xomp::worksharing::schedules {

namespace {

constexpr std::uint64_t kShortNs = 500;

// The thread has worked out that chunk number me.count begins at me.at.
void begin(ThreadLoops& me) {
  me.at = me.count = 0;
  me.guided = GuidedCursor{};
  // Where threads wait for one another's iterations, a reserved chunk could hold up the others. So none is reserved.
  me.guided.may_reserve_more = !me.ordered.active && !me.doacross.active;
}

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

// Returns how many chunks to reserve. Other threads may have taken some since `at`. But the chunks that are left are no
// longer than the one there, so the guess is safe.
std::uint64_t wanted_chunks(ThreadLoops& me) {
  GuidedCursor& own = me.guided;
  if (!own.may_reserve_more) return 1;
  const std::uint64_t now = platform::ticks();
  const std::uint64_t elapsed = now - own.reserved_at + 1;
  own.reserved_at = now;
  if (own.executed == 0) return 1;
  const std::uint64_t remaining = me.trip - me.at;
  const std::uint64_t even = remaining / me.team_size;
  const std::uint64_t trusted = even > own.executed ? even : own.executed;
  const std::uint64_t quick =
      kShortNs * platform::ticks_of_a_microsecond() / 1000 * (own.executed - own.executed_before) / elapsed;
  own.executed_before = own.executed;
  const std::uint64_t chunks = (quick < trusted ? quick : trusted) / share_of(me, remaining);
  return chunks > 1 ? chunks : 1;
}

void reserve(ThreadLoops& me) {
  const std::uint64_t wanted = wanted_chunks(me);
  me.guided.next = me.record->cursor.fetch_add(wanted, relaxed);  // relaxed: threads exchange only the number
  me.guided.end = me.guided.next + wanted;
}

bool next(ThreadLoops& me, Iterations& chunk) {
  if (me.at >= me.trip) return false;  // the cursor must not run away when the thread calls again
  if (me.guided.next == me.guided.end) reserve(me);
  const std::uint64_t mine = me.guided.next++;
  const std::uint64_t least = rounded_up(me.chunk, me.granule);
  while (me.at < me.trip) {
    const std::uint64_t share = share_of(me, me.trip - me.at);
    if (me.count == mine) {
      chunk = {me.at, me.at + share};
      ++me.count;
      me.at += share;
      me.guided.executed += share;
      return true;
    }
    // All chunks after the first one of the least size have that size, too, so they need not be computed one by one.
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
