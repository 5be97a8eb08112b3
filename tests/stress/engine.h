// Regions and tasks from lambdas, on the engine's own interface: what the ABIs do, without a compiler in between. What the
// tests guard is plain data wherever OpenMP gives an order, so a thread sanitizer sees every order that is missing.
// XOMP_STRESS_SEED repeats a run.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <random>
#include <thread>
#include <type_traits>
#include <utility>

#include "core/sched/dependent.h"
#include "core/sched/detach.h"
#include "core/sched/finish.h"
#include "core/sched/in_place.h"
#include "core/sched/spawn.h"
#include "core/sched/taskgroup.h"
#include "core/sched/waiting.h"
#include "core/task/dependences.h"
#include "core/task/taskgroup.h"
#include "core/team/roots.h"
#include "core/team/team.h"
#include "scale.h"

namespace xomp::testing {

using sched::Worker;
using task::Task;

inline Worker& me() { return team::self(); }
inline int thread_number() { return me().thread->number; }

// Some nanoseconds of work that the compiler cannot drop.
inline void work(std::uint64_t steps) {
  for (std::uint64_t i = 0; i < steps; ++i) asm volatile("" ::"r"(i));
}

inline std::uint64_t seed_of_run() {
  static const std::uint64_t seed = [] {
    const char* asked = std::getenv("XOMP_STRESS_SEED");
    const std::uint64_t s = asked != nullptr ? std::strtoull(asked, nullptr, 0) : std::random_device{}();
    std::printf("XOMP_STRESS_SEED=%llu\n", static_cast<unsigned long long>(s));
    return s;
  }();
  return seed;
}

// A small generator that tasks can carry along.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  std::uint64_t below(std::uint64_t n) { return next() % n; }

 private:
  std::uint64_t state_;
};

// Runs `body()` on `threads` threads as one parallel region, from the calling thread.
template <class Body>
void region(int threads, Body&& body) {
  using Function = std::remove_reference_t<Body>;
  team::Region description{};
  description.invoke = [](Worker&, const team::Region& r) { (*static_cast<Function*>(r.data))(); };
  description.data = const_cast<void*>(static_cast<const void*>(&body));
  team::Request request;
  request.threads = threads;
  team::parallel(me(), description, request);
}

// The same for a part that only thread 0 executes, while the others wait in the barrier at the region's end.
template <class Body>
void masked_region(int threads, Body&& body) {
  region(threads, [&] {
    if (thread_number() == 0) body();
  });
}

// A task with a copy of `body`, not handed over.
template <class Body>
Task* make(Body body, std::uint32_t flags = 0) {
  Task* t = sched::create_task(me(), sizeof(Body), flags | task::kPlainBody | task::kThunk);
  t->body = reinterpret_cast<void*>(static_cast<void (*)(void*)>([](void* data) { (*static_cast<Body*>(data))(); }));
  t->data = task::data_of(t);
  t->thunk = [](int, Task* ended) { static_cast<Body*>(task::data_of(ended))->~Body(); };
  new (t->data) Body(std::move(body));
  if ((flags & task::kDetachable) != 0) sched::open_event(me(), t);
  return t;
}

template <class Body>
void spawn(Body body, std::uint32_t flags = 0) {
  sched::submit(me(), make(std::move(body), flags));
}

template <class Body>
void spawn_with_priority(std::int32_t priority, Body body) {
  Task* t = make(std::move(body), task::kPriority);
  t->priority = priority;
  sched::submit(me(), t);
}

template <class Body>
void undeferred(Body body, std::uint32_t flags = 0) {
  sched::run_undeferred(me(), make(std::move(body), flags));
}

inline void taskwait() { sched::taskwait(me()); }

template <class Body>
void taskgroup(Body&& body) {
  sched::begin_taskgroup(me());
  body();
  sched::end_taskgroup(me());
}

// Fulfils the event of a detachable task, which cannot have ended before.
inline void fulfill(Task* t) { sched::fulfill_event(me(), t->event->handle()); }

// A wait of the test itself, without a task scheduling point: for what must come about without this thread's help.
// False after a while that no working runtime needs.
template <class Ready>
bool comes_about(Ready&& ready) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(200);
  while (!ready()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace xomp::testing
