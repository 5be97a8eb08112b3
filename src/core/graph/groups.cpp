// Counting the graph's tasks, and running them group by group.
#include "core/graph/groups.h"

#include <utility>

#include "core/graph/graph.h"
#include "core/graph/view.h"
#include "core/sched/policy.h"
#include "platform/fence.h"
#include "trace/activity.h"
#include "trace/recorder.h"

namespace xomp::graph {

constinit Groups the_groups;

namespace {

bool runs_here(const Seat& seat, std::uint32_t group) {
  const std::uint32_t wanted = state_of(seat).waits_for.load(relaxed);  // own, or [GRAPH-1]
  return wanted == kAllGroups || wanted == group;
}

// [GRAPH-1] Called when the last task of a group has ended: those that wait for another one may run other tasks from now on. Called
// with a group when a task of it has been spilled: those that may run it must look.
void tell_waiters(std::uint32_t group = kAllGroups) {
  platform::fence_seq_cst();
  if (the_groups.waiters.load(relaxed) == 0) return;
  View& view = graph_view();
  for (std::uint32_t i = view.for_pool; i < view.reach.load(acquire); ++i)
    if (group == kAllGroups || runs_here(view.seat[i], group)) tell(&view.seat[i]);
}

void add_up(Seat& me) {
  SeatState& state = state_of(me);
  const std::uint64_t left = me.submitted - me.executed.load(relaxed);  // own
  state.balance.count(static_cast<std::int64_t>(left - state.left_at_count));
  state.left_at_count = left;
}

// [GRAPH-2] From now on the seat counts for this group, and is at work there.
void enter_group(Seat& me, std::uint32_t group) {
  SeatState& state = state_of(me);
  auto& words = the_groups.terminations;
  if (state.counts_for == group) return state.balance.wake_up(words[group]);  // [TERM-1]
  add_up(me);
  const bool is_last = state.balance.change(words[state.counts_for], words[group]);  // [TERM-1]
  state.counts_for = group;
  if (is_last) tell_waiters();
}

void spill(Task* task) {
  const std::uint32_t group = task->flags;  // another thread may have the task at once
  the_groups.spilled[group].put(task);
  tell_waiters(group);
  call_for_tasks(graph_view());
}

// Called when there is a more urgent task. Under a policy there may be one.
[[gnu::noinline, gnu::cold]] Task* most_urgent(Seat& me, Task* task) {
  if (me.view->team != nullptr && sched::policy->by_priority && task->priority != 0) {
    push(me, task);
    return take_own(me);
  }
  Task* const urgent = state_of(me).urgent.take_above(task->priority);  // a thief may have taken it
  if (urgent == nullptr) return task;
  push(me, task);
  return urgent;
}

// The task is of another group than the last one. Returns what the thread runs now, if anything.
[[gnu::noinline, gnu::cold]] Task* change_group(Seat& me, Task* task) {
  task = sift(me, task);
  if (task == nullptr) return nullptr;
  enter_group(me, task->flags);
  me.group = task->flags;
  return task;
}

// Finds the seat's next task if `next` is none, or is not the most urgent one.
[[gnu::noinline]] Task* take_other(Seat& me, Task* next) {
  Task* const task = next != nullptr ? most_urgent(me, next) : take_own(me);
  return task == nullptr || task->flags == me.group ? task : change_group(me, task);
}

// A recorded task tells its name when it has run, since count() has left that in the memory.
template <bool kRecords>
void run_chain(Seat& me, Task* task) {
  enter_group(me, task->flags);
  ++me.inside;
  const std::uint16_t group_before = me.group;
  me.group = task->flags;
  do {
    if constexpr (kRecords) {
      me.memory->name = 0;
      trace::record_graph_task(true, 0);
    }
    task->run(me, task);
    if constexpr (kRecords) trace::record_graph_task(false, me.memory->name);
    me.executed.store(me.executed.load(relaxed) + 1, relaxed);  // own; for [TERM-1] after all that the task did
    task = std::exchange(me.next, nullptr);                     // of the same group
    if (task == nullptr || task->priority != 0 || state_of(me).urgent.highest() > 0) [[unlikely]]  // own puts
      task = take_other(me, task);
  } while (task != nullptr);
  me.group = group_before;
  --me.inside;
}

}  // namespace

void run_counted(Seat& me, Task* task) {
  const trace::During working(trace::Activity::working);
  if (trace::records_tasks()) [[unlikely]]
    return run_chain<true>(me, task);
  run_chain<false>(me, task);
}

void fall_idle(Seat& me) {
  SeatState& state = state_of(me);
  if (state.balance.is_idle()) return;
  send_home(*me.memory);
  add_up(me);
  if (state.balance.fall_idle(the_groups.terminations[state.counts_for])) tell_waiters();  // [TERM-1]
}

Task* take_spilled(Seat& me) {
  const std::uint32_t wanted = state_of(me).waits_for.load(relaxed);  // own
  if (wanted != kAllGroups) return the_groups.spilled[wanted].take();
  for (std::uint32_t group = 0; group < the_groups.terminations.known(); ++group)
    if (Task* const task = the_groups.spilled[group].take()) return task;
  return nullptr;
}

bool has_spilled() {
  for (std::uint32_t group = 0; group < the_groups.terminations.known(); ++group)
    if (!the_groups.spilled[group].looks_empty()) return true;
  return false;
}

// It looks at many of the seat's own tasks, until it finds one that it may run. Of the others it takes only spilled
// ones, since those are for any thread that may run them.
Task* sift(Seat& me, Task* task) {
  constexpr int kMost = 256;
  for (int i = 0; task != nullptr && !runs_here(me, task->flags); ++i) {
    spill(task);
    task = take_spilled(me);
    if (task == nullptr && i < kMost) task = take_own(me);
  }
  return task;
}

bool leaves_tasks_to_others(const Seat& me) {
  const std::uint32_t wanted = state_of(me).waits_for.load(relaxed);  // own
  if (wanted == kAllGroups) return false;
  for (std::uint32_t group = 0; group < the_groups.terminations.known(); ++group)
    if (group != wanted && !the_groups.terminations[group].is_over()) return true;
  return false;
}

bool has_tasks_for(Seat& me, bool has_waited) {
  if (!leaves_tasks_to_others(me)) return has_tasks(*me.view);
  const std::uint32_t wanted = state_of(me).waits_for.load(relaxed);  // own
  return !the_groups.spilled[wanted].looks_empty() || (has_waited && has_queued(*me.view));
}

void forget_groups(Seat* mine) {
  the_groups.outside.forget();
  for (std::uint32_t group = 0; group < kGroups; ++group) {
    the_groups.terminations[group].open(0);
    the_groups.spilled[group].forget();
  }
  std::int32_t waiters = 0;
  for (Seat* seat = mine; seat != nullptr; seat = state_of(*seat).below) {
    if (!seat->view->counts) continue;
    if (seat->number >= seat->view->for_pool) ++waiters;
    if (seat->inside == 0) continue;
    SeatState& state = state_of(*seat);
    the_groups.terminations[state.counts_for].add_external(seat->inside);
    state.balance.wake_up(the_groups.terminations[state.counts_for]);
  }
  the_groups.waiters.store(waiters, relaxed);  // alone
}

}  // namespace xomp::graph
