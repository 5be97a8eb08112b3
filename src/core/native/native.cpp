// Native teams: opens and closes them, looks for tasks, and waits for stolen ones.
//
// NATIVE-5: a stolen task ends, and its owner learns of it.
//   thief: result, state.exchange(done, acq_rel); kAsleep was set: wakes the owner.
//   owner: announces on its event, state.CAS(stolen -> stolen + asleep), sleeps. Either the exchange sees kAsleep, or
//   the compare-and-swap fails and the owner sees the end. The owner sleeps for a limited time, because tasks to help with may
//   appear meanwhile.
// NATIVE-6: nobody sleeps beside work, and everybody leaves at the end. Idle threads sleep as OpenMP's do (sleep_idle,
//   SLEEP-1 in core/sched/PROTOCOL.md), counted in `sleepers`.
//   sleeper: sleepers + 1, full fence; sends requests to all, heavy fence; looks at all tops.
//   spawn:   limit.load; closure; top.store.
//   A spawn that looks at `limit` behind the heavy fence finds the request. A spawn that has stored top before the fence is
//   seen. A spawn that the fence falls into is missed, because it looks at `limit` before it writes: where there is no slot
//   nothing may be written. So nothing that the sleeper does can help. The next spawn wakes the sleeper, but there
//   may be none for long. So every sleep has a limit. It lasts for as long again as the requests have stood
//   unserved, and for 2 ms at least. They stand until the owner serves them (`answers` counts that):
//     owner: limit.store(end), answers + 1 (release).   sleeper: answers (acquire), request; heavy fence; answers again.
//   Let the answers be after the fence at t what they were before the requests at s. The last answer came before s, and
//   the requests followed it. A spawn that t's fence falls into has looked at `limit` and found no request. No answer
//   came in between that could have cleared one, so it looked before s's fence. It has taken t - s already. What is
//   missed is missed for no longer than its spawn takes, or 2 ms. An hour without spawns costs twenty looks.
//   Nobody sleeps through the end, because `over` is stored before wake_idle's fence, and the sleeper looks at it after its own
//   fence.
// NATIVE-7: OpenMP constructs mean the same in a stolen task as in one that its owner runs.
//   It runs inside a new task of the thief. So a taskwait in it waits for its own OpenMP tasks only, and not for those of
//   the task that the thief has interrupted (one of them may wait for this very task). And it runs in the native team: a
//   thread that waits inside an OpenMP region that a task has opened takes no native tasks meanwhile, because the regions
//   of those would be nested in that region.
// No wait lasts for ever, although a thread that waits for a stolen task may run any other task on top of it. Let thread A
//   wait for a task x that lies buried on B's stack. Then x was spawned after everything below A's top had begun. So along
//   a circle of such waits the tasks would begin ever later, which cannot be.
#include "core/native/native.h"

#include <algorithm>
#include <new>

#include "core/native/steal.h"
#include "core/sched/finish.h"
#include "core/sched/hand_over.h"
#include "core/sched/in_place.h"
#include "core/sched/waiting.h"
#include "core/sleep/last_look.h"
#include "core/team/roots.h"
#include "core/team/team.h"
#include "platform/clock.h"
#include "platform/memory.h"
#include "platform/message.h"
#include "platform/thread.h"
#include "trace/recorder.h"

namespace xomp::native {

namespace {

struct Run {
  void (*body)(void*);
  void* argument;
  atomic<bool> over{false};  // [NATIVE-6] written by the primary
};

// What the library keeps of a thread in Worker::reserved. The owner writes all of it, `worker` and `team` in enter().
struct Engine {
  sched::Worker* worker;
  sched::TeamTasks* team;  // inside an OpenMP region of a task this is not worker->thread->team
  // The number of the thread that has the task that this one waits for, or -1. Threads that help read it as a hint.
  atomic<std::int32_t> waits_for;
  std::int32_t last_victim;
  atomic<std::uint64_t> answers;  // [NATIVE-6] how often the owner has served requests; sleepers read it
};
static_assert(sizeof(Engine) <= sizeof(Worker::reserved));

Engine& engine_of(Worker& w) { return *reinterpret_cast<Engine*>(w.reserved); }

// The blocks, by the worker's id. A worker makes its block at its first native region, and no block is ever freed. The store is a release,
// because thieves read the block.
atomic<Worker*> blocks[sched::kMaxWorkers];

// The block of a thread that is in no native team. No slot is below its limit, so each spawn calls the library.
Worker outside{.top = nullptr, .active = 0, .number = 0, .threads = 1, .limit = 0, .shared = 0, .reserved = {}};

// Makes an empty block. The system gives the block's memory when it is touched.
Worker& new_block() {
  void* const memory = platform::reserve_pages(2 * kBlockBytes);
  if (memory == nullptr) platform::out_of_memory("native tasks");
  const auto start = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t block = (start + kBlockBytes - 1) & ~(kBlockBytes - 1);
  if (block != start) platform::unmap_pages(memory, block - start);
  if (block != start + kBlockBytes)
    platform::unmap_pages(reinterpret_cast<void*>(block + kBlockBytes), start + kBlockBytes - block);
  Worker& w = *new (reinterpret_cast<void*>(block)) Worker{};
  new (w.reserved) Engine{};
  w.threads = 1;
  w.top.store(w.slots(), relaxed);  // not yet shared
  w.shared.store(Shared{Shared::kFirst + kSlotBytes, Shared::kFirst + kSlotBytes, 0}.word(w), relaxed);  // nor is this
  return w;
}

// The one block that all threads without a team share. They get its slot 0, which is below its split. Nothing in it changes, so the
// threads do not disturb one another.
atomic<Worker*> nobody{nullptr};

[[gnu::cold]] Worker& block_of_nobody() {
  Worker* block = nobody.load(acquire);
  if (block != nullptr) return *block;
  Worker& fresh = new_block();
  if (nobody.compare_exchange_strong(block, &fresh, acq_rel, acquire)) return fresh;
  platform::unmap_pages(&fresh, kBlockBytes);
  return *block;
}

Worker* block_of_thread(const sched::TeamTasks& team, int number) {
  const sched::Worker* worker = team.threads[number]->worker.load(acquire);  // [TEAM-1]
  return worker == nullptr ? nullptr : blocks[worker->id].load(acquire);
}

Worker& make_block(sched::Worker& me) {
  Worker* block = blocks[me.id].load(relaxed);  // this thread's own, or that of a thread that has ended
  if (block != nullptr) return *block;
  Worker& fresh = new_block();
  blocks[me.id].store(&fresh, release);
  return fresh;
}

void enter(sched::Worker& me) {
  Worker& block = make_block(me);
  Engine& engine = engine_of(block);
  engine.worker = &me;
  engine.team = me.thread->team;
  engine.waits_for.store(-1, relaxed);  // hint
  constexpr std::uint32_t kStart = Shared::kFirst + kSlotBytes;
  block.top.store(slot_at(block, kStart), relaxed);
  block.shared.store(Shared{kStart, kStart, 0}.word(block), relaxed);  // empty, before and after
  block.number = me.thread->number;
  block.threads = me.thread->team->size;
  block.active = 1;
  block.limit.store(block.threads > 1 ? 0 : block.end(), relaxed);  // [NATIVE-6] the first spawn goes the slow way
  xomp_native_self_1 = &block;
}

void leave(Worker& block) {
  block.active = 0;
  xomp_native_self_1 = &outside;
}

// --- running a stolen task ---

std::uintptr_t here() { return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)); }

struct Call {
  Function function;
  Slot* slot;
  std::uintptr_t result;
  static void make(void* c) {
    auto& call = *static_cast<Call*>(c);
    call.result = call.function(call.slot);
  }
};

void run_stolen(Worker& block, Worker& victim, std::uint32_t position) {
  sched::Worker& me = *engine_of(block).worker;
  sched::Worker& owner = *engine_of(victim).worker;
  Slot* const slot = slot_at(victim, position);
  Call call{reinterpret_cast<Function>(slot->state.load(relaxed)), slot, 0};  // [NATIVE-1] acquired by the theft
  slot->state.store(kStolen | static_cast<std::uintptr_t>(block.number) << 4,
                    release);  // the owner may help from now on
  sched::Counters::add(me.counters.stolen);
  if (trace::records_tasks()) [[unlikely]]
    trace::record_native_task(reinterpret_cast<const void*>(call.function));
  sched::run_in_task(me, Call::make, &call);  // [NATIVE-7]
  if (trace::records_tasks()) [[unlikely]]
    trace::record_native_end();
  if (slot->state.exchange(call.result, acq_rel) & kAsleep) sched::wake(owner);  // [NATIVE-5] [NATIVE-3]
}

// --- looking for tasks ---

bool steal_from(Worker& block, Worker& victim) {
  if (!has_public(victim)) return false;
  const std::uint32_t position = take_public(victim);
  if (position == 0) return false;
  run_stolen(block, victim, position);
  return true;
}

// Steals one task and runs it, or returns false. It sends a request to a victim that keeps all its tasks to itself.
bool steal(sched::Worker& me, Worker& block) {
  Engine& engine = engine_of(block);
  const sched::TeamTasks& team = *engine.team;
  const int n = team.size;
  int victim = engine.last_victim < n ? engine.last_victim : 0;
  const int tries = n < 8 ? n : 8;
  for (int i = 0; i < tries; ++i) {
    Worker* const w = victim == block.number ? nullptr : block_of_thread(team, victim);
    if (w != nullptr) {
      engine.last_victim = victim;
      if (steal_from(block, *w)) return true;
      if (has_private(*w)) ask(*w);
    }
    victim = n <= 8 ? (victim + 1 >= n ? 0 : victim + 1)
                    : static_cast<int>(sched::next_random(me) % static_cast<std::uint32_t>(n));
  }
  return false;
}

// Raids every thread that has private tasks. Returns whether there may be something to take now.
bool raid_someone(sched::Worker& me, Worker& block) {
  const sched::TeamTasks& team = *engine_of(block).team;
  bool found = false;
  for (int i = 0; i < team.size; ++i) {
    Worker* const w = i == block.number ? nullptr : block_of_thread(team, i);
    if (w == nullptr || !has_private(*w)) continue;
    sched::Counters::add(me.counters.raids);
    found = raid(*w, static_cast<std::uint16_t>(me.id + 1)) || found;
  }
  return found;
}

// Counts looks in vain. A victim serves a request with its next spawn, so one that has not served it after so many looks is in a long task.
class LooksInVain {
 public:
  bool over() {
    if (++looks_ < next_) return false;
    next_ = looks_ + (looks_ < kMost ? looks_ : kMost);
    return true;
  }
  void restart() { looks_ = 0, next_ = kFirst; }

 private:
  static constexpr std::uint32_t kFirst = 32, kMost = 1024;
  std::uint32_t looks_ = 0, next_ = kFirst;
};

// Visits the blocks of the other threads.
template <class Visit>
void for_others(const sched::Worker& me, Visit&& visit) {
  const sched::TeamTasks& team = *me.thread->team;
  for (int i = 0; i < team.size; ++i)
    if (Worker* const w = i == me.thread->number ? nullptr : block_of_thread(team, i)) visit(*w);
}

// The waiter of a thread of the team that has no task of its own. It waits until the primary's body is over.
class Serving final : public sched::Waiter {
 public:
  Serving(sched::Worker& me, Worker& block, const Run& run)
      : Waiter(sched::Allowed::any, sched::Wait::tasks, sched::Awaited::native), me_(me), block_(block), run_(run) {
    looks_while_tasking = true;
  }

  bool is_over(sched::Worker& me) override {
    if (run_.over.load(acquire)) return true;
    if (me.thread->team->tasking.load(relaxed)) sched::take_returned(me);  // hint; sleep_idle rechecks
    return false;
  }
  bool run_other_work(sched::Worker& me) override {
    if (!steal(me, block_)) return false;
    looks_in_vain_.restart();
    return true;
  }
  // A victim that serves no request is raided now and then, even by a thread that is not about to sleep.
  bool is_over_without_tasks(sched::Worker& me) override {
    if (looks_in_vain_.over()) raid_someone(me, block_);
    return false;
  }
  void sleep(sched::Worker& me, sched::TimedWait& timed_wait) override {
    if (raid_someone(me, block_)) return;
    timed_wait_ = &timed_wait;
    sched::sleep_idle(me, {[](void* p) { return static_cast<Serving*>(p)->must_stay_awake(); }, this}, timed_wait);
  }

 private:
  bool must_stay_awake();

  sched::Worker& me_;
  Worker& block_;
  const Run& run_;
  LooksInVain looks_in_vain_;
  sched::TimedWait* timed_wait_ = nullptr;
  // [NATIVE-6] How many answers there were before the requests that stand, and since when these requests stand. The first begins with a
  // number that cannot occur.
  std::uint64_t answers_ = ~std::uint64_t{0};
  std::uint64_t asked_at_ = 0;
};

// [NATIVE-6] Called after the sleeper has counted itself. Returns whether it must not sleep.
bool Serving::must_stay_awake() {
  if (run_.over.load(acquire)) return true;
  std::uint64_t before = 0, after = 0;
  for_others(me_, [&](Worker& w) {
    before += engine_of(w).answers.load(acquire);  // [NATIVE-6] then limit
    ask(w);
  });
  const bool is_sure = sleep::LastLook().is_sure();  // [NATIVE-6]
  bool found = false;
  for_others(me_, [&](Worker& w) {
    after += engine_of(w).answers.load(relaxed);  // [NATIVE-6] after the fence
    found = found || has_public(w) || has_private(w);
  });
  const std::uint64_t now = platform::now_ns();
  if (after != answers_ || !is_sure) {
    answers_ = before;
    asked_at_ = now;
  }
  timed_wait_->set_limit(std::max(now - asked_at_, sched::TimedWait::kLongest_ns));
  return found;
}

void serve(sched::Worker& me, Run& run) {
  const trace::During looking(trace::Activity::runtime);
  Serving waiter(me, *xomp_native_self_1, run);
  sched::wait(me, waiter);
}

// --- waiting for a stolen task ---

constexpr int kMostHops = 8;

bool is_over(const Slot& slot) { return slot.state.load(acquire) <= kFailed; }  // [NATIVE-3]

// Returns the thread that has the task, or -1 if that is not known yet.
int thief_of(const Slot& slot) {
  const std::uintptr_t state = slot.state.load(relaxed);  // hint
  if (state >= kLeastFunction || state <= kFailed) return -1;
  return static_cast<int>(state >> 4);
}

// Helps the thief (leapfrogging): runs one of the thief's tasks, because these mostly descend from the stolen one. If the thief has none,
// runs one of the thread that the thief waits for.
bool help(Worker& block, int thief) {
  const sched::TeamTasks& team = *engine_of(block).team;
  for (int hops = 0; thief >= 0 && thief != block.number && hops < kMostHops; ++hops) {
    Worker& w = *block_of_thread(team, thief);
    if (steal_from(block, w)) return true;
    if (has_private(w)) ask(w);
    thief = engine_of(w).waits_for.load(relaxed);  // hint
  }
  return false;
}

class ForStolen final : public sched::Waiter {
 public:
  ForStolen(sched::Worker& me, Worker& block, Slot& slot)
      : Waiter(sched::Allowed::none, sched::Wait::tasks, sched::Awaited::native),
        block_(block),
        engine_(engine_of(block)),
        slot_(slot),
        may_help_(me.thread->team == engine_.team) {}  // [NATIVE-7]

  bool is_over(sched::Worker&) override {
    if (native::is_over(slot_)) return true;
    if (engine_.team->alone)
      platform::fatal("a native task was in the hands of a thread that fork()'s child does not have");
    return false;
  }
  bool run_other_work(sched::Worker& me) override {
    const int thief = thief_of(slot_);
    engine_.waits_for.store(thief, relaxed);  // hint
    if (!may_help_) return false;
    if (thief >= 0 && help(block_, thief)) return true;
    return looks_in_vain_.over() && here() > me.stack_limit && (steal(me, block_) || raid_someone(me, block_));
  }
  void sleep(sched::Worker& me, sched::TimedWait& timed_wait) override {
    if (may_help_ && raid_someone(me, block_)) return;
    // This is no task scheduling point, so this thread leaves the OpenMP tasks that only it can take to others, because what it waits for
    // may depend on one.
    if (me.thread->team->tasking.load(relaxed)) sched::policy->before_sleep(me, sched::Allowed::descendants);  // hint
    const std::uint32_t announced = me.returned_event.announce();
    std::uintptr_t state = slot_.state.load(relaxed);
    if (state <= kFailed || state >= kLeastFunction) return;
    if (!slot_.state.compare_exchange_strong(state, state | kAsleep, acq_rel, relaxed)) return;  // [NATIVE-5]
    me.returned_event.sleep(announced, timed_wait.ns());
    timed_wait.end(true);
  }

 private:
  Worker& block_;
  Engine& engine_;
  Slot& slot_;
  const bool may_help_;
  LooksInVain looks_in_vain_;
};

void wait_for(sched::Worker& me, Worker& block, Slot& slot) {
  const trace::During looking(trace::Activity::runtime);
  Engine& engine = engine_of(block);
  const int before = engine.waits_for.load(relaxed);  // own
  ForStolen waiter(me, block, slot);
  sched::wait(me, waiter);
  engine.waits_for.store(before, relaxed);  // hint
}

// --- the region ---

void run_region(sched::Worker& me, const team::Region& region) {
  Run& run = *static_cast<Run*>(region.data);
  enter(me);
  Worker& block = *xomp_native_self_1;
  if (me.thread->number != 0) {
    serve(me, run);
  } else {
    run.body(run.argument);
    run.over.store(true, release);       // [NATIVE-6]
    sched::wake_idle(*me.thread->team);  // [NATIVE-6]
  }
  leave(block);
}

}  // namespace

void run(int threads, void (*body)(void*), void* argument) {
  Run run{body, argument};
  team::Request request;
  request.threads = threads < 0 ? 0 : threads;
  request.serial = threads == 1;
  team::parallel(team::self(), {run_region, nullptr, &run, nullptr, 0}, request);
}

Slot* no_slot(Worker& me) {
  if (me.active == 0) return block_of_nobody().slots();
  return reinterpret_cast<std::uintptr_t>(me.top.load(relaxed)) < me.end() ? nullptr : me.slots();  // own
}

void share(Worker& me) {
  sched::TeamTasks& team = *engine_of(me).team;
  atomic<std::uint64_t>& answers = engine_of(me).answers;
  me.limit.store(me.end(), relaxed);                  // [NATIVE-4]
  answers.store(answers.load(relaxed) + 1, release);  // [NATIVE-6] own; after limit
  platform::fence_seq_cst();  // [NATIVE-4] top and request come before sleepers; a sleeper has the other order
  if (me.threads == 1) return;
  publish(me);
  if (team.sleepers.load(relaxed) == 0) return;  // [NATIVE-4]
  team.idle_event.notify_one();
  if (team.sleepers.load(relaxed) > 1) ask(me);  // hint: the next spawn wakes the next one
}

bool reclaim(Slot* slot) {
  Worker& me = *worker_of(slot);
  const std::uint32_t position = position_of(me, slot);
  if (take_back(me, position)) return true;
  me.top.store(slot + 1, release);  // [NATIVE-1] the slot is needed until its thief has run the task
  wait_for(*engine_of(me).worker, me, *slot);
  me.top.store(slot, release);  // [NATIVE-1]
  forget_stolen(me, position);
  return false;
}

}  // namespace xomp::native

extern "C" {
constinit __thread xomp::native::Worker* xomp_native_self_1 = &xomp::native::outside;
}
