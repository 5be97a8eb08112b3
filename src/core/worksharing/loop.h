// Worksharing loops: what a team keeps (TeamLoops), what each of its threads keeps (ThreadLoops), and the calls that
// divide iterations. This room knows nothing of teams: core/team embeds both structs and calls start_region. A loop is
// its trip count. Iterations are numbered 0 .. trip-1; the caller's own bounds ride along in LoopBounds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/sleep/backoff.h"
#include "core/worksharing/loop_record.h"
#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::worksharing {

struct ThreadLoops;

// A chunk: logical iterations [begin, end).
struct Iterations {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// One way to divide a loop; one object per file in schedules/. Both calls are made by the thread that owns `me`.
struct Schedule {
  const char* name;
  bool shares_state;  // threads meet in a LoopRecord
  bool steals;        // a thread's chunks do not come in rising order
  void (*begin)(ThreadLoops& me);
  bool (*next)(ThreadLoops& me, Iterations& chunk);
  void (*abandon)(ThreadLoops& me);  // the thread leaves, perhaps before its part was finished; nullptr: nothing to do
};

// The loop as the caller wrote it: iteration i has the value start + i * step (modulo 2^64); end as given.
struct LoopBounds {
  std::uint64_t start = 0;
  std::uint64_t step = 1;
  std::uint64_t end = 0;
};

// What every thread of the team passes alike when it arrives at a loop.
struct LoopParameters {
  const Schedule* schedule = nullptr;
  std::uint64_t trip = 0;
  std::uint64_t chunk = 1;    // in iterations; at least 1 where the schedule uses it
  std::uint32_t shares = 1;   // guided: a chunk is the remaining iterations divided by shares * threads
  std::uint64_t granule = 1;  // guided: chunk lengths are multiples of this
  bool round_up = false;      // guided: the division rounds up
  bool ordered = false;
  bool keeps_record = false;  // the threads share memory or doacross state until end_loop
  bool splits_alone = false;  // a team of one gets chunks, too, not the whole loop at once
  LoopBounds bounds;
};

struct Place {
  std::uint32_t thread_num = 0;
  std::uint32_t team_size = 1;
};

// Number of loops with nowait that may be in flight at once before the fastest thread waits for the slowest.
inline constexpr std::uint32_t kRing = 8;

// One for each team. Written by the thread that starts a region, before the others are released, except where said.
class TeamLoops {
 public:
  TeamLoops();
  ~TeamLoops() { free_memory(); }
  TeamLoops(const TeamLoops&) = delete;
  TeamLoops& operator=(const TeamLoops&) = delete;

  // Called by the primary thread (with its ThreadLoops of this team) after all threads of the previous region
  // have left it and before the team's other threads are released into the next. O(1) unless the team has
  // grown or a loop was left unfinished.
  void start_region(const ThreadLoops& primary, std::uint32_t team_size);

  // The region was cancelled, so threads may have arrived at different loops. Called by one thread while no other
  // thread of the team is in a worksharing construct, at the latest before the next start_region. O(team size).
  void recover();

  // Ends waits for ordered turns and for sinks' iterations, because the parallel region is being cancelled. Any thread.
  // start_region takes it back.
  void cancel();

  // For a combined construct: every thread of the starting region finds itself at this loop. Called after start_region.
  void set_combined(const LoopParameters& loop) { combined_ = loop; }

  // Gives the memory back. It must be called only when the team is no more.
  void free_memory();

  std::uint64_t base_position() const { return base_position_; }
  std::uint64_t base_singles() const { return base_singles_; }
  const LoopParameters& combined() const { return combined_; }
  bool cancelled() const { return cancelled_.load(acquire); }
  LoopRecord& record(std::uint64_t position) { return records_[position % kRing]; }

  // Number of single constructs that a thread has won; moved on by the winning thread. SINGLE-1 in single.h.
  alignas(platform::cache_line) atomic<std::uint64_t> singles{0};
  // copyprivate: data that the executing thread hands to the others. The words take turns, so that one barrier is
  // enough.
  atomic<void*> copied[2] = {};

 private:
  void set_up(LoopRecord& record, std::uint32_t index);
  void fit_slots(std::uint32_t team_size);
  void reserve_slots(std::uint32_t team_size);

  // Read by all threads of the region.
  alignas(platform::cache_line) std::uint64_t base_position_ = 0;
  std::uint64_t base_singles_ = 0;
  LoopParameters combined_;
  ThreadSlot* slots_ = nullptr;  // kRing * slot_capacity_
  std::uint32_t slot_capacity_ = 0;
  std::uint32_t team_size_ = 0;
  atomic<bool> cancelled_{false};  // set by cancel(), any thread
  LoopRecord records_[kRing];
};

// The thread's part of a stealing loop: its batch of chunks, and how long chunks take.
struct StealingCursor {
  ThreadSlot* slot = nullptr;
  std::uint64_t base = 0;  // first chunk of the batch
  std::uint32_t next = 0;  // chunks of the batch that were started
  std::uint32_t generation = 0;
  std::uint32_t wanted = 1;  // chunks that the next batch should have
  std::uint32_t victim = 0;  // the thread that had something last time
  std::uint64_t opened_ns = 0;
  std::uint64_t units = 0;       // ranges count in these
  std::uint32_t unit_shift = 0;  // a unit is 1 << unit_shift chunks
  std::uint32_t tag = 0;         // of the record's round
  bool gave_last = false;        // the thread has the loop's last chunk and gets no other
};

// The thread's part of a dynamic loop: chunks that it has reserved together.
struct DynamicCursor {
  std::uint64_t next = 0;         // chunk
  std::uint64_t end = 0;          // of the reserved ones
  std::uint64_t looked_ns = 0;    // at the clock
  std::uint32_t since_look = 0;   // chunks reserved
  std::uint32_t wanted = 1;       // chunks to reserve next time
  bool may_reserve_more = false;  // than one at a time
  bool drained = false;
};

// The thread's part of a guided loop: chunks that it has reserved together, and what it
// knows of how long iterations take.
struct GuidedCursor {
  std::uint64_t next = 0;             // chunk
  std::uint64_t end = 0;              // of the reserved ones
  std::uint64_t executed = 0;         // iterations of all chunks that the thread got
  std::uint64_t executed_before = 0;  // the last reservation
  std::uint64_t reserved_at = 0;      // ticks
  bool may_reserve_more = false;      // than one at a time
};

// The thread's place in an ordered loop.
struct OrderedCursor {
  bool active = false;
  bool has_ticket = false;
  bool passed = false;          // the ticket went on before the chunk was finished with
  Iterations chunk;             // empty: none
  std::uint64_t iteration = 0;  // the one being executed, where the ABI counts them
};

// A doacross loop: how its iterations' vectors map to slots. See doacross.h.
struct DoacrossDimension {
  std::int64_t low = 0;
  std::int64_t up = 0;
  std::int64_t step = 1;
  std::uint64_t extent = 0;  // iterations
};
inline constexpr std::uint32_t kInlineDimensions = 4;
// shared: chunks as in cyclic, but a thread gets any of them.
enum class Distribution : std::uint8_t { unknown, blocks, cyclic, shared };
enum class UpperBound : std::uint8_t { last, count, unclear };  // see doacross.h
struct DoacrossCursor {
  LoopRecord* record = nullptr;
  std::uint64_t position = 0;
  std::uint64_t inner = 1;       // iterations of the loops inside the distributed one
  std::uint64_t outer_trip = 0;  // of the distributed loop
  Iterations own_block;          // the thread's part where slots are blocks
  std::uint64_t chunk = 1;
  std::uint32_t thread_num = 0;
  std::uint32_t team_size = 1;
  std::uint32_t dimensions = 0;
  std::uint32_t distributed = 1;  // leading dimensions that make up the distributed loop
  Distribution distribution = Distribution::unknown;
  UpperBound bound = UpperBound::last;
  bool active = false;
  DoacrossDimension* dimension = nullptr;  // inline_dimension, or pages of this thread if there are more
  DoacrossDimension inline_dimension[kInlineDimensions];
};

// One per team thread; written by that thread only.
struct ThreadLoops {
  // The loop at hand; nullptr between loops.
  const Schedule* schedule = nullptr;
  LoopRecord* record = nullptr;  // nullptr too if its threads share nothing
  std::uint32_t thread_num = 0;
  std::uint32_t team_size = 1;
  std::uint64_t trip = 0;
  std::uint64_t chunk = 1;
  std::uint64_t at = 0;     // shared-nothing schedules and guided: how far this thread is
  std::uint64_t count = 0;  // schedule's own: chunks of the loop, or where this thread's part ends
  LoopBounds bounds;
  DynamicCursor dynamic;
  GuidedCursor guided;
  StealingCursor stealing;
  OrderedCursor ordered;
  bool keeps_record = false;
  bool combined_begun = false;
  bool round_up = false;
  std::uint64_t divisor = 1;
  std::uint64_t granule = 1;

  TeamLoops* team = nullptr;
  std::uint64_t position = 0;  // loops with a record that this thread has arrived at
  std::uint64_t record_position = 0;
  std::uint64_t singles = 0;
  std::uint64_t copies = 0;
  void* own_memory = nullptr;  // a team of one's shared memory
  std::size_t own_memory_bytes = 0;
  DoacrossCursor doacross;
  sleep::WaitHistory ring_history;
  sleep::WaitHistory ordered_history;
  sleep::WaitHistory doacross_history;
  sleep::WaitHistory steal_history;
  std::uint32_t learnt_wanted = 1;  // batch size that fitted the thread's previous stealing loop

  // Called by the thread itself when it begins its part of a region, after TeamLoops::start_region.
  void start_region(TeamLoops& loops);
};

// Called when the thread arrives at a loop. It waits only if it is kRing loops ahead of another thread.
void begin_loop(TeamLoops& team, ThreadLoops& me, Place place, const LoopParameters& loop);

// Begins the loop of a combined construct (set_combined) if the thread has not begun it. Returns false if there is
// none.
bool begin_combined_loop(TeamLoops& team, ThreadLoops& me, Place place);

// Returns the thread's next chunk in `chunk`, or false when it gets no more. chunk.end == me.trip says that the chunk
// has the last iteration. A thread that got the last iteration gets nothing after it, in every schedule, because
// compilers read "was it the last?" and the variables of lastprivate after the final call, whatever chunk they ran
// then.
inline bool next_chunk(ThreadLoops& me, Iterations& chunk);

// Called when the thread has no more to do with the loop. Does nothing when called again or without a loop. It never
// blocks unless the loop is ordered and the thread has not passed its ticket on.
void end_loop(ThreadLoops& me);

// Returns `bytes` zeroed bytes (alignment 16) that all threads of the loop share until their end_loop. The loop must
// have been begun with keeps_record.
void* shared_memory(ThreadLoops& me, std::size_t bytes);

// These two enter the next record of the ring, and leave it. Doacross loops and others use them for a record apart from
// the loop's. Returns nullptr if the region was cancelled, and a thread that has left the region will never come past
// the record's former loop.
LoopRecord* enter_record(TeamLoops& team, ThreadLoops& me, std::uint64_t& position);
enum class RecordUse { loop, stealing_loop, doacross };
void leave_record(TeamLoops& team, LoopRecord& record, std::uint64_t position, std::uint32_t team_size, RecordUse use);

// Ordered loops: hands the ticket on before the thread takes its next chunk.
void pass_ticket(ThreadLoops& me);

// Doacross with a dynamic schedule: see doacross.h.
void finish_doacross_chunk(ThreadLoops& me);
void wait_for_doacross_slot(ThreadLoops& me, Iterations chunk);

[[gnu::cold]] bool no_more_chunks(ThreadLoops& me);
bool next_chunk_in_order(ThreadLoops& me, Iterations& chunk);

inline bool next_chunk(ThreadLoops& me, Iterations& chunk) {
  if (me.schedule == nullptr) [[unlikely]]
    return false;
  if (me.ordered.active || me.doacross.active) [[unlikely]]
    return next_chunk_in_order(me, chunk);
  if (me.schedule->next(me, chunk)) [[likely]]
    return true;
  return no_more_chunks(me);
}

}  // namespace xomp::worksharing
