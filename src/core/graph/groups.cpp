// Groups of tasks: which numbers are in use, whose word a thread counts in, and tasks that were taken by a thread which waits
// for another group.
#include "core/graph/engine.h"
#include "core/graph/graph.h"
#include "core/graph/policy_queues.h"
#include "platform/fence.h"
#include "platform/short_lock.h"

namespace xomp::graph {

namespace {

struct Numbers {
  platform::ShortLock lock;
  bool used[kGroups] = {true};  // under the lock; group 0 is always there
};
constinit Numbers numbers;

}  // namespace

std::uint32_t open_group() {
  const platform::ShortGuard guard(numbers.lock);
  for (std::uint32_t group = 1; group < kGroups; ++group) {
    if (numbers.used[group]) continue;
    numbers.used[group] = true;
    the_graph.terminations.know(group + 1);
    return group;
  }
  return 0;
}

void close_group(std::uint32_t group) {
  const platform::ShortGuard guard(numbers.lock);
  if (group != 0) numbers.used[group] = false;
}

void forget_groups() {
  numbers.lock.unlock();
  for (std::uint32_t group = 0; group < kGroups; ++group) {
    the_graph.terminations[group].open(0);
    the_graph.aside[group].forget();
  }
}

bool is_wait_over(const Engine& engine) {
  return engine.waits_for == kAllGroups ? the_graph.terminations.all_over()
                                        : the_graph.terminations[engine.waits_for].is_over();
}

namespace {
// [GRAPH-2] The last task of a group has ended.
void tell_waiters() {
  platform::fence_seq_cst();  // between termination's word and waiters
  if (the_graph.waiters.load(relaxed) == 0) return;
  if (uses_policy()) wake_sleepers_of_policy();
  else the_graph.idle_event.signal();
}
void add_up(Engine& engine, Worker& me) {
  engine.balance.count(me.balance);
  me.balance = 0;
}
}  // namespace

void enter_group(Worker& me, std::uint32_t group) {
  Engine& engine = engine_of(me);
  auto& words = the_graph.terminations;
  if (engine.counts_for == group) return engine.balance.wake_up(words[group]);  // [TERM-1]
  add_up(engine, me);
  const bool is_last = engine.balance.change(words[engine.counts_for], words[group]);  // [TERM-1]
  engine.counts_for = group;
  if (is_last) tell_waiters();
}

void leave_group(Worker& me) {
  Engine& engine = engine_of(me);
  if (engine.balance.is_idle()) return;
  add_up(engine, me);
  if (engine.balance.fall_idle(the_graph.terminations[engine.counts_for])) tell_waiters();  // [TERM-1]
}

void put_aside(Task* task) {
  the_graph.aside[task->flags].put(task);
  // The signal tells all: a thread that waits for another group again would not pass it on.
  if (uses_policy()) wake_sleepers_of_policy();
  else the_graph.idle_event.signal();
}

Task* take_aside(const Engine& engine) {
  if (engine.waits_for != kAllGroups) return the_graph.aside[engine.waits_for].take();
  for (std::uint32_t group = 0; group < the_graph.terminations.known(); ++group)
    if (Task* const task = the_graph.aside[group].take()) return task;
  return nullptr;
}

bool has_others(const Engine& engine) {
  if (engine.waits_for == kAllGroups) return false;
  for (std::uint32_t group = 0; group < the_graph.terminations.known(); ++group)
    if (group != engine.waits_for && !the_graph.terminations[group].is_over()) return true;
  return false;
}

bool has_aside(const Engine& engine) {
  if (engine.waits_for != kAllGroups) return !the_graph.aside[engine.waits_for].looks_empty();
  for (std::uint32_t group = 0; group < the_graph.terminations.known(); ++group)
    if (!the_graph.aside[group].looks_empty()) return true;
  return false;
}

}  // namespace xomp::graph
