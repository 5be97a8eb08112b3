// The team that a scheduling policy sees of a view's seats.
#include "core/graph/view_policy.h"

#include "core/graph/graph.h"
#include "core/graph/policy_team.h"
#include "core/graph/view.h"
#include "core/sched/spawn.h"

namespace xomp::graph {

namespace {

constexpr std::size_t kMostHeld = std::size_t{1} << 18;
constexpr std::uint64_t kPutsForALook = 1024;

sched::Worker& worker_of(Seat& me) { return *engine_of(*me.memory).worker; }
sched::TeamThread& thread_of(Seat& me) { return me.view->team->all[me.number].thread; }

Task* taken(Seat& me, task::Task* descriptor) {
  if (descriptor == nullptr) return nullptr;
  atomic<std::uint64_t>& count = engine_of(me).taken;
  count.store(count.load(relaxed) + 1, release);  // [VIEW-4]
  return described(worker_of(me), descriptor);
}

}  // namespace

PolicyTeam* make_view_team(std::uint32_t seats) {
  if (!uses_policy()) return nullptr;
  PolicyTeam* const made = make_policy_team(static_cast<int>(seats), *engine_of(self()).worker);
  for (int i = 0; i < made->count; ++i) sched::policy->leave(made->team, i);
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

bool put_by_view_policy(Seat& me, Task* task) {
  sched::Worker& worker = worker_of(me);
  SeatEngine& engine = engine_of(me);
  task::Task* const t = describe(worker, engine.described, task, static_cast<std::int32_t>(me.number));
  const std::uint64_t n = engine.put.load(relaxed) + 1;
  engine.put.store(n, relaxed);  // [VIEW-4] before the task can be taken, which acquires what was before
  const Visit visit(worker, thread_of(me));
  put_described(worker, task, t);
  if (n % kPutsForALook == 0) engine.is_flooded = held_by_policy(*me.view) > kMostHeld;
  return !engine.is_flooded;
}

Task* take_by_view_policy(Seat& me) {
  sched::Worker& worker = worker_of(me);
  const Visit visit(worker, thread_of(me));
  return taken(me, sched::policy->next_task(worker, sched::Allowed::any));
}

Task* search_by_view_policy(Seat& me, sched::Effort effort) {
  sched::Worker& worker = worker_of(me);
  const Visit visit(worker, thread_of(me));
  return taken(me, sched::policy->search(worker, sched::Allowed::any, effort));
}

std::size_t held_by_policy(View& view) {
  std::uint64_t put = 0, taken = 0;
  for (std::uint32_t i = 0; i < view.seats; ++i) taken += engine_of(view.seat[i]).taken.load(acquire);  // [VIEW-4]
  for (std::uint32_t i = 0; i < view.seats; ++i) put += engine_of(view.seat[i]).put.load(relaxed);      // [VIEW-4]
  return put - taken;
}

}  // namespace xomp::graph
