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

// [GRAPH-4] The task that has run has ended.
void count_end(const Seat& me) {
  if (the_groups.terminations[static_cast<std::uint8_t>(me.group)].end_one()) tell_waiters();  // [TERM-3]
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

template <bool kEach>
void begin_group(Seat& me, std::uint8_t group) {
  if constexpr (kEach) state_of(me).counts_for = group;  // for fork()'s child
  else enter_group(me, group);
  me.group = kEach ? group | kCountsEach : group;
}

// The task is of another group than the last one. Returns what the thread runs now, if anything.
template <bool kEach>
[[gnu::noinline, gnu::cold]] Task* change_group(Seat& me, Task* task) {
  task = sift(me, task);
  if (task != nullptr) begin_group<kEach>(me, task->flags);
  return task;
}

// Finds the seat's next task if `next` is none, or is not the most urgent one.
template <bool kEach>
[[gnu::noinline]] Task* take_other(Seat& me, Task* next) {
  Task* const task = next != nullptr ? most_urgent(me, next) : take_own(me);
  return task == nullptr || runs_group(me, task->flags) ? task : change_group<kEach>(me, task);
}

// A recorded task tells its name when it has run, since count() has left that in the memory.
template <bool kRecords, bool kEach>
void run_chain(Seat& me, Task* task) {
  const std::uint16_t group_before = me.group;
  begin_group<kEach>(me, task->flags);
  ++me.inside;
  do {
    if constexpr (kRecords) {
      me.memory->name = 0;
      trace::record_graph_task(true, 0);
    }
    task->run(me, task);
    if constexpr (kRecords) trace::record_graph_task(false, me.memory->name);
    me.executed.store(me.executed.load(relaxed) + 1, relaxed);  // own; for [TERM-1] after all that the task did
    if constexpr (kEach) count_end(me);
    task = std::exchange(me.next, nullptr);                                                        // of the same group
    if (task == nullptr || task->priority != 0 || state_of(me).urgent.highest() > 0) [[unlikely]]  // own puts
      task = take_other<kEach>(me, task);
  } while (task != nullptr);
  me.group = group_before;
  --me.inside;
}

template <bool kEach>
[[gnu::always_inline]] inline void run_chain_recorded(Seat& me, Task* task) {
  const trace::During working(trace::Activity::working);
  if (trace::records_tasks()) [[unlikely]]
    return run_chain<true, kEach>(me, task);
  run_chain<false, kEach>(me, task);
}

}  // namespace

void run_counted(Seat& me, Task* task) { run_chain_recorded<false>(me, task); }
void run_counting_each(Seat& me, Task* task) { run_chain_recorded<true>(me, task); }

void inject_from_task(Seat& me, Task* task) {
  if (me.group == (task->flags | kCountsEach)) {
    the_groups.terminations[task->flags].add_one();  // [TERM-3] [GRAPH-4]
    return keep(me, task);
  }
  the_groups.terminations.add_external(task->flags, true);  // [GRAPH-2]
  put_into(graph_view(), me, task);
}

void fall_idle(Seat& me) {
  SeatState& state = state_of(me);
  if (me.view->counts_each) return send_home(*me.memory);
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
    if (!seat->view->counts_each) state.balance.wake_up(the_groups.terminations[state.counts_for]);
  }
  the_groups.waiters.store(waiters, relaxed);  // alone
}

}  // namespace xomp::graph
