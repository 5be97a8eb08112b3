// The ring of loop records (RING-1): entering, leaving, recycling, and what happens to it between regions. Called by
// every thread of a team at its worksharing loops; start_region and recover by one thread, alone.
#include <cassert>

#include "core/worksharing/loop.h"
#include "platform/memory.h"

namespace xomp::worksharing {

namespace {

// Slots are told apart from those of earlier rounds by eight bits of the round (schedules/batch_word.h). A slot that no
// thread of a smaller team touches could meet its own tag again, so it is marked when the team grows back over it.
void mark_untouched(LoopRecord& record, std::uint32_t from, std::uint32_t to) {
  for (std::uint32_t i = from; i < to; ++i) {
    // Relaxed is enough between regions, because the region's release publishes it.
    record.slots[i].range.store(static_cast<std::uint64_t>((record.round - 1) & 0xff) << 56, relaxed);
  }
}

void free_shared(LoopRecord& record) {
  if (void* memory = record.memory.peek(); memory != nullptr) platform::unmap_pages(memory, record.memory_bytes);
  record.memory.clear();
  record.reductions.clear();
}

}  // namespace

TeamLoops::TeamLoops() {
  for (std::uint32_t i = 0; i < kRing; ++i) records_[i].open_for.store(i, relaxed);  // nobody else sees them yet
}

void TeamLoops::free_memory() {
  for (LoopRecord& record : records_) free_shared(record);
  if (slots_ != nullptr) platform::unmap_pages(slots_, sizeof(ThreadSlot) * kRing * slot_capacity_);
  slots_ = nullptr;
  slot_capacity_ = 0;
  team_size_ = 0;
}

void TeamLoops::reserve_slots(std::uint32_t team_size) {
  std::uint32_t capacity = 8;
  while (capacity < team_size) capacity *= 2;
  if (slots_ != nullptr) platform::unmap_pages(slots_, sizeof(ThreadSlot) * kRing * slot_capacity_);
  slots_ = static_cast<ThreadSlot*>(platform::map_pages(sizeof(ThreadSlot) * kRing * capacity));
  if (slots_ == nullptr) platform::out_of_memory("worksharing loops");
  slot_capacity_ = capacity;
  for (std::uint32_t i = 0; i < kRing; ++i) {
    records_[i].slots = slots_ + static_cast<std::size_t>(i) * capacity;
    records_[i].round = 1;  // fresh pages are zero: tag 0, untouched
  }
}

// A team of one does not come here, because it uses no record.
void TeamLoops::fit_slots(std::uint32_t team_size) {
  if (team_size > slot_capacity_) {
    reserve_slots(team_size);
  } else if (team_size > team_size_) {
    for (LoopRecord& record : records_) mark_untouched(record, team_size_, team_size);
  }
  if (team_size_ != team_size) team_size_ = team_size;
}

void TeamLoops::start_region(const ThreadLoops& primary, std::uint32_t team_size) {
  const std::uint64_t position = primary.team == this ? primary.position : base_position_;
  const bool finished =
      position == 0 || records_[(position - 1) % kRing].open_for.load(acquire) == position - 1 + kRing;
  if (!finished) recover();
  // Written only on a change, so that the line stays with the threads that read it.
  if (finished && base_position_ != position) base_position_ = position;
  if (team_size > 1) fit_slots(team_size);
  const std::uint64_t begun = singles.load(relaxed);  // between regions
  if (base_singles_ != begun) base_singles_ = begun;
  if (combined_.schedule != nullptr) combined_.schedule = nullptr;
  if (cancelled_.load(relaxed)) cancelled_.store(false, relaxed);  // between regions
}

void TeamLoops::recover() {
  base_position_ = 0;
  for (std::uint32_t i = 0; i < kRing; ++i) set_up(records_[i], i);
}

// Everything is relaxed: one thread is alone, and the release of the region publishes its stores.
void TeamLoops::set_up(LoopRecord& record, std::uint32_t index) {
  free_shared(record);
  record.open_for.store(index, relaxed);
  record.cursor.store(0, relaxed);
  record.left.store(0, relaxed);
  record.last_chunk_taken.store(0, relaxed);
  record.drained.store(0, relaxed);
  record.ticket.reset();
  ++record.round;
  if (record.slots == nullptr) return;
  mark_untouched(record, 0, slot_capacity_);
  for (std::uint32_t i = 0; i < slot_capacity_; ++i) {
    record.slots[i].batch.store(0, relaxed);
    record.slots[i].progress.store(0, relaxed);
  }
}

void TeamLoops::cancel() {
  cancelled_.store(true, release);  // pairs with cancelled() in the waits for turns, sinks and records
  for (LoopRecord& record : records_) {
    record.recycled.notify_all();
    if (record.slots == nullptr) continue;
    for (std::uint32_t i = 0; i < team_size_; ++i) record.slots[i].event.notify_all();
  }
}

void ThreadLoops::start_region(TeamLoops& loops) {
  team = &loops;
  position = loops.base_position();
  singles = loops.base_singles();
  copies = 0;
  schedule = nullptr;
  record = nullptr;
  combined_begun = false;
  ordered.active = false;
  doacross.active = false;
  doacross.record = nullptr;
}

LoopRecord* enter_record(TeamLoops& team, ThreadLoops& me, std::uint64_t& position) {
  position = me.position++;
  LoopRecord& record = team.record(position);
  const std::uint64_t wanted = position;
  // [RING-1] Pairs with leave_record.
  auto open = [&record, wanted] { return record.open_for.load(acquire) == wanted; };
  if (!open()) [[unlikely]] {
    record.recycled.wait_until(me.ring_history, [&] { return open() || team.cancelled(); });
    if (!open()) return nullptr;
  }
  return &record;
}

void leave_record(TeamLoops&, LoopRecord& record, std::uint64_t position, std::uint32_t team_size, RecordUse use) {
  // [RING-1] acq_rel, because the last thread must come after everything that the others did with the record.
  if (record.left.fetch_add(1, acq_rel) + 1 != team_size) return;
  // This thread is alone with the record. The next users get it by open_for's release.
  free_shared(record);
  record.cursor.store(0, relaxed);
  record.left.store(0, relaxed);
  record.last_chunk_taken.store(0, relaxed);
  record.drained.store(0, relaxed);
  record.ticket.reset();
  if (use == RecordUse::stealing_loop) ++record.round;
  if (use == RecordUse::doacross) {
    for (std::uint32_t i = 0; i < team_size; ++i) record.slots[i].progress.store(0, relaxed);
  }
  record.open_for.store(position + kRing, release);  // [RING-1] pairs with enter_record
  record.recycled.notify_all();
}

}  // namespace xomp::worksharing
