// What the threads of a team share about one worksharing loop in flight. A team has a ring of these, so that loops with
// nowait may overlap: loop number p uses record p % kRing. See PROTOCOL.md, RING-1.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/sleep/event_count.h"
#include "core/worksharing/handout.h"
#include "core/worksharing/ticket_word.h"
#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::worksharing {

// What one thread of the team shows the others about its part of the loop. One line each.
struct alignas(platform::cache_line) ThreadSlot {
  // Stealing schedule (schedules/batch_word.h draws the words). `range`: written by owner
  // and thieves, by compare-exchange.
  atomic<std::uint64_t> range{0};
  // `batch`: opened and closed by the owner, shortened by one thief at a time. BATCH-1.
  atomic<std::uint64_t> batch{0};
  // Written by the owner only.
  atomic<std::uint64_t> batch_base{0};
  atomic<std::uint32_t> batch_cursor{0};
  // Doacross: iterations that are done; written by the owner of the chunk, read by waiters. 0 in a free record.
  atomic<std::uint64_t> progress{0};
  // Ordered and doacross: threads that wait for this slot's chunk.
  sleep::EventCount event;
};
static_assert(sizeof(ThreadSlot) == platform::cache_line);

// RING-1: record i belongs to loop p (p % kRing == i) while open_for == p.
//   A thread uses the record of loop p only after it has read open_for == p (acquire), and no more after it has added
//   itself to `left`. The thread that completes `left` finds no other thread in the record: it puts everything back to
//   its first state and stores open_for = p + kRing (release). So nobody waits for a first arriver: every record is
//   ready before the loop's first thread comes. A thread waits only when it is kRing loops ahead of the slowest.
struct LoopRecord {
  // Written by the thread that recycles the record; read by arriving threads.
  alignas(platform::cache_line) atomic<std::uint64_t> open_for{0};
  // Guarded by RING-1. `round` counts the record's stealing loops: slots of another round are untouched.
  std::uint32_t round = 1;
  std::size_t memory_bytes = 0;  // written by the maker of `memory`
  ThreadSlot* slots = nullptr;   // one per thread; changes only between regions
  sleep::EventCount recycled;

  // Shared-cursor schedules: the next chunk's number. Moved by every thread.
  alignas(platform::cache_line) atomic<std::uint64_t> cursor{0};

  // Written by threads at the end of their part.
  alignas(platform::cache_line) atomic<std::uint32_t> left{0};
  atomic<std::uint32_t> last_chunk_taken{0};  // stealing schedule: the last chunk has an owner
  atomic<std::uint32_t> drained{0};           // stealing schedule: a search found nothing at all. A hint
  // Doacross: threads that sleep on a slot's event, or are about to. Each counts itself.
  atomic<std::uint32_t> doacross_sleepers{0};

  // Ordered loops: moved by the thread whose ticket it is. ORDERED-1.
  alignas(platform::cache_line) TicketWord ticket;
  Handout memory;
  Handout reductions;
};

}  // namespace xomp::worksharing
