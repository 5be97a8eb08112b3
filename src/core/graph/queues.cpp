// Where ready tasks lie and how they are found.
#include "core/graph/engine.h"
#include "core/graph/graph.h"
#include "core/graph/policy_queues.h"
#include "platform/cpu.h"
#include "platform/fence.h"
#include "platform/memory.h"
#include "platform/random.h"

namespace xomp::graph {

namespace {

void set_ring(Engine& engine) {
  using Slot = atomic<Task*>;
  void* const memory = platform::allocate_forever(sizeof(Slot) * Engine::kRing);
  engine.deque.set_ring(static_cast<Slot*>(memory), Engine::kRing);
}

void put(Engine& engine, Task* task) {
  if (task->priority != 0) [[unlikely]] {
    if (!the_graph.has_priorities.load(relaxed))
      the_graph.has_priorities.store(true, relaxed);  // a hint with GRAPH-1's fence
    return engine.urgent.put(task);
  }
  if (engine.deque.push(task)) [[likely]]
    return;
  if (!engine.deque.has_ring()) {
    set_ring(engine);
    if (engine.deque.push(task)) return;
  }
  engine.overflow.put(task);
}

[[gnu::noinline, gnu::cold]] void wake_one() {
  if (the_graph.waking.load(relaxed) || the_graph.waking.exchange(true, relaxed)) return;  // a hint
  the_graph.idle_event.wake_one();
}

void announce() {
  platform::fence_light();                                 // [GRAPH-1]
  if (the_graph.sleepers.load(relaxed) != 0) [[unlikely]]  // [GRAPH-1]
    wake_one();
}

// What did not fit into the victim's deque has left its caches, and there is much of it: the caller takes some into its own
// deque, which is empty.
Task* take_overflowed(Engine& engine, Engine& victim) {
  constexpr std::uint32_t kSome = 32;
  Task* some[kSome];
  const std::uint32_t n = victim.overflow.take_some(some, kSome);
  if (n == 0) return nullptr;
  for (std::uint32_t i = 1; i < n; ++i) put(engine, some[i]);
  if (n > 1) announce();  // who looked for tasks meanwhile has not seen these
  return some[0];
}

Task* take_from(Engine& engine, Engine& victim) {
  if (Task* const t = victim.urgent.take_above(0)) return t;
  if (Task* const t = victim.deque.steal()) {
    if (const Task* const soon = victim.deque.soon()) platform::prefetch(soon);
    return t;
  }
  if (Task* const t = take_overflowed(engine, victim)) return t;
  return victim.urgent.take_above(UrgentTasks::kNone);
}

bool has_some(const Engine& engine) {
  return !engine.deque.looks_empty() || !engine.overflow.looks_empty() || engine.urgent.highest() != UrgentTasks::kNone;
}

Task* steal(Worker& me) {
  Engine& engine = engine_of(me);
  const std::uint32_t n = the_graph.known.load(acquire);  // the workers come with the number
  if (n < 2) return nullptr;
  std::uint32_t victim = engine.last_victim < n ? engine.last_victim : 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    Worker* const w = the_graph.workers[victim].load(acquire);  // the Worker as it was made
    if (w != nullptr && w != &me)
      if (Task* const t = take_from(engine, engine_of(*w))) {
        engine.last_victim = victim;
        sched::Counters::add(engine.worker->counters.stolen);
        return t;
      }
    victim = i == 0 ? platform::next_random(engine.random) % n : victim + 1 == n ? 0 : victim + 1;
  }
  return nullptr;
}

Task* take_own(Engine& engine) {
  if (engine.urgent.highest() > 0) [[unlikely]]
    if (Task* const t = engine.urgent.take_above(0)) return t;
  if (Task* const t = engine.deque.pop()) return t;
  if (Task* const t = engine.overflow.take()) return t;
  return engine.urgent.take_above(UrgentTasks::kNone);
}

Task* take_own_or_by_policy(Worker& me) {
  if (uses_policy()) [[unlikely]]
    return take_by_policy(me);
  return take_own(engine_of(me));
}

// The caller waits for one group, and `task` may be another one's. Puts those aside, its own until it finds one that it may
// run, of other threads' one at a time: it takes them away from threads that may run them.
[[gnu::noinline]] Task* sift(Worker& me, Task* task) {
  constexpr int kMost = 256;
  Engine& engine = engine_of(me);
  for (int i = 0; task != nullptr && task->flags != engine.waits_for; ++i) {
    put_aside(task);
    task = take_aside(engine);
    if (task == nullptr && i < kMost) task = take_own_or_by_policy(me);
  }
  return task;
}

}  // namespace

Task* take_task(Worker& me) {
  Engine& engine = engine_of(me);
  Task* task = take_own_or_by_policy(me);
  if (task == nullptr) task = take_aside(engine);
  if (task == nullptr && !uses_policy()) task = steal(me);
  if (engine.waits_for != kAllGroups) return sift(me, task);
  return task;
}

bool has_tasks(const Engine& engine) {
  if (has_aside(engine)) return true;
  // Tasks of other groups do not keep it awake. It cannot tell them from its own, and naps.
  if (has_others(engine)) return false;
  const std::uint32_t n = the_graph.known.load(acquire);  // as in steal()
  for (std::uint32_t i = 0; i < n; ++i) {
    Worker* const w = the_graph.workers[i].load(acquire);  // as in steal()
    if (w != nullptr && has_some(engine_of(*w))) return true;
  }
  return false;
}

void push(Worker& me, Task* task) {
  if (uses_policy()) [[unlikely]]
    return put_by_policy(me, task);
  put(engine_of(me), task);
  announce();
}

void push_chain(Worker& me, Task* first) {
  Engine& engine = engine_of(me);
  while (first != nullptr) {
    Task* const next = first->next;
    if (uses_policy()) put_by_policy(me, first);
    else put(engine, first);
    first = next;
  }
  if (!uses_policy()) announce();
}

void inject(Worker& me, Task* task) {
  the_graph.terminations.add_external(task->flags, me.inside != 0);  // [GRAPH-2]
  push(me, task);
  ensure_crew();
}

}  // namespace xomp::graph
