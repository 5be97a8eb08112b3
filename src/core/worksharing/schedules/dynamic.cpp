// schedule(monotonic: dynamic, chunk): the record's cursor numbers chunks, one addition each; a thread's chunks
// rise. While chunks are short a thread reserves a few together, because the cursor's line is then what the loop
// costs. Nobody takes reserved chunks back (they would not rise for the thief), so a long chunk may hold up those
// reserved with it. Therefore a thread reserves only kTogether at a time, only after kChunksPerLook short ones, and
// none where the loop nears its end.
#include "core/worksharing/schedules/schedules.h"
#include "platform/clock.h"

namespace xomp::worksharing::schedules {

namespace {

constexpr std::uint32_t kTogether = 4;
constexpr std::uint32_t kChunksPerLook = 64;  // chunks from one look at the clock to the next
constexpr std::uint64_t kShortNs = 250;       // a chunk, on average
constexpr std::uint64_t kTail = 64;           // the last chunks, so many for each thread, are handed out one by one

void begin(ThreadLoops& me) {
  me.count = me.trip == 0 ? 0 : (me.trip - 1) / me.chunk + 1;
  DynamicCursor& own = me.dynamic;
  own = DynamicCursor{};
  // Where threads wait for one another's iterations, a reserved chunk could hold up the others. So none is reserved.
  own.may_reserve_more = me.count > 2 * kTail * me.team_size && !me.ordered.active && !me.doacross.active;
  if (own.may_reserve_more) own.looked_ns = platform::now_ns();
}

[[gnu::noinline]] void learn(DynamicCursor& own) {
  const std::uint64_t now = platform::now_ns();
  own.wanted = now - own.looked_ns < kShortNs * own.since_look ? kTogether : 1;
  own.looked_ns = now;
  own.since_look = 0;
}

bool reserve(ThreadLoops& me) {
  DynamicCursor& own = me.dynamic;
  if (own.drained) return false;
  const std::uint64_t first = me.record->cursor.fetch_add(own.wanted, relaxed);  // relaxed: threads exchange only this
  if (first >= me.count) {
    own.drained = true;  // the cursor must not run away when the thread calls again
    return false;
  }
  const std::uint64_t left = me.count - first;
  own.next = first;
  own.end = first + (own.wanted < left ? own.wanted : left);
  if (!own.may_reserve_more) return true;
  own.since_look += own.wanted;
  if (left <= kTail * me.team_size) {
    own.wanted = 1;
    own.may_reserve_more = false;
  } else if (own.since_look >= kChunksPerLook) {
    learn(own);
  }
  return true;
}

bool next(ThreadLoops& me, Iterations& chunk) {
  DynamicCursor& own = me.dynamic;
  if (own.next == own.end && !reserve(me)) return false;
  const std::uint64_t mine = own.next++;
  chunk.begin = mine * me.chunk;
  chunk.end = mine + 1 == me.count ? me.trip : chunk.begin + me.chunk;
  return true;
}

}  // namespace

const Schedule dynamic{"dynamic", true, false, begin, next, nullptr};

}  // namespace xomp::worksharing::schedules
