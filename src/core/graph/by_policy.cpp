// The team that a scheduling policy sees of a view's seats, and the descriptors of what it queues.
#include "core/graph/by_policy.h"

#include <new>

#include "core/graph/graph.h"
#include "core/sched/finish.h"
#include "core/sched/hand_over.h"
#include "core/sched/spawn.h"
#include "core/task/task.h"
#include "platform/memory.h"

namespace xomp::graph {

// Never destroyed, because a late thread may look into it.
struct PolicyTeam {
  sched::TeamTasks team;
  sched::TeamThread* all = nullptr;
};

namespace {

constexpr std::size_t kMostHeld = std::size_t{1} << 18;
constexpr std::uint64_t kPutsForALook = 1024;

sched::TeamThread& thread_of(Seat& me) { return me.view->team->all[me.number]; }

// The calling thread is in the policy's team as long as this lives.
class Visit {
 public:
  Visit(sched::Worker& me, sched::TeamThread& seat) : me_(me), thread_(me.thread), current_(me.current) {
    me_.thread = &seat;
    me_.current = &seat.implicit;
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
  task::Task* const current_;
};

task::Task* describe(sched::Worker& me, std::uint32_t& count, Task* task, std::int32_t seat) {
  constexpr std::uint32_t kPace = 64;
  if (++count % kPace == 0) sched::take_returned(me);
  std::uint32_t size_class;
  task::Task* const t = me.pool.allocate(task::kHeaderBytes, &size_class);
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

Task* taken(Seat& me, task::Task* descriptor) {
  if (descriptor == nullptr) return nullptr;
  atomic<std::uint64_t>& count = state_of(me).taken;
  count.store(count.load(relaxed) + 1, release);  // [VIEW-4]
  Task* const task = static_cast<Task*>(descriptor->data);
  sched::discard(worker_of(me), descriptor);
  return task;
}

}  // namespace

PolicyTeam* make_view_team(std::uint32_t seats) {
  if (!uses_policy()) return nullptr;
  sched::Worker& worker = *state_of(own_memory()).worker;  // stands for the threads of all seats until these come
  const auto n = static_cast<std::size_t>(seats);
  PolicyTeam* const made = new (platform::allocate_forever(sizeof(PolicyTeam), alignof(PolicyTeam))) PolicyTeam;
  auto* const slots = static_cast<atomic<sched::TeamThread*>*>(platform::allocate_forever(n * sizeof(atomic<void*>)));
  made->all = static_cast<sched::TeamThread*>(
      platform::allocate_forever(n * sizeof(sched::TeamThread), alignof(sched::TeamThread)));
  made->team.threads.move_to(slots);
  const int count = static_cast<int>(seats);
  sched::prepare_policy(made->team, count);
  for (int i = 0; i < count; ++i) {
    sched::TeamThread& thread = *new (&made->all[i]) sched::TeamThread;
    thread.team = &made->team;
    thread.number = i;
    thread.defers = true;
    thread.worker.store(&worker, relaxed);                               // published with the team, as all that follows
    thread.implicit.root.store(static_cast<std::uint16_t>(i), relaxed);  // as above
    thread.implicit.flags.store(task::kImplicit | task::kKnown | task::kUntied, relaxed);
    sched::policy->begin_thread(thread);
    made->team.threads.set(i, &thread);
  }
  made->team.size = count;
  made->team.tasking.store(true, relaxed);  // as above: graphs have no regions, in which it would begin as false
  for (int i = 0; i < count; ++i) sched::policy->leave(made->team, i);
  return made;
}

void join_view_team(Seat& me) {
  if (me.view->team == nullptr) return;
  sched::Worker& worker = worker_of(me);
  thread_of(me).worker.store(&worker, release);  // [TEAM-1]
  const Visit visit(worker, thread_of(me));
  sched::begin_region(worker);
}

void leave_view_team(Seat& me) {
  if (me.view->team == nullptr) return;
  const Visit visit(worker_of(me), thread_of(me));
  sched::policy->before_sleep(worker_of(me), sched::Allowed::any);
  sched::policy->leave(me.view->team->team, static_cast<int>(me.number));
}

bool put_by_policy(Seat& me, Task* task) {
  sched::Worker& worker = worker_of(me);
  SeatState& state = state_of(me);
  task::Task* const t = describe(worker, state.described, task, static_cast<std::int32_t>(me.number));
  const std::uint64_t n = state.put.load(relaxed) + 1;
  state.put.store(n, relaxed);  // [VIEW-4] before the task can be taken, which acquires what was before
  const Visit visit(worker, thread_of(me));
  // The task is spilled if the policy has no room, or if it has a priority and the policy does not sort by priority.
  const bool by_policy = sched::policy->by_priority || task->priority == 0;
  if (!by_policy || !sched::policy->make_ready(worker, *t, false)) sched::spill(me.view->team->team, t);
  if (n % kPutsForALook == 0) state.is_flooded = held_by_policy(*me.view) > kMostHeld;
  return !state.is_flooded;
}

Task* take_by_policy(Seat& me) {
  sched::Worker& worker = worker_of(me);
  const Visit visit(worker, thread_of(me));
  return taken(me, sched::policy->next_task(worker, sched::Allowed::any));
}

Task* search_by_policy(Seat& me, sched::Effort effort) {
  sched::Worker& worker = worker_of(me);
  const Visit visit(worker, thread_of(me));
  return taken(me, sched::policy->search(worker, sched::Allowed::any, effort));
}

std::size_t held_by_policy(View& view) {
  std::uint64_t put = 0, taken = 0;
  for (std::uint32_t i = 0; i < view.seats; ++i) taken += state_of(view.seat[i]).taken.load(acquire);  // [VIEW-4]
  for (std::uint32_t i = 0; i < view.seats; ++i) put += state_of(view.seat[i]).put.load(relaxed);      // [VIEW-4]
  return put - taken;
}

}  // namespace xomp::graph
