// OpenMP tasks for the programs of the simulator: the calls into the engine that compiled code makes by an ABI
// (src/abi_llvm/task.cpp), by the same fast paths. Bodies are lambdas that capture by value or by address. Each task
// waits for its children (critical_path.h).
#pragma once

#include <initializer_list>
#include <new>

#include "core/sched/dependent.h"
#include "core/sched/in_place.h"
#include "core/sched/spawn.h"
#include "core/sched/waiting.h"
#include "core/task/dependences.h"
#include "core/team/roots.h"
#include "core/team/team.h"
#include "models/simulate/critical_path.h"

namespace xomp::simulate {

inline bool tasks_are_untied = false;  // set before the first task

inline int thread_number() { return sched::own_worker->thread->number; }

template <class Body>
void run_body(void* data) {
  path_begun(data);
  (*static_cast<Body*>(data))();
  path_ended();
}

template <class Body>
task::Task* make_task(sched::Worker& me, const Body& body) {
  const std::uint32_t tie = tasks_are_untied ? std::uint32_t{task::kUntied} : 0;
  task::Task* t = sched::take_descriptor(me, sizeof(Body), tie);
  if (t == nullptr) t = sched::create_task(me, sizeof(Body), tie);
  path_created(new (task::data_of(t)) Body(body));
  return t;
}

inline void set_body(task::Task* t, void (*body)(void*)) {
  t->body = reinterpret_cast<void*>(body);
  t->data = task::data_of(t);
  t->set(task::kPlainBody);
}

// #pragma omp task
template <class Body>
void spawn(const Body& body) {
  const PathElsewhere elsewhere;
  sched::Worker& me = *sched::own_worker;
  task::Task* const t = make_task(me, body);
  sched::Fate fate = sched::fate_of(me);
  if (fate == sched::Fate::open) fate = sched::settle_fate(me);
  if (fate == sched::Fate::deferred) {
    set_body(t, run_body<Body>);
    return sched::defer(me, t);
  }
  if (fate == sched::Fate::in_place && sched::is_simple_in_place(me, t)) {
    if (!me.current->has(task::kUntied)) t->clear(task::kUntied);  // [SUSPEND-1]
    return sched::run_in_place(me, t, [t] { run_body<Body>(task::data_of(t)); });
  }
  set_body(t, run_body<Body>);
  sched::submit(me, t);
}

struct Dependence {
  void* address;
  task::DependenceKind kind;
};
inline Dependence in(void* address) { return {address, task::DependenceKind::in}; }
inline Dependence inout(void* address) { return {address, task::DependenceKind::out}; }

// #pragma omp task depend(...)
template <class Body>
void spawn_after(std::initializer_list<Dependence> dependences, const Body& body) {
  const PathElsewhere elsewhere;
  sched::Worker& me = *sched::own_worker;
  task::Task* const t = make_task(me, body);
  set_body(t, run_body<Body>);
  for (const Dependence& d : dependences) path_depends(task::data_of(t), d.address, d.kind != task::DependenceKind::in);
  if (sched::needs_no_dependences(me, t)) return sched::submit(me, t);
  sched::adopt(me, t);
  task::DependenceBuilder builder(me.pool, me.current, t, task::DependenceBuilder::Mode::registered, me.thread->team);
  for (const Dependence& d : dependences) builder.add(d.address, d.kind);
  sched::submit_dependent(me, t, builder);
}

inline void taskwait() {
  {
    const PathElsewhere elsewhere;
    sched::taskwait(*sched::own_worker);
  }
  path_waited();
}

// #pragma omp parallel num_threads(threads); returns after its barrier.
template <class Body>
void parallel(int threads, const Body& body) {
  sched::Worker& me = team::self();
  team::Region region{};
  region.invoke = [](sched::Worker&, const team::Region& r) { (*static_cast<const Body*>(r.data))(); };
  region.data = const_cast<Body*>(&body);
  team::Request request;
  request.threads = threads;
  team::parallel(me, region, request);
}

}  // namespace xomp::simulate
