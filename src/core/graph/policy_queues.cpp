// The team that a scheduling policy sees of a graph's threads.
#include "core/graph/policy_queues.h"

#include <new>

#include "core/graph/graph.h"
#include "core/sched/finish.h"
#include "core/sched/hand_over.h"
#include "core/sched/spawn.h"
#include "core/sleep/pressure.h"
#include "core/task/task.h"
#include "platform/memory.h"
#include "platform/message.h"

namespace xomp::graph {

struct PolicySeat {
  sched::TeamThread thread;
  alignas(platform::cache_line) atomic<bool> taken{false};  // [VISIT-1]
};

namespace {

using Descriptor = task::Task;

// Replaced by a larger one, which happens while no task is left; never destroyed, as a late thread may look into it.
struct PolicyTeam {
  sched::TeamTasks team;
  PolicySeat* all = nullptr;
  int count = 0;
};
constinit atomic<PolicyTeam*> seats{nullptr};  // written by open() and in fork()'s child

PolicyTeam* make_seats(int count, sched::Worker& worker) {
  const auto n = static_cast<std::size_t>(count);
  PolicyTeam* const made = new (platform::allocate_forever(sizeof(PolicyTeam), alignof(PolicyTeam))) PolicyTeam;
  auto* const slots = static_cast<atomic<sched::TeamThread*>*>(platform::allocate_forever(n * sizeof(atomic<void*>)));
  made->all = static_cast<PolicySeat*>(platform::allocate_forever(n * sizeof(PolicySeat), alignof(PolicySeat)));
  made->count = count;
  made->team.threads.move_to(slots);
  sched::prepare_policy(made->team, count);
  for (int i = 0; i < count; ++i) {
    sched::TeamThread& thread = (new (&made->all[i]) PolicySeat)->thread;
    thread.team = &made->team;
    thread.number = i;
    thread.defers = true;
    thread.worker.store(&worker, relaxed);  // published with `seats`; that of a thread which takes the seat comes later
    thread.implicit.root.store(static_cast<std::uint16_t>(i), relaxed);  // as above, and so are those below
    thread.implicit.flags.store(task::kImplicit | task::kKnown | task::kUntied, relaxed);
    sched::policy->begin_thread(thread);
    made->team.threads.set(i, &thread);
  }
  made->team.size = count;
  made->team.tasking.store(true, relaxed);  // as above: graphs have no regions, in which it would begin as false
  return made;
}

// The calling thread is in the policy's team as long as this lives.
class Visit {
 public:
  explicit Visit(Engine& engine) : me_(*engine.worker), thread_(me_.thread), current_(me_.current) {
    me_.thread = &engine.seat->thread;
    me_.current = &engine.seat->thread.implicit;
  }
  ~Visit() {
    me_.thread = thread_;
    me_.current = current_;
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  sched::Worker& me_;
  sched::TeamThread* const thread_;
  Descriptor* const current_;
};

Descriptor* describe(Engine& engine, Task* task, std::int32_t seat) {
  constexpr std::uint32_t kPace = 64;
  sched::Worker& me = *engine.worker;
  if (++engine.described % kPace == 0) sched::take_returned(me);
  std::uint32_t size_class;
  Descriptor* const t = me.pool.allocate(task::kHeaderBytes, &size_class);
  const std::uint32_t priority = task->priority != 0 ? std::uint32_t{task::kPriority} : 0;
  t->flags.store(size_class | task::kPlainBody | task::kKnown | priority, relaxed);  // published with the task
  t->parent.store(nullptr, relaxed);                                                 // as above, and so are those below
  t->root.store(static_cast<std::uint16_t>(seat), relaxed);
  t->depth.store(1, relaxed);
  t->unfinished = 0;
  t->priority = task->priority;
  t->saved_floor = 0;
  t->data = task;
  return t;
}

// The thread has taken it.
Task* described(Engine& engine, Descriptor* t) {
  if (t == nullptr) return nullptr;
  Task* const task = static_cast<Task*>(t->data);
  sched::discard(*engine.worker, t);
  return task;
}

}  // namespace

void seat_crew(int threads) {
  if (!uses_policy()) return;
  PolicyTeam* const now = seats.load(relaxed);  // the caller alone writes it
  if (now != nullptr && now->count >= threads) return;
  seats.store(make_seats(threads, *engine_of(self()).worker), release);  // [VISIT-1] the seats as they were made
}

void take_seat(Worker& me, int number) {
  PolicyTeam* const there = seats.load(acquire);  // [VISIT-1]
  Engine& engine = engine_of(me);
  if (there == nullptr || number >= there->count || engine.seat != nullptr) return;
  PolicySeat& seat = there->all[number];
  if (seat.taken.load(relaxed) || seat.taken.exchange(true, acquire)) return;  // [VISIT-1]
  seat.thread.worker.store(engine.worker, release);                            // [TEAM-1]
  engine.seat = &seat;
  const Visit visit(engine);
  sched::begin_region(*engine.worker);
}

void leave_seat(Worker& me) {
  Engine& engine = engine_of(me);
  if (engine.seat == nullptr) return;
  PolicySeat& seat = *engine.seat;
  engine.seat = nullptr;
  seat.taken.store(false, release);  // [VISIT-1]
}

void put_by_policy(Worker& me, Task* task) {
  Engine& engine = engine_of(me);
  if (engine.seat == nullptr) {
    if (seats.load(acquire) == nullptr) open(1);    // [VISIT-1] a program that has opened no graph
    PolicyTeam* const there = seats.load(acquire);  // [VISIT-1]
    return sched::put_aside(there->team, describe(engine, task, 0));
  }
  sched::TeamThread& thread = engine.seat->thread;
  Descriptor* const t = describe(engine, task, thread.number);
  const Visit visit(engine);
  const bool by_policy = sched::policy->by_priority || task->priority == 0;
  if (by_policy && sched::policy->make_ready(*engine.worker, *t, false)) return;
  sched::put_aside(*thread.team, t);
}

Task* take_by_policy(Worker& me) {
  Engine& engine = engine_of(me);
  if (engine.seat == nullptr) {
    PolicyTeam* const there = seats.load(acquire);  // [VISIT-1]
    if (there == nullptr || there->team.shared.looks_empty()) return nullptr;
    return described(engine, there->team.shared.take_first(engine.worker->id, false));
  }
  Descriptor* t;
  {
    const Visit visit(engine);
    t = sched::policy->next_task(*engine.worker, sched::Allowed::any);
  }
  return described(engine, t);
}

Task* search_by_policy(Worker& me, sched::Effort effort) {
  Engine& engine = engine_of(me);
  if (engine.seat == nullptr) return take_by_policy(me);
  Descriptor* t;
  {
    const Visit visit(engine);
    t = sched::policy->search(*engine.worker, sched::Allowed::any, effort);
  }
  return described(engine, t);
}

void sleep_by_policy(Worker& me, sched::Condition over, sched::Nap& nap) {
  Engine& engine = engine_of(me);
  const bool is_counted = !engine.worker->is_root;
  if (is_counted) sleep::Present::leave();
  if (engine.seat != nullptr) {
    const Visit visit(engine);
    sched::sleep_idle(*engine.worker, over, nap);
  } else if (PolicyTeam* const there = seats.load(acquire)) {  // [VISIT-1]
    // Nobody wakes a thread without a seat for a task: it looks again after a nap.
    const std::uint32_t announced = there->team.idle_event.announce();
    bool timed_out = false;
    if (!over.holds(over.argument))
      timed_out = there->team.idle_event.sleep(announced, nap.ns()) == platform::WaitResult::timed_out;
    nap.end(timed_out);
  }
  if (is_counted) sleep::Present::enter();
}

void wake_sleepers_of_policy() {
  if (PolicyTeam* const there = seats.load(acquire)) there->team.idle_event.signal();  // [VISIT-1]
}

void forget_seats() { seats.store(nullptr, relaxed); }  // alone

}  // namespace xomp::graph
