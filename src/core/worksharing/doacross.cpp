// Numbering iterations, posting and waiting.
#include "core/worksharing/doacross.h"

#include <cassert>
#include <cstring>
#include <limits>

#include "core/sleep/last_look.h"
#include "core/sleep/long_wait.h"
#include "core/worksharing/schedules/blocks.h"
#include "core/worksharing/schedules/schedules.h"
#include "platform/memory.h"
#include "platform/message.h"

namespace xomp::worksharing {

namespace {

constexpr std::uint64_t kEverything = std::numeric_limits<std::uint64_t>::max();

// Divisions are most of what a source or a sink that need not wait costs, and most steps and chunks are one.
std::uint64_t quotient(std::uint64_t n, std::uint64_t by) { return by == 1 ? n : n / by; }

std::uint64_t distance(std::int64_t from, std::int64_t to, std::int64_t step) {
  const std::uint64_t ahead = static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  const auto by = static_cast<std::uint64_t>(step);
  return step > 0 ? quotient(ahead, by) : quotient(0 - ahead, 0 - by);
}

std::uint64_t extent_of(const DoacrossDimension& d, UpperBound bound) {
  return bound == UpperBound::count ? static_cast<std::uint64_t>(d.up) : distance(d.low, d.up, d.step) + 1;
}

// Returns how many leading dimensions have `trip` iterations together; 0 if no number of them has.
std::uint32_t dimensions_with(const DoacrossCursor& cursor, std::uint64_t trip, UpperBound bound) {
  std::uint64_t product = 1;
  for (std::uint32_t i = 0; i < cursor.dimensions; ++i) {
    const DoacrossDimension& d = cursor.dimension[i];
    if (bound == UpperBound::count && (d.low != 0 || d.step != 1)) return 0;
    product *= extent_of(d, bound);
    if (product == trip) return i + 1;
  }
  return 0;
}

// Decides what `up` means and how many dimensions are distributed: the fewest whose
// iterations multiply to the trip count.
UpperBound settle_bounds(DoacrossCursor& cursor, std::uint64_t trip) {
  const std::uint32_t counted = dimensions_with(cursor, trip, UpperBound::count);
  const std::uint32_t inclusive = dimensions_with(cursor, trip, UpperBound::last);
  const bool is_count = counted != 0 && (inclusive == 0 || counted <= inclusive);
  if (is_count) {
    cursor.distributed = counted;
    return UpperBound::count;
  }
  if (inclusive == 0)
    platform::fatal("doacross: the loop has %llu iterations, which its bounds do not give",
                    static_cast<unsigned long long>(trip));
  cursor.distributed = inclusive;
  return UpperBound::last;
}

struct IterationNumber {
  std::uint64_t outer = 0;  // of the distributed loop
  std::uint64_t all = 0;    // over all loops
  bool exists = true;
};

IterationNumber number_of(const DoacrossCursor& cursor, const std::int64_t* vector) {
  IterationNumber number;
  for (std::uint32_t i = 0; i < cursor.dimensions; ++i) {
    const DoacrossDimension& d = cursor.dimension[i];
    // A value before the first iteration comes out as a huge number.
    const std::uint64_t index = distance(d.low, vector[i], d.step);
    if (index >= d.extent) return {0, 0, false};
    number.all = number.all * d.extent + index;
    if (i + 1 == cursor.distributed) number.outer = number.all;
  }
  return number;
}

ThreadSlot& slot_of(const DoacrossCursor& cursor, std::uint64_t outer) {
  if (cursor.distribution == Distribution::blocks) {
    if (outer - cursor.own_block.begin < cursor.own_block.end - cursor.own_block.begin)
      return cursor.record->slots[cursor.thread_num];
    return cursor.record->slots[schedules::block_holding(cursor.outer_trip, outer, cursor.team_size)];
  }
  const std::uint64_t chunk = quotient(outer, cursor.chunk);
  const bool is_power = (cursor.team_size & (cursor.team_size - 1)) == 0;
  return cursor.record->slots[is_power ? chunk & (cursor.team_size - 1) : chunk % cursor.team_size];
}

bool slots_are_threads(const DoacrossCursor& cursor) {
  return cursor.distribution == Distribution::blocks || cursor.distribution == Distribution::cyclic;
}

void require_bound(const DoacrossCursor& cursor) {
  if (cursor.distribution == Distribution::unknown) platform::fatal("doacross: source or sink outside of its loop");
}

// Called for rising iterations by the thread that has the slot's chunk. It reads nothing of the line at which others poll: it would wait for
// the line, while a store does not.
void advance(LoopRecord& record, ThreadSlot& slot, std::uint64_t done) {
  slot.progress.store(done, release);                                                // [DOACROSS-1] pairs with await
  if (sleep::after_putting(record.doacross_sleepers) != 0) slot.event.notify_all();  // [SLEEP-1]
}

void await(ThreadLoops& me, LoopRecord& record, ThreadSlot& slot, std::uint64_t done) {
  const auto ready = [&] { return slot.progress.load(acquire) >= done || me.team->cancelled(); };  // [DOACROSS-1]
  if (ready()) return;
  sleep::Backoff backoff(me.doacross_history);
  while (!ready()) {
    if (backoff.step() != sleep::Step::sleep) continue;
    sleep::own_long_wait.tell(&slot, nullptr, done);
    record.doacross_sleepers.fetch_add(1, relaxed);  // [SLEEP-1] before the heavy fence
    const std::uint32_t announced = slot.event.announce();
    const sleep::LastLook fence;
    if (!ready()) slot.event.sleep(announced, fence.limit_ns(0));
    record.doacross_sleepers.fetch_sub(1, relaxed);  // a source that still counts this thread wakes in vain at most
  }
  backoff.finish();
}

}  // namespace

void begin_doacross(TeamLoops& team, ThreadLoops& me, Place place, const DoacrossDimension* dimensions,
                    std::uint32_t count, UpperBound bound) {
  DoacrossCursor& own = me.doacross;
  if (own.active) end_doacross(me);  // the thread left the former loop without its end
  if (place.team_size == 1 || count == 0) return;
  own.record = enter_record(team, me, own.position);
  if (own.record == nullptr) return;  // cancelled: nobody waits for sinks any more
  own.thread_num = place.thread_num;
  own.team_size = place.team_size;
  own.dimensions = count;
  own.distribution = Distribution::unknown;
  own.dimension = own.inline_dimension;
  if (count > kInlineDimensions) {
    own.dimension = static_cast<DoacrossDimension*>(platform::map_pages(count * sizeof(DoacrossDimension)));
    if (own.dimension == nullptr) platform::out_of_memory("a doacross loop");
  }
  std::memcpy(own.dimension, dimensions, count * sizeof(DoacrossDimension));
  own.bound = bound;
  own.active = true;
}

void bind_doacross(ThreadLoops& me, std::uint64_t trip, Distribution distribution, std::uint64_t chunk) {
  DoacrossCursor& own = me.doacross;
  if (!own.active || own.distribution != Distribution::unknown || trip == 0) return;
  own.distributed = 1;
  if (own.bound == UpperBound::unclear) own.bound = settle_bounds(own, trip);
  own.inner = 1;
  for (std::uint32_t i = 0; i < own.dimensions; ++i) {
    own.dimension[i].extent = extent_of(own.dimension[i], own.bound);
    if (i >= own.distributed) own.inner *= own.dimension[i].extent;
  }
  own.outer_trip = trip;
  own.chunk = chunk == 0 ? 1 : chunk;
  own.distribution = distribution;
  if (distribution == Distribution::blocks) own.own_block = schedules::block_of(trip, own.thread_num, own.team_size);
}

void post_doacross(ThreadLoops& me, const std::int64_t* vector) {
  if (!me.doacross.active) return;
  require_bound(me.doacross);
  const IterationNumber number = number_of(me.doacross, vector);
  if (number.exists) advance(*me.doacross.record, slot_of(me.doacross, number.outer), number.all + 1);
}

// A thread does not wait for its own iterations: those before are done, and one whose source was skipped would keep it for ever.
bool wait_doacross(ThreadLoops& me, const std::int64_t* vector) {
  const DoacrossCursor& own = me.doacross;
  if (!own.active) return false;
  require_bound(own);
  const IterationNumber number = number_of(own, vector);
  if (!number.exists) return false;
  ThreadSlot& slot = slot_of(own, number.outer);
  if (!slots_are_threads(own) || &slot != &own.record->slots[own.thread_num])
    await(me, *own.record, slot, number.all + 1);
  return true;
}

// Called when the chunk that the thread had is finished, whether or not all its iterations posted.
void finish_doacross_chunk(ThreadLoops& me) {
  const Iterations done = me.ordered.chunk;
  if (done.begin == done.end) return;
  me.ordered.chunk = Iterations{};
  ThreadSlot& slot = slot_of(me.doacross, done.begin);
  // If the last iteration has posted, another thread may have the slot's next chunk already. Own store, or what came after it.
  if (slot.progress.load(relaxed) >= done.end * me.doacross.inner) return;
  advance(*me.doacross.record, slot, done.end * me.doacross.inner);
}

// With a shared cursor the slot's earlier chunk must be finished before the next begins, so that its progress only
// grows. The earlier chunk's thread waits for earlier iterations at most, so this wait ends.
void wait_for_doacross_slot(ThreadLoops& me, Iterations chunk) {
  const std::uint64_t round = me.doacross.chunk * me.team_size;
  if (me.doacross.distribution != Distribution::shared || chunk.begin < round) return;
  await(me, *me.doacross.record, slot_of(me.doacross, chunk.begin),
        (chunk.begin - round + me.doacross.chunk) * me.doacross.inner);
}

void end_doacross(ThreadLoops& me) {
  DoacrossCursor& own = me.doacross;
  if (!own.active) return;
  own.active = false;
  // Where slots are threads, this thread's slot has come to its end, whether or not all iterations posted. So no sink
  // must wait for it.
  if (slots_are_threads(own)) advance(*own.record, own.record->slots[own.thread_num], kEverything);
  if (own.dimension != own.inline_dimension) {
    platform::unmap_pages(own.dimension, own.dimensions * sizeof(DoacrossDimension));
  }
  leave_record(*me.team, *own.record, own.position, own.team_size, RecordUse::doacross);
  own.record = nullptr;
}

}  // namespace xomp::worksharing
