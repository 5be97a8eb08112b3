// The threads that run a graph's tasks while the thread that builds it does something else: a parallel region of the one
// pool, opened by a root thread of its own. The thread that waits for the graph is one more. Workers without tasks sleep.
//
// GRAPH-3: tasks are run although the crew may be closing.
//   `state` changes under `lock` only. Who submits adds its task to termination's word, then looks at `state`, and starts a
//   crew if there is none. close() is called when no task is left; a task submitted meanwhile starts the next crew.
#include <pthread.h>

#include "core/graph/engine.h"
#include "core/graph/graph.h"
#include "core/graph/policy_queues.h"
#include "core/icv/icv.h"
#include "core/sched/waiting.h"
#include "core/sleep/shared_fence.h"
#include "core/team/roots.h"
#include "core/team/team.h"
#include "platform/memory.h"
#include "platform/message.h"
#include "platform/thread.h"

namespace xomp::graph {

constinit Graph the_graph;

namespace {

enum class State : std::int32_t { none, running, closing };

struct Crew {
  platform::ShortLock lock;
  atomic<State> state{State::none};  // written under the lock
  std::int32_t threads = 0;          // that graphs run on; 0: not opened. Written by open(), before tasks
  bool started = false;              // under the lock: the fork handler is installed
  atomic<bool> over{false};          // the workers leave
  sleep::EventWord ended;            // a crew has ended
};
constinit Crew crew;

class Serving final : public sched::Waiter {
 public:
  Serving(Worker& block) : Waiter(sched::Allowed::any, sched::Wait::tasks), block_(block) {
    looks_while_tasking = true;
  }
  bool is_over(sched::Worker&) override { return crew.over.load(acquire); }
  bool run_other_work(sched::Worker&) override {
    const bool ran = run_tasks(block_);
    looks_ = ran ? 0 : looks_ + 1;
    if (looks_ == kLooksAtWork) fall_idle(block_);
    return ran;
  }
  void sleep(sched::Worker&, sched::Nap& nap) override {
    const sched::Condition over{[](void*) { return crew.over.load(acquire); }, nullptr};
    if (uses_policy()) return search_or_sleep(block_, over, nap);
    sleep_without_tasks(block_, nap_ns_, over);
  }

 private:
  static constexpr int kLooksAtWork = 8;  // a thread that finds a task soon again does not touch the graph's word
  Worker& block_;
  int looks_ = 0;
  std::uint64_t nap_ns_ = 100'000;
};

void serve(sched::Worker& me, const team::Region&) {
  Worker& block = self();
  Serving waiter(block);
  if (uses_policy()) take_seat(block, me.thread->number + 1);
  sched::wait(me, waiter);
  leave_seat(block);
  fall_idle(block);
}

void* run_crew(void*) {
  team::Request request;
  request.threads = crew.threads - 1;
  team::parallel(team::self(), {serve, nullptr, nullptr, nullptr, 0}, request);
  {
    const platform::ShortGuard guard(crew.lock);
    crew.state.store(State::none, release);  // [GRAPH-3]
    crew.over.store(false, relaxed);         // no worker is left to read it
  }
  crew.ended.signal();
  return nullptr;
}

void forget_crew() {
  crew.lock.unlock();
  crew.state.store(State::none, relaxed);  // one thread exists; so for the next
  crew.over.store(false, relaxed);
  the_graph.sleepers.store(0, relaxed);
  the_graph.waking.store(false, relaxed);
  the_graph.waiters.store(0, relaxed);
  forget_seats();
  forget_counts();
  Worker* const me = xomp_graph_self_1;
  if (me != nullptr) engine_of(*me).seat = nullptr;
  for (std::uint32_t i = 0; i < the_graph.known.load(relaxed); ++i) {
    Worker* const w = the_graph.workers[i].load(relaxed);
    if (w == nullptr || w == me) continue;
    engine_of(*w).urgent.forget();
    engine_of(*w).overflow.forget();
  }
}

[[gnu::noinline, gnu::cold]] void start_crew() {
  const platform::ShortGuard guard(crew.lock);
  if (crew.state.load(relaxed) != State::none || crew.threads < 2) return;
  if (!crew.started) pthread_atfork(nullptr, nullptr, forget_crew);
  crew.started = true;
  if (platform::start_thread(run_crew, nullptr, 0)) crew.state.store(State::running, release);
  else platform::warn_once("no thread could be started for task graphs: the thread that waits runs all tasks");
}

}  // namespace

void ensure_crew() {
  if (crew.state.load(acquire) == State::none && crew.threads > 1) [[unlikely]]  // [GRAPH-3]
    start_crew();
}

int open(int threads) {
  Worker& me = self();
  if (threads < 1) threads = engine_of(me).worker->current->icv->nthreads;
  const platform::ShortGuard guard(crew.lock);
  if (crew.state.load(relaxed) == State::none)
    crew.threads = std::min(threads, static_cast<int>(sched::kMaxWorkers) - 1);
  seat_crew(crew.threads);
  return crew.threads;
}

void execute() { ensure_crew(); }

void close() {
  {
    const platform::ShortGuard guard(crew.lock);
    if (crew.state.load(relaxed) == State::none) return;
    crew.state.store(State::closing, relaxed);  // under the lock
    crew.over.store(true, release);
  }
  the_graph.idle_event.signal();
  wake_sleepers_of_policy();
  sleep::WaitHistory history;
  crew.ended.wait_until(history, [] { return crew.state.load(acquire) == State::none; });
}

Worker& register_thread() {
  sched::Worker& worker = team::self();
  const auto number = static_cast<std::uint32_t>(worker.id);
  Worker* me = the_graph.workers[number].load(relaxed);  // own, or of a thread that has ended
  if (me == nullptr) {
    me = new (platform::allocate_forever(sizeof(Worker))) Worker{};
    Engine& engine = *new (me->reserved) Engine{};
    engine.worker = &worker;
    engine.balance.begin_idle();
    engine.random = 2 * number + 1;
    me->number = number;
    me->counts = make_counts();
    the_graph.workers[number].store(me, release);
    std::uint32_t known = the_graph.known.load(relaxed);  // only the number counts
    while (known <= number && !the_graph.known.compare_exchange_weak(known, number + 1, release, relaxed)) {
    }
  }
  xomp_graph_self_1 = me;
  return *me;
}

}  // namespace xomp::graph

extern "C" {
constinit __thread xomp::graph::Worker* xomp_graph_self_1 = nullptr;
}
