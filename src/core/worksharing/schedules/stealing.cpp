// schedule(nonmonotonic: dynamic, chunk): each thread starts in its own block and reserves batches of chunks from its
// front; a batch's length adapts to how long chunks take. A thread that has nothing left takes half of another
// thread's block, and in the end half of the chunks that another has reserved and not started. Taking a chunk of the
// own batch is a store and a load. For loops with short or uneven iterations. batch_word.h draws the words; the
// protocol is BATCH-1 in PROTOCOL.md.
//
// The chunk with the last iteration is in no block. A thread that finds nothing else gets it, and nothing after it. So
// the thread with the last iteration has run it last, as compiled code requires when it copies lastprivate variables
// out after the final call; and the tail of the loop balances as well as before.
#include "core/worksharing/schedules/batch_word.h"
#include "core/worksharing/schedules/blocks.h"
#include "core/worksharing/schedules/schedules.h"
#include "platform/clock.h"
#include "platform/fence.h"

namespace xomp::worksharing::schedules {

namespace {

constexpr std::uint64_t kBatchNs = 5'000;  // a batch should take about this long
// A batch that is not finished after this time is taken back; a heavy fence costs about as much.
constexpr std::uint64_t kTakeBackNs = 12'000;
constexpr std::uint32_t kMaxBatch = 2048;
constexpr std::uint32_t kMaxUnitShift = 15;  // a unit must fit a batch
static_assert((1u << kMaxUnitShift) <= BatchWord::kMaxChunks && kMaxBatch <= BatchWord::kMaxChunks);

// Set once where the kernel has no membarrier. Then nothing can be taken back, and batches are one unit.
atomic<bool> no_heavy_fence{false};

// Chunks that are in blocks: all but the last.
std::uint64_t shared_chunks(const ThreadLoops& me) { return me.count - 1; }

RangeWord untouched_block(const ThreadLoops& me, std::uint32_t thread) {
  const Iterations block = block_of(me.stealing.units, thread, me.team_size);
  return {me.stealing.tag, block.begin, block.end};
}

RangeWord range_of(const ThreadLoops& me, std::uint64_t word, std::uint32_t thread) {
  const RangeWord range = RangeWord::of(word);
  return range.tag == me.stealing.tag ? range : untouched_block(me, thread);
}

// Makes chunks [base, base + chunks) the thread's batch. BATCH-1.
void open_batch(ThreadLoops& me, std::uint64_t base, std::uint32_t chunks) {
  StealingCursor& own = me.stealing;
  ThreadSlot& slot = *own.slot;
  own.generation = (own.generation + 1) % BatchWord::kGenerations;
  // [BATCH-1] Closed first, so that no thief can pair the new base and cursor with the old limit.
  slot.batch.store(BatchWord{own.generation, false, 0, 0}.word(), release);
  slot.batch_base.store(base, release);
  slot.batch_cursor.store(0, release);
  slot.batch.store(BatchWord{own.generation, false, chunks, 0}.word(), release);
  own.base = base;
  own.next = 0;
  own.opened_ns = platform::now_ns();
}

void open_units(ThreadLoops& me, std::uint64_t first_unit, std::uint64_t units) {
  const std::uint64_t base = first_unit << me.stealing.unit_shift;
  const std::uint64_t end = (first_unit + units) << me.stealing.unit_shift;
  const std::uint64_t all = shared_chunks(me);
  open_batch(me, base, static_cast<std::uint32_t>((end < all ? end : all) - base));
}

// Returns how many of `available` units the next batch takes: as many as fit kBatchNs, but at most half, so that the
// end of the loop is shared out finely.
std::uint64_t batch_units(const ThreadLoops& me, std::uint64_t available) {
  if (no_heavy_fence.load(relaxed)) return 1;  // set once; late is harmless
  const std::uint64_t wanted = me.stealing.wanted >> me.stealing.unit_shift;
  const std::uint64_t half = available / 2;
  const std::uint64_t units = wanted < half ? wanted : half;
  return units == 0 ? 1 : units;
}

// The batch took from opened_ns until now: adapts the number of chunks to kBatchNs.
void learn(StealingCursor& own) {
  if (own.next == 0) return;
  const std::uint64_t took = platform::now_ns() - own.opened_ns + 1;
  const std::uint64_t fitting = kBatchNs * own.next / took;
  const std::uint64_t most = own.wanted * std::uint64_t{4} < kMaxBatch ? own.wanted * std::uint64_t{4} : kMaxBatch;
  own.wanted = static_cast<std::uint32_t>(fitting > most ? most : fitting == 0 ? 1 : fitting);
}

bool reserve_own(ThreadLoops& me) {
  atomic<std::uint64_t>& word = me.stealing.slot->range;
  std::uint64_t seen = word.load(relaxed);  // relaxed throughout: threads exchange this word and nothing else
  for (;;) {
    RangeWord range = range_of(me, seen, me.thread_num);
    if (range.units() == 0) return false;
    const std::uint64_t first = range.begin;
    const std::uint64_t units = batch_units(me, range.units());
    range.begin += units;
    if (!word.compare_exchange_weak(seen, range.word(), relaxed, relaxed)) continue;
    open_units(me, first, units);
    return true;
  }
}

// Takes half of the victim's range: the first part becomes the thief's batch, the rest its range.
bool steal_from(ThreadLoops& me, std::uint32_t victim) {
  atomic<std::uint64_t>& word = me.record->slots[victim].range;
  std::uint64_t seen = word.load(relaxed);  // relaxed throughout: as in reserve_own
  for (;;) {
    RangeWord range = range_of(me, seen, victim);
    if (range.units() == 0) return false;
    const std::uint64_t middle = range.begin + range.units() / 2;
    const std::uint64_t end = range.end;
    range.end = middle;
    if (!word.compare_exchange_weak(seen, range.word(), relaxed, relaxed)) continue;
    const std::uint64_t units = batch_units(me, end - middle);
    // A plain store is enough, because the own range is empty, and no other thread writes an empty range of this round.
    me.stealing.slot->range.store(RangeWord{me.stealing.tag, middle + units, end}.word(), relaxed);
    open_units(me, middle, units);
    return true;
  }
}

std::uint32_t next_thread(const ThreadLoops& me, std::uint32_t thread) {
  return thread + 1 == me.team_size ? 0 : thread + 1;
}

bool steal(ThreadLoops& me) {
  std::uint32_t victim = me.stealing.victim;
  for (std::uint32_t i = 0; i < me.team_size; ++i, victim = next_thread(me, victim)) {
    if (victim == me.thread_num || !steal_from(me, victim)) continue;
    me.stealing.victim = victim;
    return true;
  }
  return false;
}

// Returns how many chunks of the slot's batch were not started at the look. It is a hint, so a thread that acts on it
// must check again.
std::uint32_t unstarted(const ThreadSlot& slot) {
  const BatchWord batch = BatchWord::of(slot.batch.load(relaxed));
  const std::uint32_t cursor = slot.batch_cursor.load(relaxed);
  return cursor < batch.limit ? batch.limit - cursor : 0;
}

// Takes the later half of what the victim has reserved and not started. BATCH-1.
[[gnu::cold]] bool take_back(ThreadLoops& me, ThreadSlot& slot) {
  std::uint64_t seen = slot.batch.load(acquire);
  const BatchWord batch = BatchWord::of(seen);
  const std::uint32_t cursor = slot.batch_cursor.load(acquire);
  if (batch.claim || cursor >= batch.limit) return false;
  const std::uint64_t base = slot.batch_base.load(acquire);
  const std::uint32_t kept = cursor + (batch.limit - cursor) / 2;
  const std::uint32_t shed = batch.limit - kept;
  const std::uint64_t claimed = BatchWord{batch.generation, true, kept, shed}.word();
  if (!slot.batch.compare_exchange_strong(seen, claimed, acq_rel, relaxed)) return false;
  // [BATCH-1] from here on an owner that starts a chunk has either shown it in the cursor or sees the claim
  const bool fenced = platform::fence_heavy();
  if (!fenced) no_heavy_fence.store(true, relaxed);  // a flag that is read as a hint
  const bool safe = fenced && slot.batch_cursor.load(acquire) <= kept;
  const BatchWord settled{batch.generation, false, safe ? kept : batch.limit, 0};
  seen = claimed;
  // The owner may have settled the claim meanwhile. Then the owner has the chunks, so this fails.
  if (!slot.batch.compare_exchange_strong(seen, settled.word(), acq_rel, relaxed) || !safe) return false;
  open_batch(me, base + kept, shed);
  return true;
}

// Returns the slot of another thread that has the most chunks reserved and not started, or nullptr if there are none.
ThreadSlot* richest_batch(const ThreadLoops& me) {
  ThreadSlot* richest = nullptr;
  std::uint32_t most = 0;
  for (std::uint32_t i = 0; i < me.team_size; ++i) {
    const std::uint32_t n = i == me.thread_num ? 0 : unstarted(me.record->slots[i]);
    if (n <= most) continue;
    most = n;
    richest = &me.record->slots[i];
  }
  return richest;
}

// Waits until no batch has unstarted chunks (nullptr). Otherwise it waits so long that the richest batch's owner must
// be inside a long chunk or descheduled.
ThreadSlot* late_batch(ThreadLoops& me) {
  sleep::Backoff backoff(me.steal_history);
  const std::uint64_t since = platform::now_ns();
  for (;;) {
    ThreadSlot* richest = richest_batch(me);
    if (richest == nullptr) {
      backoff.finish();
      return nullptr;
    }
    if (backoff.step() == sleep::Step::sleep || platform::now_ns() - since > kTakeBackNs) return richest;
  }
}

// Either finds that no batch has unstarted chunks, or takes back half of one whose owner is late.
bool take_back_when_late(ThreadLoops& me) {
  while (!no_heavy_fence.load(relaxed)) {  // set once; late is harmless
    ThreadSlot* late = late_batch(me);
    if (late == nullptr) break;
    if (take_back(me, *late) || steal(me)) return true;
  }
  me.record->drained.store(1, relaxed);  // a hint: others need not look; at worst they help less
  return false;
}

bool find_work(ThreadLoops& me) {
  if (reserve_own(me)) return true;
  if (me.record->drained.load(relaxed) != 0) return false;  // a hint, see above
  return steal(me) || take_back_when_late(me);
}

// The batch, or a thief's claim on it, ends here. Returns true if the thread may start chunk `next` after all.
bool settle(ThreadLoops& me) {
  StealingCursor& own = me.stealing;
  std::uint64_t seen = own.slot->batch.load(acquire);
  for (;;) {
    const BatchWord batch = BatchWord::of(seen);
    if (!batch.claim) return own.next < batch.limit;
    // [BATCH-1] The cursor shows that the thread has passed the thief's part, so the first exchange decides.
    const BatchWord kept{batch.generation, false, batch.limit + batch.shed, 0};
    if (own.slot->batch.compare_exchange_weak(seen, kept.word(), acq_rel, acquire)) return own.next < kept.limit;
  }
}

void take_chunk(ThreadLoops& me, Iterations& chunk) {
  const std::uint64_t begin = (me.stealing.base + me.stealing.next++) * me.chunk;
  chunk = {begin, begin + me.chunk};
}

bool try_last_chunk(ThreadLoops& me, Iterations& chunk) {
  me.stealing.gave_last = true;
  atomic<std::uint32_t>& taken = me.record->last_chunk_taken;
  // Relaxed is enough, because threads exchange the winner and nothing else.
  if (taken.load(relaxed) != 0 || taken.exchange(1, relaxed) != 0) return false;
  chunk = {shared_chunks(me) * me.chunk, me.trip};
  return true;
}

// Takes chunk `next` of the batch if it is within the limit.
bool start_next(ThreadLoops& me) {
  StealingCursor& own = me.stealing;
  // [BATCH-1] cursor first, then the limit
  own.slot->batch_cursor.store(own.next + 1, relaxed);
  platform::fence_light();
  return own.next < BatchWord::limit_of(own.slot->batch.load(acquire));
}

[[gnu::noinline]] bool next_batch(ThreadLoops& me, Iterations& chunk) {
  if (me.stealing.gave_last || me.count == 0) return false;
  do {
    if (settle(me)) break;
    learn(me.stealing);
    if (!find_work(me)) {
      me.learnt_wanted = me.stealing.wanted;
      return try_last_chunk(me, chunk);
    }
  } while (!start_next(me));
  take_chunk(me, chunk);
  return true;
}

bool next(ThreadLoops& me, Iterations& chunk) {
  if (!start_next(me)) return next_batch(me, chunk);
  take_chunk(me, chunk);
  return true;
}

void begin(ThreadLoops& me) {
  me.count = me.trip == 0 ? 0 : (me.trip - 1) / me.chunk + 1;
  StealingCursor& own = me.stealing;
  own.unit_shift = 0;
  own.units = me.count == 0 ? 0 : shared_chunks(me);
  while (own.units > RangeWord::kMaxUnits) {
    ++own.unit_shift;
    own.units = ((shared_chunks(me) - 1) >> own.unit_shift) + 1;
  }
  if (own.unit_shift > kMaxUnitShift) {  // so many chunks that no run gets to the end
    me.schedule = &dynamic;
    return dynamic.begin(me);
  }
  own.slot = &me.record->slots[me.thread_num];
  own.tag = me.record->round & 0xff;
  own.gave_last = false;
  own.victim = next_thread(me, me.thread_num);
  own.wanted = me.learnt_wanted / 8 + 1;
  own.next = 0;
  // The generation goes on from the slot's last one, so that a batch of an earlier loop
  // is not mistaken for one of this.
  own.generation = BatchWord::of(own.slot->batch.load(relaxed)).generation;
  own.slot->batch.store(BatchWord{own.generation, false, 0, 0}.word(), release);
  // The slot must be written in every round, also when the loop is over before it begins: see RangeWord.
  std::uint64_t seen = own.slot->range.load(relaxed);  // relaxed: as in reserve_own
  if (RangeWord::of(seen).tag != own.tag) {
    own.slot->range.compare_exchange_strong(seen, untouched_block(me, me.thread_num).word(), relaxed, relaxed);
  }
}

// In a cancelled loop the chunks that the thread had reserved must not look like chunks of the record's next loop.
void abandon(ThreadLoops& me) {
  if (me.stealing.gave_last) return;
  me.stealing.slot->batch.store(BatchWord{me.stealing.generation, false, 0, 0}.word(), release);
}

}  // namespace

const Schedule stealing{"stealing", true, true, begin, next, abandon};

}  // namespace xomp::worksharing::schedules
