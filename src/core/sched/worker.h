// The threads that execute tasks. A Worker is an operating system thread that the runtime knows. A TeamThread is a
// worker's part in one team. A worker has one current TeamThread; a nested region gives it another one for a while.
#pragma once

#include <cstdint>
#include <new>

#include "core/sched/return_rings.h"
#include "core/sched/shared_queue.h"
#include "core/sleep/event_count.h"
#include "core/task/completion_event.h"
#include "core/task/descriptor_pool.h"
#include "core/task/task.h"
#include "core/threads/crew.h"
#include "platform/atomic.h"
#include "platform/cpu.h"
#include "topology/processor_set.h"
#include "trace/activity.h"
#include "trace/records.h"

namespace xomp::platform {
class MadeStack;
}

namespace xomp::task {
class PendingQueue;
}

namespace xomp::sleep {
struct LongWait;
}

namespace xomp::sched {

struct TeamThread;
struct Recording;
struct Suspended;
class Waiter;

// The kinds of waits whose usual length is learnt separately.
enum class Wait : std::uint8_t { region, barrier, tasks, order, job, count };

// Statistics of one worker; written by it, read at the end of the program or by a thread that asks.
struct Counters {
  // Tasks that ran where they were created and were never deferred, because the program, a team of one or the rule in
  // place wants it. Plain ones are counted with statistics only.
  atomic<std::uint64_t> undeferred{0};
  atomic<std::uint64_t> overflowed{0};  // deferred, but the queue was full: ran where they were created
  atomic<std::uint64_t> stolen{0};
  atomic<std::uint64_t> raids{0};
  atomic<std::uint64_t> regions{0};  // started by it
  // For policies that send requests and push to other threads.
  atomic<std::uint64_t> requests_sent{0};
  atomic<std::uint64_t> requests_served{0};
  atomic<std::uint64_t> requests_refused{0};
  atomic<std::uint64_t> pushed_near{0};  // to another thread of the same NUMA domain
  atomic<std::uint64_t> pushed_far{0};   // to another domain
  atomic<std::uint64_t> moved{0};        // of these: had been put before, and were handed over later
  atomic<std::uint64_t> left_waits{0};   // waits whose stack it left for another one (SUSPEND-1)
  atomic<std::uint64_t> made_stacks{0};  // for these
  // Up to the last region that has ended; kept with statistics only, by the region's primary.
  atomic<std::uint64_t> deferred{0};      // created by it
  atomic<std::uint64_t> executed{0};      // deferred tasks that it has finished
  void forget() { new (this) Counters; }  // in fork()'s child: as made
  static void add(atomic<std::uint64_t>& c, std::uint64_t n = 1) { c.store(c.load(relaxed) + n, relaxed); }
};

struct alignas(platform::cache_line) Worker {
  // --- this worker only ---
  TeamThread* thread = nullptr;   // its part in the current team; never nullptr once registered
  task::Task* current = nullptr;  // the task region it executes
  // A task that would begin at a lower address is looked at before, because the stack is nearly used up.
  std::uintptr_t look_below = ~std::uintptr_t{0};
  // A new plain task whose creator's stack is at this address or above it runs at once, without any other check.
  // It is `look_below` while `thread` defers no tasks, and no address while it does (note_alone).
  std::uintptr_t alone_above = ~std::uintptr_t{0};
  std::int32_t id = -1;  // index in `workers`; what clang calls the global thread id
  std::uint32_t random = 1;
  task::DescriptorPool pool;
  // A thread that is out of tasks looks for longer than one that waits for something else, because a raid on a busy
  // victim costs the victim microseconds.
  sleep::WaitHistory history[static_cast<int>(Wait::count)] = {{}, {}, {.least_ns = 20'000, .load = {}}, {}};
  std::uintptr_t stack_limit = 0;  // a task that would begin below it gets a stack of its own
  std::size_t stack_bytes = 0;     // 0 = not known yet
  // [SUSPEND-1] The made stack that the thread is on, or nullptr for its own; the stacks that it does not use, and
  // their number.
  platform::MadeStack* stack = nullptr;
  platform::MadeStack* free_stacks = nullptr;
  std::int32_t free_stack_count = 0, stack_count = 0;
  bool is_root = false;             // not made for a team
  threading::Crew* crew = nullptr;  // of its thread; nullptr: the program has started that
  // core/team: the mask that a worker takes with its next team, if takes_mask. Its next primary writes it before the worker
  // is assigned.
  topology::ProcessorSet* offered_mask = nullptr;
  bool takes_mask = false;
  std::uint32_t root_number = 0;  // core/team: the root whose regions it takes part in, itself if it is one; as above
  int bound_place = -1;           // core/team: the place that the thread is bound to; -1 = none, -2 = not known
  std::uint64_t shown_affinity = 0;  // digest of the region whose threads showed themselves when this one started it
  Counters counters;
  trace::ActivityClock clock;  // with statistics only
  task::EventPool events;      // others put events back there, DETACH-3
  trace::ThreadRecord seen;    // what a tool knows of this thread
  // For a debugger, because it has no other way from a thread to its Worker. Written when the thread begins, and after
  // fork().
  const void* thread_pointer = nullptr;
  const sleep::LongWait* long_wait = nullptr;  // the thread's
  std::int32_t kernel_id = 0;
  Recording* recording = nullptr;  // graphs that tasks on its stacks record, newest first (taskgraph.h)
  bool had_short_loop = false;     // several tasks of its last taskloop lasted less than some microseconds

  // --- any thread ---
  // Tasks of this worker's memory that others finished (RETURN-1). Those for which the ring has no place are in the list
  // `returned`, newest first, which holds asleep_mark() while the worker sleeps in a wait for them. Others push by
  // compare-and-swap; the worker takes the list whole.
  ReturnRings returned_rings;
  alignas(platform::cache_line) atomic<task::Task*> returned{nullptr};
  sleep::EventCount returned_event;  // where it sleeps for a return
  // This worker only. With returns=pending: its tasks that have not come back, and what `returned` holds when no list is there.
  task::PendingQueue* pending = nullptr;
  task::Task* no_return = nullptr;

  // --- core/team ---
  alignas(
      platform::cache_line) threading::CrewMember lent;  // as its crew knows it: lent to a team, its job the TeamThread
  TeamThread* initial = nullptr;                         // its part in its own initial team, if it ever was a root

  // In fork()'s child: its tasks that others had ended. Their parents wait as for those that never end.
  void forget_others() {
    returned.store(no_return, relaxed);  // alone
    returned_rings.clear();
  }

  sleep::WaitHistory& waits(Wait kind) { return history[static_cast<int>(kind)]; }
};

// TEAM-1: the primary changes a team's size and threads while no other thread is in a region. But a thread that has not
//   yet noticed the end of the last barrier may still look for tasks: it finds a size and at least so many threads of
//   now or before, and structs of threads live for ever. One of those may be in another team by now. What is stolen
//   there belongs there, and in its own team's next region nothing is for that thread (Waiter::is_late).
class TeamSize {
 public:
  operator std::int32_t() const { return value_.load(acquire); }      // [TEAM-1] the threads come with the size
  void operator=(std::int32_t size) { value_.store(size, release); }  // [TEAM-1]

 private:
  atomic<std::int32_t> value_{1};
};
class ThreadTable {
 public:
  TeamThread* operator[](int number) const { return slots_.load(acquire)[number].load(acquire); }  // [TEAM-1]
  // [TEAM-1] own write
  void set(int number, TeamThread* thread) { slots_.load(relaxed)[number].store(thread, release); }
  void move_to(atomic<TeamThread*>* slots) { slots_.store(slots, release); }  // [TEAM-1]

 private:
  atomic<atomic<TeamThread*>*> slots_{nullptr};
};

struct PolicyObject;

inline constexpr std::int32_t kUsualFew = 8;

// What the threads of a team share for running tasks. The rest of a team is core/team's.
struct TeamTasks {
  // [TEAM-1] written by the primary
  ThreadTable threads;
  TeamSize size;
  bool alone = false;  // fork()'s child: the other threads do not exist
  // CLAIM-1 (policy.h): the policy's object for this team, made for policy_threads threads and replaced by a larger one
  // when the team grows; and those that were replaced while a thread was late. Written by the primary between regions.
  atomic<PolicyObject*> policy_object{nullptr};
  std::int32_t policy_threads = 0;
  PolicyObject* left_objects = nullptr;
  // A team of more threads counts as one of many: a line that all of its threads write would be hot. Written with the
  // object.
  std::int32_t few = kUsualFew;

  // Read at each look, rarely written.
  // SLEEP-1. `tasking`: some thread has deferred a task in this region; set by any, cleared between regions.
  alignas(platform::cache_line) atomic<bool> tasking{false};
  atomic<bool> cancelled{false};                // cancel parallel; set by any, cleared between regions
  atomic<std::uint64_t> finished_elsewhere{0};  // [BARRIER-1] ends of tasks by threads outside the team (detach)

  // Threads that sleep, or are about to, until there is work.
  alignas(platform::cache_line) atomic<std::int32_t> sleepers{0};
  sleep::EventCount idle_event;  // where they sleep: also the barrier's release
  atomic<bool> watched{false};   // CROWD-1: one of them looks again after a while; that one writes it
  // How many of these sleep without a limit. It is on a line of its own, because a thread that makes tasks looks there
  // again and again.
  alignas(platform::cache_line) atomic<std::int32_t> long_sleepers{0};

  SharedQueue shared;  // tasks by priority, and those that have no other place

  // In fork()'s child, whose thread is in the team.
  void forget_others() {
    alone = size > 1;
    sleepers.store(0, relaxed);  // alone, as for the next
    long_sleepers.store(0, relaxed);
    watched.store(false, relaxed);
  }
};

inline bool is_many(const TeamTasks& team) { return team.size > team.few; }

// How deep a thread looks for tasks. `utmost`: because the wait has become long, it looks deeper than is good for
// others.
enum class Effort : std::uint8_t { usual, utmost };

// Where a waiting thread sleeps.
enum class Rest : std::uint8_t { none, idle, in_task };

// Room for what the policy in use keeps for each thread; engine.h checks that it is enough.
inline constexpr std::size_t kPolicyPartBytes = 768;

struct TeamThread {
  // --- this thread only, or as said ---
  // [TEAM-1] Written by the primary: when it attaches the thread, its own at the start of a region. Read by any thread of
  // the team. A late one may find the worker of before or of now; Workers live for ever.
  alignas(platform::cache_line) atomic<Worker*> worker{nullptr};
  TeamTasks* team = nullptr;
  std::int32_t number = 0;                // omp_get_thread_num
  PolicyObject* policy_object = nullptr;  // [CLAIM-1] the team's as of its last region
  void* policy_state = nullptr;           // what that leads to
  bool defers = false;                    // false: alone in the team, every task runs at once
  // The policy's position when the current task began (FLOOR-1). What this thread put since then descends from that
  // task.
  std::uint32_t floor = 0;
  // In place (spawn.h): while the word that `grant` leads to is 0, new tasks in a task that is at least `deep_from` deep
  // run where they are created. It is `requested` or no_grant.
  const atomic<std::uint32_t>* grant = &no_grant;
  std::uint32_t deep_from = 0;
  // [SUSPEND-1] The waits that the thread has left, newest first; whether there were any in this region; whether the
  // stack in use is bound; whether it waits where it may run every task of the team.
  Suspended* suspended = nullptr;
  Suspended* bound_stack = nullptr;  // the newest of these that is bound
  bool has_left_stacks = false;
  bool is_bound = false;
  bool is_in_barrier = false;
  Waiter* barrier_wait = nullptr;  // its implicit task's wait in a barrier, also while that is left [TEAM-1]
  std::int32_t full_left = 0;      // so many new tasks run where they are created, since the queue was found full
  // The policy's word, which thieves set. It is not 0 once one has sent a request to this thread, or has taken a task.
  // A policy without such a word gets no_grant, so it is asked each time.
  const atomic<std::uint32_t>* requested = &no_grant;
  atomic<std::uint32_t> no_grant{1};    // never written
  std::int32_t full_streak = 0;         // what full_left was when the queue was last found full
  std::uint64_t created_when_full = 0;  // `created` then
  std::uint64_t created_at_return = 0;  // `created` when it last looked for its ended tasks (take_some_returned)
  // The waiting task in which this thread might run none of the tasks that it saw in the shared queue, what puts() was
  // then, and how deep it looked, so that it need not look at the same tasks again.
  const task::Task* refused_in = nullptr;
  std::uint32_t refused_puts = 0;
  Effort refused_with = {};
  // As these, for looks in passing.
  const task::Task* passed_in = nullptr;
  std::uint32_t passed_puts = 0;
  // A task of this region that has more unfinished children must wait before it makes more (THROTTLE-1).
  std::int32_t most_children = 0;
  // BARRIER-1 and statistics: deferred tasks created and finished by this thread; written by it, read by the
  // thread that checks whether the team has tasks left. They begin at 0 in each region.
  atomic<std::uint64_t> created{0};
  atomic<std::uint64_t> finished{0};
  // Written by this thread, and read by a thread that puts something for it alone (POLICY-1). It is not on the line
  // that each task writes, so the reader does not disturb.
  alignas(platform::cache_line) atomic<Rest> rest{Rest::none};
  // A processor of the place that it is bound to; -1 = not bound. Written by it, read by thieves as a hint.
  atomic<std::int32_t> processor{-1};

  // What the policy keeps for this thread, made with the struct (Policy::begin_thread). It stays with the
  // struct, whatever team that is in. So a thread that is late from a barrier (TEAM-1) is still the only owner
  // of the queue that it uses.
  alignas(platform::cache_line) unsigned char policy_part[kPolicyPartBytes];

  alignas(platform::cache_line) task::Task implicit;
  trace::TaskRecord seen;  // what a tool knows of that; valid while `implicit` has kWatched
};

// All workers by id. A slot is filled once, by the thread that makes the Worker, and stays. Any thread may look into any
// slot: clang's entries are passed an id that may be wrong, and statistics go through all.
inline constexpr int kMaxWorkers = icv::kMaxThreads;
class WorkerTable {
 public:
  Worker* operator[](int id) const { return slots_[id].load(acquire); }  // the Worker as it was made
  void set(int id, Worker* made) { slots_[id].store(made, release); }

 private:
  atomic<Worker*> slots_[kMaxWorkers];
};
extern WorkerTable workers;

// The calling thread's worker, or nullptr before its first call into the runtime.
extern constinit thread_local Worker* own_worker __attribute__((tls_model("initial-exec")));

// While a tool watches, or the thread records a graph, it has deep_from 0 and never a grant. So the fate of each new task is open, and the
// entries of compiled code learn in settle_fate() that a tool watches.
inline constexpr std::uint32_t kWatchedDepth = 0;

// Must be called when `thread` or `look_below` has changed, and while a tool watches when `deep_from` has. Then one
// comparison says whether a new task runs at once. If new tasks are watched, no address must do, so that settle_fate is
// asked.
inline void note_alone(Worker& me) {
  const bool tells = me.recording != nullptr || me.thread->implicit.has(task::kWatched);
  if (tells && me.thread->deep_from == kWatchedDepth) [[unlikely]]
    me.alone_above = ~std::uintptr_t{0};
  else me.alone_above = me.thread->defers ? ~std::uintptr_t{0} : me.look_below;
}

}  // namespace xomp::sched
