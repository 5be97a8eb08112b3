// Makes Workers, finds one for each Thread of a team, and keeps the numbers that roots share. The threads of the operating system come
// from core/threads (POOL-1).
#include "core/team/pool.h"

#include <new>

#include "core/sched/finish.h"
#include "core/sched/policy.h"
#include "core/sleep/active_roots.h"
#include "core/team/lifecycle.h"
#include "core/team/shares.h"
#include "core/team/statistics.h"
#include "core/team/threadprivate.h"
#include "core/team/watched.h"
#include "core/threads/crew.h"
#include "platform/clock.h"
#include "platform/memory.h"
#include "platform/message.h"
#include "platform/probe.h"
#include "platform/race_detector.h"
#include "platform/short_lock.h"
#include "platform/thread.h"

namespace xomp::team {

namespace {

constexpr std::uint64_t kIdleLife_ns = 10'000'000'000;
constexpr std::uint64_t kForever_ns = 0;
constexpr std::uint64_t kReturn_ns = 200'000;  // a wake-up takes 50 us

using threading::Crew;
using threading::for_teams;

// A thread holds pool_lock while it reads or writes the two numbers below it.
platform::ShortLock pool_lock;
int made = 0;       // how many Workers were ever made, which is the id of the next one
int returning = 0;  // how many workers were dismissed and are not on the idle list yet

atomic<bool> any_asked{false};             // a hint: some region has asked for a number and needed workers for it
atomic<int> roots{0};                      // how many roots there are; a hint
atomic<int> programs_roots{0};             // how many of these are threads of the program, the initial one included
atomic<bool> initial_thread_ended{false};  // the program's initial thread has called pthread_exit

platform::ShortLock thread_lock;
Thread* free_threads = nullptr;  // under thread_lock

// A Worker may have belonged to a thread that has ended. What it knows of that thread's stack is wrong for the next thread's.
void forget_stack(Worker& w) {
  w.stack_bytes = 0;
  w.look_below = ~std::uintptr_t{0};
  w.alone_above = ~std::uintptr_t{0};
}

}  // namespace

Worker* make_worker() {
  if (threading::CrewMember* const spare = for_teams.take_spare()) {
    Worker* const w = static_cast<Worker*>(spare->owner);
    platform::came_over(w);
    forget_stack(*w);
    return w;
  }
  const platform::ShortGuard guard(pool_lock);
  if (made == sched::kMaxWorkers) return nullptr;
  auto* w = new (platform::allocate_forever(sizeof(Worker))) Worker;
  w->id = made++;
  w->lent.owner = w;
  w->pool.set_owner(w->id);
  w->events.set_owner(w->id);
  w->random = static_cast<std::uint32_t>(w->id) * 2654435761u + 1;
  sched::workers.set(w->id, w);
  forget_stack(*w);
  return w;
}

void recycle_worker(Worker* w) {
  platform::goes_over(w);  // a later thread gets the Worker, and uses what front ends keep in it
  for_teams.put_spare(w->lent);
}

namespace {

struct IdleWorker {
  std::uint64_t limit_ns() const { return kIdleLife_ns; }
  bool is_over() const { return true; }
  bool ends() const { return false; }
};

// Where roots take turns, the next one wants the worker soon. If it does not, the worker is in no team, so it does not spin for as long as
// the user wants a team's threads to: that may be for ever, and each root would find the process oversubscribed.
void poll_for_job(const Worker& me, sleep::Backoff& backoff) {
  const sleep::Present present;
  while (!me.lent.has_job() && backoff.step() != sleep::Step::sleep && !backoff.is_time_to_look_deeper()) {
  }
}

// Returns the worker's part in the team that wants it. Returns nullptr if no team has wanted it for long: then the thread is to end.
Thread* wait_for_team(Worker& me) {
  sleep::Backoff backoff(me.waits(sched::Wait::job));
  if (several_roots()) poll_for_job(me, backoff);
  void* const job = for_teams.wait_for_job(me.lent, IdleWorker{});
  backoff.finish();
  return static_cast<Thread*>(job);
}

void part_from_all(Thread& outer, Farewell how);  // defined below, because part() comes first

// [REST-1] The team serves another root from now on. Threads that this one keeps for nested regions have the old root's mask.
[[gnu::cold]] void come_to_other_root(Worker& me, Thread& thread) {
  part_from_all(thread, Farewell::dismissed);
  take_offered_mask(me);
}

// Takes part in one region after another, until the team dismisses the thread, there has been no region for long, or
// fork() leaves the thread without a team.
void serve_team(Worker& me, Thread& thread) {
  Team& team = thread.team_of();
  const sleep::Present present;
  for (;;) {
    const std::uint64_t life_ns = team.stays.load(relaxed) ? kForever_ns : kIdleLife_ns;  // published with the thread
    const RegionWord::Seen seen =
        sleep::is_swarm(thread.number)  // a team with so high a number is a swarm, however few of it are awake
            ? team.word.sleep_after(thread.last_region, life_ns)
            : team.word.wait_after(thread.last_region, me.waits(sched::Wait::region), life_ns);
    if (thread.farewell.load(acquire) != Farewell::none) return;  // [FAREWELL-1] set before the word
    if (seen.number() == thread.last_region) return;              // [CLOSE-1] closed, and no region to take part in
    thread.last_region = seen.number();
    if (thread.number >= seen.size()) continue;
    if (me.takes_mask) [[unlikely]]
      come_to_other_root(me, thread);
    enter_region(me, thread);
    trace::cross_border(trace::Activity::working);
    team.region.invoke(me, team.region);
    trace::cross_border(trace::Activity::runtime);
    leave_region(me);
    if (team.alone) return;
  }
}

// The worker goes back to the crew, which may tell it to end.
void become_idle(Worker& me, Thread& thread) {
  sched::take_returned(me);
  // This is read here, while the Thread is certainly this worker's. If the worker parts before the primary does, the primary may give
  // the Thread to another worker from then on.
  const bool ends_all = thread.farewell.load(acquire) == Farewell::ended;  // [FAREWELL-1]
  part_from_all(thread, ends_all ? Farewell::ended : Farewell::dismissed);
  me.thread = nullptr;
  sched::leave_object(thread);  // [CLAIM-1] before another worker can have the Thread
  const Farewell dismissal = thread.farewell.exchange(Farewell::left, acq_rel);  // [FAREWELL-1]
  const bool leaves = dismissal == Farewell::ended;
  if (dismissal != Farewell::none) release_thread(&thread);
  // Some workers were made while one root had the processors to itself. As long as no region has asked for a number, those beyond
  // initial_threads end, because the others are enough.
  const int enough = any_asked.load(relaxed) ? sched::kMaxWorkers : static_cast<int>(icv::global.initial_threads);
  for_teams.put_idle(me.lent, leaves ? 0 : enough);
  if (dismissal == Farewell::none) return;
  const platform::ShortGuard guard(pool_lock);
  --returning;
}

void* worker_main(void* raw) {
  Worker& me = *static_cast<Worker*>(raw);
  sched::own_worker = &me;
  me.crew = &for_teams;
  name_thread(me);
  platform::probe::thread_begin(me.id);
  me.bound_place = -2;  // unknown, because the thread that made this one may have been bound
  start_clock(me, trace::Activity::waiting);
  if (trace::is_watched()) [[unlikely]]
    watch_thread_begin(me, ompt_thread_worker);
  while (Thread* thread = wait_for_team(me)) {
    trace::cross_border(trace::Activity::runtime);
    take_offered_mask(me);
    serve_team(me, *thread);
    if (thread->team->alone) {  // this worker is the only thread of fork()'s child, and has done its part
      for_teams.count_out();
      return nullptr;
    }
    become_idle(me, *thread);
    trace::cross_border(trace::Activity::waiting);
  }
  forget_threadprivate(me);
  watch_thread_end(me);
  stop_clock();
  sched::own_worker = nullptr;
  recycle_worker(&me);
  return nullptr;
}

// Waits for workers that were given back, because they will be on the idle list in a moment. A root that shares the processors takes
// these instead of making others. Returns false if they do not come in time, because all processors are busy.
bool wait_for_returning() {
  const std::uint64_t end = platform::now_ns() + kReturn_ns;
  for (;;) {
    if (for_teams.has_idle()) return true;
    {
      const platform::ShortGuard guard(pool_lock);
      if (returning <= 0) return true;
    }
    if (platform::now_ns() > end) return false;
    platform::yield_processor();
  }
}

// Starts a thread for a new worker.
bool employ_new(const Worker& me, Thread* thread, std::size_t rest) {
  Worker* const w = make_worker();
  if (w == nullptr) return false;
  thread->worker.store(w, release);  // [TEAM-1]
  w->root_number = me.root_number;   // a new thread has the mask of the thread that starts it
  w->takes_mask = false;
  w->lent.job.store(thread, relaxed);  // published by the start
  if (for_teams.start(worker_main, w, rest)) return true;
  w->lent.job.store(nullptr, relaxed);
  recycle_worker(w);
  return false;
}

// Finds an idle or a new worker for `thread`. Returns false if there is none. If the process's memory is limited, a new worker must leave
// `rest` bytes of it; 0 says that there is no limit. Called by the primary `me`.
bool employ(const Worker& me, Thread* thread, std::size_t rest) {
  threading::CrewMember* const lent_one = for_teams.take_idle();
  if (lent_one == nullptr) return employ_new(me, thread, rest);
  Worker& w = *static_cast<Worker*>(lent_one->owner);
  thread->worker.store(&w, release);  // [TEAM-1]
  offer_mask(me, w);
  Crew::lend(*lent_one, thread);
  return true;
}

void grow(Team& team, int capacity) {
  if (capacity <= team.capacity) return;
  int wanted = team.capacity * 2;
  if (wanted < capacity) wanted = capacity;
  const std::size_t bytes = sizeof(atomic<sched::TeamThread*>) * static_cast<std::size_t>(wanted);
  auto* slots = static_cast<atomic<sched::TeamThread*>*>(platform::allocate_forever(bytes));
  // All slots move, not only those of attached threads: a thread that is late from the last barrier still goes by that region's size,
  // which may be more than are attached now.
  for (int i = 0; i < team.capacity; ++i) slots[i].store(team.threads[i], relaxed);  // [TEAM-1] move_to
  team.threads.move_to(slots);
  team.capacity = wanted;
}

}  // namespace

Team* make_team(std::int32_t capacity) {
  auto* team = new (platform::allocate_forever(sizeof(Team))) Team;
  grow(*team, capacity);
  sched::prepare_policy(*team, 1);
  return team;
}

Thread* make_thread(Team& team, std::int32_t number, Worker* worker) {
  Thread* thread;
  {
    const platform::ShortGuard guard(thread_lock);
    thread = free_threads;
    if (thread != nullptr) free_threads = thread->next_free;
  }
  if (thread == nullptr) {
    thread = new (platform::allocate_forever(sizeof(Thread))) Thread;
    sched::policy->begin_thread(*thread);
  }
  thread->team = &team;
  thread->number = number;
  thread->worker.store(worker, release);  // [TEAM-1]
  thread->cells[1] = number;
  // The stores from here on are relaxed, because they are published with the thread.
  thread->implicit.root.store(static_cast<std::uint16_t>(number), relaxed);
  thread->implicit.depth.store(0, relaxed);
  thread->implicit.flags.store(task::kImplicit | task::kKnown | task::kUntied |
                                   (icv::global.cancellation ? std::uint32_t{task::kCancellable} : 0),
                               relaxed);
  thread->last_region = team.word.look().number();
  thread->farewell.store(Farewell::none, relaxed);
  return thread;
}

void release_thread(Thread* thread) {
  const platform::ShortGuard guard(thread_lock);
  thread->next_free = free_threads;
  free_threads = thread;
}

namespace {

// Says whether there is memory for what one more thread needs besides its stack. Without this question the thread would use the reserve
// of allocate_forever(), which later needs depend on.
bool can_make_thread() {
  constexpr std::size_t kForEach = sizeof(Thread) + sizeof(Worker) + (std::size_t{32} << 10);  // and a queue
  {
    const platform::ShortGuard guard(thread_lock);
    if (free_threads != nullptr) return true;
  }
  return platform::has_memory_for(kForEach);
}

// Returns how much memory a limit on the process must leave once one more thread has its stack. A smaller team is better than one of so
// many threads that none of them can make a task.
std::size_t memory_for_tasks(const Team& team) {
  constexpr std::size_t kRest = std::size_t{1} << 20, kRestForEach = std::size_t{512} << 10;
  return kRest + static_cast<std::size_t>(team.attached) * kRestForEach;
}

}  // namespace

int attach_threads(Team& team, int wanted, bool asked) {
  if (team.attached < wanted) sched::make_room_for(team, team.attached, wanted);  // [CLAIM-1]
  grow(team, wanted);
  team.stays.store(team_of(*sched::own_worker).level == 0, relaxed);  // [CLOSE-1] published with each thread
  if (asked) any_asked.store(true, relaxed);                          // a hint
  const bool is_limited = team.attached < wanted && platform::has_memory_limit();
  while (team.attached < wanted) {
    if (team.borrowed != 0 && !wait_for_returning()) break;
    Thread* thread = can_make_thread() ? make_thread(team, team.attached, nullptr) : nullptr;
    const std::size_t rest = is_limited ? memory_for_tasks(team) : 0;
    if (thread == nullptr || !employ(*sched::own_worker, thread, rest)) {
      if (thread != nullptr) release_thread(thread);
      threading::tell_of_refusal("a team of %d gets %d", wanted, team.attached);
      break;
    }
    team.threads.set(team.attached++, thread);
  }
  return team.attached;
}

namespace {

void part(Team& team, int keep, Farewell how) {
  team.smaller_regions = 0;
  if (team.attached <= keep) return;
  return_loan(team, keep - 1);
  {
    const platform::ShortGuard guard(pool_lock);
    returning += team.attached - keep;
  }
  int gone = 0;
  for (int i = keep; i < team.attached; ++i) {
    Thread* const thread = static_cast<Thread*>(team.threads[i]);
    if (thread->farewell.exchange(how, acq_rel) != Farewell::left) continue;  // [FAREWELL-1]
    release_thread(thread);
    ++gone;
  }
  if (gone != 0) {
    const platform::ShortGuard guard(pool_lock);
    returning -= gone;
  }
  team.attached = keep;
  team.word.start(0);  // dismissed threads see the change and leave; if the word is closed they leave anyway
}

// Parts from the threads that are kept for regions of `outer`'s thread, and from those that it keeps, as the primary of these regions,
// for regions nested in them.
void part_from_all(Thread& outer, Farewell how) {
  for (Team* team = outer.kept_team; team != nullptr; team = static_cast<Thread*>(team->threads[0])->kept_team)
    part(*team, 1, how);
}

}  // namespace

void dismiss_threads(Team& team, int keep) { part(team, keep, Farewell::dismissed); }

void dismiss_kept_threads(Thread& outer) { part_from_all(outer, Farewell::dismissed); }

bool try_pause(Worker& me) {
  if (team_of(me).level != 0) return false;
  take_back(thread_of(me));
  part_from_all(thread_of(me), Farewell::ended);
  for_teams.end_idle();
  return true;
}

int replace_threads(Team& team, int wanted) {
  dismiss_threads(team, 1);
  team.word.open();
  return attach_threads(team, wanted, false);
}

// --- roots ---

bool several_roots() { return roots.load(relaxed) > 1; }  // hint

void add_root(const Worker& me) {
  roots.fetch_add(1, relaxed);  // hint
  if (me.crew == nullptr && programs_roots.fetch_add(1, acq_rel) == 0) threading::let_process_end(false);
}

// When the program's initial thread and all roots that the program has started have ended, only the runtime's own threads keep the
// process, as far as the runtime knows. So these are told to end.
void remove_root(const Worker& me) {
  leave_root_place(static_cast<const Thread&>(*me.initial));
  roots.fetch_sub(1, relaxed);                                                   // hint
  if (platform::is_initial_thread()) initial_thread_ended.store(true, relaxed);  // published by the count below
  if (me.crew == nullptr && programs_roots.fetch_sub(1, acq_rel) == 1 && initial_thread_ended.load(relaxed))
    threading::let_process_end(true);
}

void lose_root(const Worker& me) {
  leave_root_place(static_cast<const Thread&>(*me.initial));
  roots.fetch_sub(1, relaxed);  // a hint, and so is the next count
  if (me.crew == nullptr) programs_roots.fetch_sub(1, relaxed);
}

int known_threads() { return for_teams.live() + roots.load(relaxed); }  // statistics only

// --- fork ---

void hold_pool_for_fork() {
  pool_lock.lock();
  thread_lock.lock();
  threading::hold_for_fork();
}

void release_pool_after_fork() {
  threading::release_after_fork();
  thread_lock.unlock();
  pool_lock.unlock();
}

void forget_other_threads() {
  threading::Crew* const crew = sched::own_worker != nullptr ? sched::own_worker->crew : nullptr;
  threading::forget_others(crew);
  forget_loans();
  forget_resting_places(sched::own_worker);
  returning = 0;
  roots.store(sched::own_worker != nullptr ? 1 : 0, relaxed);  // only this thread exists, here and for the next stores
  programs_roots.store(sched::own_worker != nullptr && crew == nullptr ? 1 : 0, relaxed);
  initial_thread_ended.store(false, relaxed);  // this thread is the child's initial one
  forget_statistics();
  forget_watched_workers();
  sleep::own_threads.awake.store(0, relaxed);
  sleep::own_threads.active_roots.store(1, relaxed);
  sleep::forget_all_roots();
  if (sched::own_worker != nullptr)
    sleep::watch_root(sched::own_worker->counters.regions, platform::kernel_thread_id());
}

}  // namespace xomp::team
