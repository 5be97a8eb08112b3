// The team that a scheduling policy sees of a graph's threads.
#include "core/graph/policy_queues.h"

#include "core/graph/graph.h"
#include "core/graph/policy_team.h"
#include "core/sched/hand_over.h"
#include "core/sched/spawn.h"
#include "core/sleep/pressure.h"
#include "platform/fence.h"

namespace xomp::graph {

namespace {

using Descriptor = task::Task;

constinit atomic<PolicyTeam*> seats{nullptr};  // [VISIT-2] written by open() and in fork()'s child

// The calling thread is in the policy's team as long as this lives.
class SeatVisit : public Visit {
 public:
  explicit SeatVisit(Engine& engine) : Visit(*engine.worker, engine.seat->thread) {}
};

Descriptor* describe(Engine& engine, Task* task, std::int32_t seat) {
  return describe(*engine.worker, engine.described, task, seat);
}

}  // namespace

namespace {

// [VISIT-2] Whether all seats were free and are the caller's now.
bool take_all_seats(PolicyTeam& team) {
  for (int i = 0; i < team.count; ++i) {
    if (!team.all[i].taken.exchange(true, acquire)) continue;  // [VISIT-1]
    while (--i >= 0) team.all[i].taken.store(false, release);
    return false;
  }
  return true;
}

void move_shared(PolicyTeam& from, PolicyTeam& to) {
  while (Descriptor* const t = from.team.shared.take_first(0, false)) sched::put_aside(to.team, t);
}

// The caller has all seats of `from`.
void move_tasks(PolicyTeam& from, PolicyTeam& to) {
  sched::policy->drain(
      from.team, from.all[0].thread,
      [](Descriptor* t, void* team) { sched::put_aside(*static_cast<sched::TeamTasks*>(team), t); }, &to.team);
  move_shared(from, to);
  from.team.idle_event.signal();  // threads without a seat nap there
}

}  // namespace

void seat_crew(int threads) {
  if (!uses_policy()) return;
  PolicyTeam* const now = seats.load(relaxed);  // the caller alone writes it
  if (now != nullptr && (now->count >= threads || !take_all_seats(*now))) return;
  PolicyTeam* const next = make_policy_team(threads, *engine_of(self()).worker);
  seats.store(next, release);  // [VISIT-1] the seats as they were made
  if (now == nullptr) return;
  platform::fence_seq_cst();  // [VISIT-2]
  move_tasks(*now, *next);
}

void take_seat(Worker& me, int number) {
  PolicyTeam* const there = seats.load(acquire);  // [VISIT-1]
  Engine& engine = engine_of(me);
  if (there == nullptr || number >= there->count || engine.seat != nullptr) return;
  PolicySeat& seat = there->all[number];
  if (seat.taken.load(relaxed) || seat.taken.exchange(true, acquire)) return;  // [VISIT-1] [VISIT-2]
  seat.thread.worker.store(engine.worker, release);                            // [TEAM-1]
  engine.seat = &seat;
  const SeatVisit visit(engine);
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
    if (seats.load(acquire) == nullptr) open(1);  // [VISIT-1] a program that has opened no graph
    PolicyTeam* there = seats.load(acquire);      // [VISIT-1]
    sched::put_aside(there->team, describe(engine, task, 0));
    // [VISIT-2] put_aside() has passed a full fence
    for (PolicyTeam* now; (now = seats.load(relaxed)) != there; there = now) move_shared(*there, *now);
    return;
  }
  Descriptor* const t = describe(engine, task, engine.seat->thread.number);
  const SeatVisit visit(engine);
  put_described(*engine.worker, task, t);
}

Task* take_by_policy(Worker& me) {
  Engine& engine = engine_of(me);
  if (engine.seat == nullptr) {
    PolicyTeam* const there = seats.load(acquire);  // [VISIT-1]
    if (there == nullptr || there->team.shared.looks_empty()) return nullptr;
    return described(*engine.worker, there->team.shared.take_first(engine.worker->id, false));
  }
  Descriptor* t;
  {
    const SeatVisit visit(engine);
    t = sched::policy->next_task(*engine.worker, sched::Allowed::any);
  }
  return described(*engine.worker, t);
}

Task* search_by_policy(Worker& me, sched::Effort effort) {
  Engine& engine = engine_of(me);
  if (engine.seat == nullptr) return take_by_policy(me);
  Descriptor* t;
  {
    const SeatVisit visit(engine);
    t = sched::policy->search(*engine.worker, sched::Allowed::any, effort);
  }
  return described(*engine.worker, t);
}

void sleep_by_policy(Worker& me, sched::Condition over, sched::Nap& nap) {
  Engine& engine = engine_of(me);
  const bool is_counted = !engine.worker->is_root;
  if (is_counted) sleep::Present::leave();
  if (engine.seat != nullptr) {
    const SeatVisit visit(engine);
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
