// Finding the calling thread's worker. A thread that the runtime has not made (the program's main thread, a
// std::thread) becomes a root at its first call: a worker with an initial team of its own, until the thread ends.
#pragma once

#include <cstdint>

#include "core/sched/worker.h"

namespace xomp::team {

using sched::Worker;

[[gnu::cold, gnu::noinline]] Worker& register_root();
// Registers the calling thread as a root, as register_root() does. `crew` is the crew of a thread that the runtime has started; nullptr
// says that the program has started the thread.
Worker& register_root_of(threading::Crew* crew);

// Returns the calling thread's worker. Registers the thread at its first call.
inline Worker& self() {
  Worker* me = sched::own_worker;
  if (me == nullptr) [[unlikely]]
    return register_root();
  return *me;
}

// Returns the worker with clang's global thread id `id`. Code that ran before the thread was known may pass a wrong
// one. Then it returns the calling thread's.
inline Worker& worker_of(std::int32_t id) {
  if (static_cast<std::uint32_t>(id) >= static_cast<std::uint32_t>(sched::kMaxWorkers)) [[unlikely]]
    return self();
  Worker* me = sched::workers[id];
  if (me == nullptr) [[unlikely]]
    return self();
  return *me;
}

// Makes the runtime notice the end of each thread that calls into it. Called once, before the first root.
void watch_thread_exits();

}  // namespace xomp::team
