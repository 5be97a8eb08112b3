// Beginning and ending a loop; called by every thread of the team, each for itself.
#include "core/worksharing/loop.h"

#include <cassert>

#include "core/worksharing/doacross.h"
#include "core/worksharing/schedules/schedules.h"
#include "platform/memory.h"

namespace xomp::worksharing {

namespace {

void take_parameters(ThreadLoops& me, Place place, const LoopParameters& loop) {
  assert(loop.chunk != 0 && loop.shares != 0 && loop.granule != 0);
  me.thread_num = place.thread_num;
  me.team_size = place.team_size;
  me.trip = loop.trip;
  me.chunk = loop.chunk;
  me.divisor = std::uint64_t{loop.shares} * place.team_size;
  me.granule = loop.granule;
  me.round_up = loop.round_up;
  me.bounds = loop.bounds;
  me.keeps_record = loop.keeps_record;
  me.schedule = loop.schedule;
  me.ordered.active = false;
  me.ordered.chunk = Iterations{};
}

Distribution distribution_of(const Schedule& schedule) {
  if (&schedule == &schedules::blocks) return Distribution::blocks;
  return &schedule == &schedules::cyclic ? Distribution::cyclic : Distribution::shared;
}

void free_own_memory(ThreadLoops& me) {
  if (me.own_memory == nullptr) return;
  platform::unmap_pages(me.own_memory, me.own_memory_bytes);
  me.own_memory = nullptr;
}

// Chooses the schedule that this thread really uses.
const Schedule* effective_schedule(const ThreadLoops& me, const LoopParameters& loop) {
  if (me.team_size == 1) return loop.splits_alone ? &schedules::cyclic : &schedules::whole;
  // A thread that waits for earlier iterations must get its chunks in order, so it must not steal.
  if (loop.schedule->steals && (loop.ordered || me.doacross.active)) return &schedules::dynamic;
  // A sink's vector must determine the thread that has its chunk, so all chunks must have one size.
  if (me.doacross.active && loop.schedule->shares_state) return &schedules::dynamic;
  return loop.schedule;
}

// A thread in a cancelled region gets no iterations.
[[gnu::cold]] void begin_nothing(ThreadLoops& me) {
  me.trip = 0;
  me.schedule = &schedules::blocks;
  me.schedule->begin(me);
}

}  // namespace

void begin_loop(TeamLoops& team, ThreadLoops& me, Place place, const LoopParameters& loop) {
  if (me.schedule != nullptr) end_loop(me);  // cancelled: the thread left the former loop without its end
  if (me.doacross.active && me.doacross.distribution != Distribution::unknown) end_doacross(me);
  take_parameters(me, place, loop);
  me.schedule = effective_schedule(me, loop);
  if (me.doacross.active) {
    bind_doacross(me, loop.trip, distribution_of(*me.schedule), loop.chunk);
  }
  if (place.team_size > 1 && (me.schedule->shares_state || loop.ordered || loop.keeps_record)) {
    me.record = enter_record(team, me, me.record_position);
    if (me.record == nullptr) return begin_nothing(me);
    if (loop.ordered) {
      me.ordered.active = true;
      me.ordered.has_ticket = me.ordered.passed = false;
    }
  }
  me.schedule->begin(me);
}

bool begin_combined_loop(TeamLoops& team, ThreadLoops& me, Place place) {
  if (me.combined_begun || team.combined().schedule == nullptr) return false;
  me.combined_begun = true;
  begin_loop(team, me, place, team.combined());
  return true;
}

bool no_more_chunks(ThreadLoops& me) {
  if (!me.keeps_record) end_loop(me);
  return false;
}

bool next_chunk_in_order(ThreadLoops& me, Iterations& chunk) {
  if (me.ordered.active) pass_ticket(me);
  if (me.doacross.active) finish_doacross_chunk(me);
  if (!me.schedule->next(me, chunk)) {
    me.ordered.chunk = Iterations{};
    return no_more_chunks(me);
  }
  me.ordered.chunk = chunk;
  me.ordered.iteration = chunk.begin;
  me.ordered.has_ticket = me.ordered.passed = false;
  if (me.doacross.active) wait_for_doacross_slot(me, chunk);
  return true;
}

void end_loop(ThreadLoops& me) {
  if (me.ordered.active) {
    pass_ticket(me);
    me.ordered.active = false;
  }
  if (me.record != nullptr) {
    const bool stole = me.schedule->steals;
    if (me.schedule->abandon != nullptr) me.schedule->abandon(me);
    LoopRecord& record = *me.record;
    me.record = nullptr;
    leave_record(*me.team, record, me.record_position, me.team_size,
                 stole ? RecordUse::stealing_loop : RecordUse::loop);
  }
  me.schedule = nullptr;
  me.keeps_record = false;
  free_own_memory(me);
}

void* shared_memory(ThreadLoops& me, std::size_t bytes) {
  if (bytes == 0) bytes = 1;
  if (me.record == nullptr) {
    assert(me.team_size == 1 || me.team->cancelled());
    free_own_memory(me);
    me.own_memory = platform::map_pages(bytes);
    if (me.own_memory == nullptr) platform::out_of_memory("a loop's shared memory");
    me.own_memory_bytes = bytes;
    return me.own_memory;
  }
  LoopRecord& record = *me.record;
  if (record.memory.try_claim()) {
    void* memory = platform::map_pages(bytes);
    if (memory == nullptr) platform::out_of_memory("a loop's shared memory");
    record.memory_bytes = bytes;
    record.memory.publish(memory);
    return memory;
  }
  return record.memory.wait(me.ring_history);
}

}  // namespace xomp::worksharing
