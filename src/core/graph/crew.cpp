// The threads that run a graph's tasks while the thread that builds it does something else: a parallel region of the one
// pool, opened by a root thread of its own. The thread that waits for the graph is one more. Workers without tasks sleep.
//
// GRAPH-3: tasks are run although the crew may be closing.
//   `state` changes under `lock` only. A thread that submits adds its task to its group's word, then looks at `state`, and
//   starts a crew if there is none. A crew closes when it is told to, and when no task was left for a while.
//   submitter: word + 1 (seq_cst), state (seq_cst).     last of a crew: state = none (seq_cst), full fence, words: starts the next.
//   So if the submitter sees the crew that closes, that one's end sees the task.
// GRAPH-4: fork()'s child has no crew, though its one thread may be one of its parent's crew. `number` changes under `lock`, at each start
//   and in the child. A thread of a crew whose number is not the present one leaves, and its crew's end changes nothing.
#include "core/graph/engine.h"
#include "core/graph/fork.h"
#include "core/graph/graph.h"
#include "core/graph/policy_queues.h"
#include "core/icv/icv.h"
#include "core/sched/waiting.h"
#include "core/sleep/shared_fence.h"
#include "core/team/roots.h"
#include "core/team/team.h"
#include "platform/clock.h"
#include "platform/fence.h"
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
  atomic<std::int32_t> threads{0};   // that graphs run on; 0: not opened. Written under the lock
  atomic<std::uint32_t> number{0};   // [GRAPH-4] of the last crew; written under the lock
  atomic<std::uint32_t> endings{0};  // how many crews have ended; written under the lock
  atomic<bool> over{false};          // the workers leave
  sleep::EventWord ended;            // a crew has ended
};
constinit Crew crew;

constexpr std::uint64_t kIdle_ns = 200'000'000;  // a crew without tasks for so long ends

// A living crew's number does not change, so a thread of it reads its own store or an older one's. [GRAPH-4]
bool is_present(std::uint32_t number) { return crew.number.load(relaxed) == number; }

// The crew leaves, and another one comes with the next task.
void let_crew_go() {
  {
    const platform::ShortGuard guard(crew.lock);
    if (crew.state.load(relaxed) != State::running) return;
    crew.state.store(State::closing, relaxed);  // under the lock
    crew.over.store(true, release);
  }
  the_graph.idle_event.signal();
  wake_sleepers_of_policy();
}

class Serving final : public sched::Waiter {
 public:
  Serving(Worker& block, std::uint32_t number)
      : Waiter(sched::Allowed::any, sched::Wait::tasks), block_(block), number_(number) {
    looks_while_tasking = true;
  }
  bool is_over(sched::Worker&) override { return crew.over.load(acquire) || !is_present(number_); }
  bool run_other_work(sched::Worker&) override {
    const bool ran = run_tasks(block_) || look_outside();
    looks_ = ran ? 0 : looks_ + 1;
    if (looks_ == kLooksAtWork) fall_idle(block_);
    if (ran) {
      idle_since_ = 0;
      outside_nap_.restart();
    }
    return ran;
  }
  void sleep(sched::Worker&, sched::Nap& nap) override {
    if (is_long_idle()) return let_crew_go();
    const bool is_looker = !the_graph.outside.is_empty() && the_graph.outside.try_become_looker();
    if (is_looker && moves_outside_) platform::yield_processor();  // as in stepping.cpp
    else sleep_at_most(is_looker ? outside_nap_.next_ns() : kIdle_ns, nap);
    if (is_looker) the_graph.outside.give_role_back();
  }

 private:
  void sleep_at_most(std::uint64_t limit_ns, sched::Nap& nap) {
    const sched::Condition over{[](void* engine) {
                                  return crew.over.load(acquire) ||
                                         (uses_policy() && has_aside(*static_cast<Engine*>(engine)));
                                },
                                &engine_of(block_)};
    nap.set_limit(limit_ns);
    if (uses_policy()) return search_or_sleep(block_, over, nap);
    sleep_without_tasks(block_, nap_ns_, over, limit_ns);
  }
  bool look_outside() {
    const StepResult found = the_graph.outside.look();
    moves_outside_ = found == StepResult::under_way;
    return found == StepResult::progress;
  }
  // Whether no thread has had a task for so long that the threads are better used elsewhere.
  bool is_long_idle() {
    const std::uint64_t now = platform::now_ns();
    if (idle_since_ == 0 || !the_graph.terminations.all_over()) idle_since_ = now;
    return now - idle_since_ >= kIdle_ns;
  }

  static constexpr int kLooksAtWork = 8;  // a thread that finds a task soon again does not touch the graph's word
  Worker& block_;
  const std::uint32_t number_;
  int looks_ = 0;
  std::uint64_t nap_ns_ = 100'000;
  OutsideNap outside_nap_;
  bool moves_outside_ = false;    // something is on its way that looks help
  std::uint64_t idle_since_ = 0;  // 0: it has had a task
};

void serve(sched::Worker& me, const team::Region&) {
  Worker& block = self();
  Serving waiter(block, crew.number.load(relaxed));  // published with the region
  if (uses_policy()) take_seat(block, me.thread->number + 1);
  sched::wait(me, waiter);
  leave_seat(block);
  fall_idle(block);
  trim_memory(block);
}

void start_crew_for_tasks();

void* run_crew(void*) {
  team::Request request;
  const std::uint32_t number = crew.number.load(relaxed);  // published with the thread
  request.threads = crew.threads.load(relaxed) - 1;        // a crew is there: it does not change
  team::parallel(team::self(), {serve, nullptr, nullptr, nullptr, 0}, request);
  if (!is_present(number)) return nullptr;  // [GRAPH-4]
  {
    const platform::ShortGuard guard(crew.lock);
    crew.over.store(false, relaxed);                              // no worker is left to read it
    crew.endings.store(crew.endings.load(relaxed) + 1, release);  // under the lock
    crew.state.store(State::none, seq_cst);                       // [GRAPH-3]
  }
  crew.ended.signal();
  platform::fence_seq_cst();  // [GRAPH-3]
  if (!the_graph.terminations.all_over()) start_crew_for_tasks();
  return nullptr;
}

// The child has none of its parent's tasks but those that its one thread is in.
void forget_tasks(Worker& w, bool is_survivor) {
  Engine& engine = engine_of(w);
  engine.seat = nullptr;
  engine.urgent.forget();
  engine.overflow.forget();
  engine.deque.forget();
  w.next = nullptr;
  w.balance = 0;
  if (!is_survivor) {
    w.inside = 0;
    w.group = kOutside;
  }
  engine.balance = {};
  engine.balance.begin_idle();
  if (w.inside == 0) return;
  the_graph.terminations[engine.counts_for].add_external(w.inside);
  engine.balance.wake_up(the_graph.terminations[engine.counts_for]);
}

// The lock is held.
void start_crew_locked() {
  if (crew.state.load(relaxed) != State::none || crew.threads.load(relaxed) < 2) return;  // under the lock
  crew.number.store(crew.number.load(relaxed) + 1, relaxed);                              // [GRAPH-4] under the lock
  if (platform::start_thread(run_crew, nullptr, 0)) crew.state.store(State::running, release);
  else platform::warn_once("no thread could be started for task graphs: the thread that waits runs all tasks");
}
[[gnu::noinline, gnu::cold]] void start_crew() {
  const platform::ShortGuard guard(crew.lock);
  start_crew_locked();
}
// For the end of a crew, which may be late: the tasks that it saw may be over, and the graph closed since. It looks again under
// the lock, which close() has held. So no crew begins after that.
void start_crew_for_tasks() {
  const platform::ShortGuard guard(crew.lock);
  if (!the_graph.terminations.all_over()) start_crew_locked();
}

}  // namespace

void hold_crew_for_fork() { crew.lock.lock(); }
void release_crew_after_fork() { crew.lock.unlock(); }

void forget_crew() {
  forget_counts();
  if (the_graph.known.load(relaxed) == 0) return;  // alone; so for the next
  crew.state.store(State::none, relaxed);
  crew.number.store(crew.number.load(relaxed) + 1, relaxed);  // [GRAPH-4]
  crew.over.store(false, relaxed);
  the_graph.sleepers.store(0, relaxed);
  the_graph.waking.store(false, relaxed);
  the_graph.waiters.store(xomp_graph_self_1 != nullptr && engine_of(*xomp_graph_self_1).waits ? 1 : 0, relaxed);
  the_graph.outside.forget();
  forget_groups();
  forget_seats();
  for (std::uint32_t i = 0; i < the_graph.known.load(relaxed); ++i)
    if (Worker* const w = the_graph.workers[i].load(relaxed); w != nullptr) forget_tasks(*w, w == xomp_graph_self_1);
  if (const std::int32_t threads = crew.threads.load(relaxed); threads != 0) seat_crew(threads);
}

// After the team's handlers (core/team/start.cpp): so these locks are taken before theirs, and the child's part comes after theirs.
[[gnu::constructor(102)]] static void prepare_for_fork() { install_fork_handlers(); }

void ensure_crew() {
  if (crew.state.load(seq_cst) == State::none && crew.threads.load(relaxed) > 1) [[unlikely]]  // [GRAPH-3] and a hint
    start_crew();
}

bool has_crew() { return crew.state.load(acquire) != State::none; }

int open(int threads) {
  Worker& me = self();
  if (threads < 1) threads = engine_of(me).worker->current->icv->nthreads;
  const platform::ShortGuard guard(crew.lock);
  if (crew.state.load(relaxed) == State::none)
    crew.threads.store(std::min(threads, static_cast<int>(sched::kMaxWorkers) - 1), relaxed);  // under the lock
  const std::int32_t count = crew.threads.load(relaxed);                                       // as above
  seat_crew(count);
  return count;
}

void execute() { ensure_crew(); }

void close() {
  std::uint32_t before;
  {
    const platform::ShortGuard guard(crew.lock);
    if (crew.state.load(relaxed) == State::none) return;
    before = crew.endings.load(relaxed);  // under the lock
  }
  let_crew_go();
  sleep::WaitHistory history;
  crew.ended.wait_until(history, [before] { return crew.endings.load(acquire) != before; });
}

Worker& register_thread() {
  sched::Worker& worker = team::self();
  const auto number = static_cast<std::uint32_t>(worker.id);
  Worker* me = the_graph.workers[number].load(relaxed);  // own, or of a thread that has ended
  if (me == nullptr) {
    const bool by_policy = sched::policy != sched::all_policies.front();
    if (by_policy && !uses_policy())
      the_graph.by_policy.store(true, relaxed);  // published with the thread's first task
    me = new (platform::allocate_forever(sizeof(Worker))) Worker{};
    Engine& engine = *new (me->reserved) Engine{};
    engine.worker = &worker;
    engine.balance.begin_idle();
    engine.random = 2 * number + 1;
    me->number = static_cast<std::uint16_t>(number);
    me->group = kOutside;
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
