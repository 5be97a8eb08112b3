// Numbering iterations, posting and waiting.
#include "core/worksharing/doacross.h"

#include <cassert>
#include <cstring>
#include <limits>

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
  if (step == 1) return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  return step > 0
             ? (static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from)) / static_cast<std::uint64_t>(step)
             : (static_cast<std::uint64_t>(from) - static_cast<std::uint64_t>(to)) /
                   (0 - static_cast<std::uint64_t>(step));
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

void require_bound(const DoacrossCursor& cursor) {
  if (cursor.distribution == Distribution::unknown) platform::fatal("doacross: source or sink outside of its loop");
}

// Only one thread at a time has a chunk of this slot, so a plain comparison is enough.
void advance(ThreadSlot& slot, std::uint64_t done) {
  if (slot.progress.load(relaxed) >= done) return;  // written by this thread or before DOACROSS-1's acquire
  slot.progress.store(done, release);               // [DOACROSS-1] pairs with await
  slot.event.notify_all();
}

void await(ThreadLoops& me, ThreadSlot& slot, std::uint64_t done) {
  constexpr int kClosePolls = 32;
  // A source that is about to come is noticed sooner without the processor's pause, which lasts as long as a line's way.
  for (int i = 0; i < kClosePolls; ++i) {
    if (slot.progress.load(acquire) >= done) return;  // [DOACROSS-1]
  }
  auto ready = [&] { return slot.progress.load(acquire) >= done || me.team->cancelled(); };  // [DOACROSS-1]
  slot.event.wait_until(me.doacross_history, ready);
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
  if (number.exists) advance(slot_of(me.doacross, number.outer), number.all + 1);
}

bool wait_doacross(ThreadLoops& me, const std::int64_t* vector) {
  if (!me.doacross.active) return false;
  require_bound(me.doacross);
  const IterationNumber number = number_of(me.doacross, vector);
  if (number.exists) await(me, slot_of(me.doacross, number.outer), number.all + 1);
  return number.exists;
}

// Called when the chunk that the thread had is finished, whether or not all its iterations posted.
void finish_doacross_chunk(ThreadLoops& me) {
  const Iterations done = me.ordered.chunk;
  if (done.begin == done.end) return;
  me.ordered.chunk = Iterations{};
  advance(slot_of(me.doacross, done.begin), done.end * me.doacross.inner);
}

// With a shared cursor the slot's earlier chunk must be finished before the next begins, so that its progress only
// grows. The earlier chunk's thread waits for earlier iterations at most, so this wait ends.
void wait_for_doacross_slot(ThreadLoops& me, Iterations chunk) {
  const std::uint64_t round = me.doacross.chunk * me.team_size;
  if (me.doacross.distribution != Distribution::shared || chunk.begin < round) return;
  await(me, slot_of(me.doacross, chunk.begin), (chunk.begin - round + me.doacross.chunk) * me.doacross.inner);
}

void end_doacross(ThreadLoops& me) {
  DoacrossCursor& own = me.doacross;
  if (!own.active) return;
  own.active = false;
  // Where slots are threads, this thread's slot has come to its end, whether or not all iterations posted. So no sink
  // must wait for it.
  const bool slot_is_thread = own.distribution == Distribution::blocks || own.distribution == Distribution::cyclic;
  if (slot_is_thread) advance(own.record->slots[own.thread_num], kEverything);
  if (own.dimension != own.inline_dimension) {
    platform::unmap_pages(own.dimension, own.dimensions * sizeof(DoacrossDimension));
  }
  leave_record(*me.team, *own.record, own.position, own.team_size, RecordUse::doacross);
  own.record = nullptr;
}

}  // namespace xomp::worksharing
