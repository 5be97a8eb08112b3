// See rank.h; and the entries that ttg.h calls (include/xomp/graph.h), for the ranks: a rank is the process of the thread that calls.
#include "models/cluster/rank.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "models/cluster/shim.h"

namespace xomp::cluster {

void Rank::put(graph::Task* task) {
  ready.push({task->priority, ++order, task});
  for (Thread* const thread : threads)
    if (thread->is_waiting()) return thread->wake(Timeline::running().clock() + costs->wake);
}

graph::Task* Rank::take() {
  if (ready.empty()) return nullptr;
  graph::Task* const task = ready.top().task;
  ready.pop();
  return task;
}

bool Rank::is_quiet() const {
  std::int64_t submitted = injected;
  for (const auto& w : workers) submitted += static_cast<std::int64_t>(w->seat.submitted);
  return submitted == ended;
}

void Rank::wake(Picoseconds now) {
  Thread* const first = threads.front();
  (looker != nullptr && !first->is_waiting() ? looker : first)->wake(now);
}

void Rank::idle(Picoseconds limit) {
  Thread& me = Timeline::running();
  // What has come may have to wait for another thread, which has the token.
  me.wait(me.clock() + (me.rank().arrivals.come.empty() ? limit : me.rank().costs->poll));
}

namespace {

void run_one(Rank& rank, graph::Seat& me, graph::Task* task) {
  Timeline::running().spend(rank.costs->task);
  ++rank.usage.tasks;
  ++me.inside;
  me.group = task->flags;
  task->run(me, task);
  me.group = graph::kOutside;
  --me.inside;
  ++rank.ended;
}

// Looks for messages until there is a task.
void look_for_messages(Rank& rank) {
  rank.looker = &Timeline::running();
  IdlePause pause;
  while (!rank.is_over && rank.look != nullptr && rank.ready.empty()) {
    rank.is_looking = true;
    const graph::StepResult result = rank.look(rank.look_argument);
    rank.is_looking = false;
    pause.pass(result == graph::StepResult::progress);
  }
  rank.looker = nullptr;
}

}  // namespace

bool run_tasks(Rank& rank) {
  graph::Seat& me = graph::self();
  bool any = false;
  while (graph::Task* task = rank.take()) {
    any = true;
    while (task != nullptr) {
      run_one(rank, me, task);
      if (rank.threads.size() > 1) Timeline::running().catch_up();
      task = std::exchange(me.next, nullptr);
      if (task != nullptr && !rank.ready.empty() && rank.ready.top().priority > task->priority) {
        rank.put(task);
        task = rank.take();
      }
    }
  }
  return any;
}

void run_worker(Rank& rank) {
  while (!rank.is_over) {
    if (run_tasks(rank)) continue;
    if (rank.look != nullptr && rank.looker == nullptr) look_for_messages(rank);
    else Timeline::running().wait(kNever);
  }
}

void work(double ns) {
  Thread& me = Timeline::running();
  Rank& rank = me.rank();
  const auto time = static_cast<Picoseconds>(ns * 1000);
  const Picoseconds taken = rank.taken;
  rank.usage.work += time;
  me.spend(time);
  me.catch_up();
  me.spend(rank.taken - taken);
}

// --- the shim ---

std::uint64_t VirtualClock::now_ns() { return Timeline::running().clock() / 1000; }
void VirtualClock::give_way() { Rank::idle(1'000'000); }
void VirtualClock::sleep(std::chrono::microseconds time) {
  Thread& me = Timeline::running();
  const Picoseconds until = me.clock() + static_cast<Picoseconds>(time.count()) * 1'000'000;
  while (me.clock() < until) me.wait(until);
}

VirtualLookingThread::VirtualLookingThread(std::chrono::microseconds first,
                                           std::function<std::chrono::microseconds()> look)
    : look_(std::move(look)) {
  Rank& rank = Timeline::running().rank();
  const auto run = [this, &rank, first] {
    auto pause = first;
    for (;;) {
      Thread& me = Timeline::running();
      rests_ = true;
      me.wait(me.clock() + static_cast<Picoseconds>(pause.count()) * 1'000'000);
      rests_ = false;
      if (is_over_) return;
      const Picoseconds begin = me.clock();
      pause = look_();
      rank.taken += me.clock() - begin;
    }
  };
  constexpr std::size_t kStack = 96 * 1024;
  thread_ = &rank.timeline->start(rank, kStack, run, Timeline::running().clock());
}
VirtualLookingThread::~VirtualLookingThread() {
  is_over_ = true;
  Thread& me = Timeline::running();
  while (!rests_ && !thread_->is_over()) me.wait(me.clock() + 1'000'000);
  thread_->drop();
}

}  // namespace xomp::cluster

extern "C" {

using xomp::cluster::Rank;
using xomp::cluster::Thread;
using xomp::cluster::Timeline;

constinit __thread xomp::graph::Seat* xomp_graph_self_1 = nullptr;

static Rank& own_rank() { return Timeline::running().rank(); }

xomp::graph::Seat* xomp_graph_outside_1() {
  Rank& rank = own_rank();
  auto worker = std::make_unique<xomp::cluster::Worker>();
  worker->memory.number = static_cast<std::uint16_t>(rank.workers.size());
  worker->seat.group = xomp::graph::kOutside;
  worker->seat.memory = &worker->memory;
  rank.workers.push_back(std::move(worker));
  return xomp_graph_self_1 = &rank.workers.back()->seat;
}
int xomp_graph_open(const xomp::graph::Layout*, int threads) { return threads; }
// Waits until there is nothing to do in the rank. What comes from others does not count.
bool xomp_graph_wait_1(std::uint32_t) {
  Rank& rank = own_rank();
  while (!rank.is_quiet())
    if (Thread& me = Timeline::running(); !xomp::cluster::run_tasks(rank)) me.wait(me.clock() + 1'000'000);
  return true;
}
bool xomp_graph_wait_by_steps_1(std::uint32_t, xomp::graph::Step step, void* argument) {
  using xomp::graph::StepResult;
  if (xomp::graph::self().inside != 0) return false;
  xomp::cluster::IdlePause pause;
  for (;;) {
    bool any = xomp::cluster::run_tasks(own_rank());
    const StepResult result = step(argument);
    if (result == StepResult::over) return true;
    any |= result == StepResult::progress;
    pause.pass(any);
  }
}
bool xomp_graph_add_look_1(xomp::graph::Step look, void* argument) {
  Rank& rank = own_rank();
  rank.look = look;
  rank.look_argument = argument;
  return true;
}
void xomp_graph_remove_look_1(xomp::graph::Step, void*) {
  Rank& rank = own_rank();
  rank.look = nullptr;
  Thread& me = Timeline::running();
  while (rank.is_looking) me.wait(me.clock() + 1'000'000);
}
bool xomp_graph_is_quiet_1(std::uint32_t) { return own_rank().is_quiet(); }
std::uint32_t xomp_graph_open_group_1() { return 0; }
void xomp_graph_close_group_1(std::uint32_t) {}
void xomp_graph_inject_1(xomp::graph::Seat*, xomp::graph::Task* task) {
  Rank& rank = own_rank();
  ++rank.injected;
  rank.put(task);
}
bool xomp_graph_seat_push_1(xomp::graph::Seat*, xomp::graph::Task* task) {
  own_rank().put(task);
  return true;
}
void xomp_graph_seat_wake_1(xomp::graph::Seat*) {}
xomp::graph::Task* xomp_graph_refill_1(xomp::graph::TaskMemory* me, std::size_t size_class, std::size_t bytes) {
  using namespace xomp::graph;
  const std::size_t size =
      size_class != 0 ? size_class * kClassBytes : (bytes + kClassBytes - 1) / kClassBytes * kClassBytes;
  auto* const task = static_cast<Task*>(std::aligned_alloc(kClassBytes, size));
  if (task == nullptr) throw std::bad_alloc();
  task->owner = me->number;
  task->size_class = static_cast<std::uint8_t>(size_class);
  return task;
}
void xomp_graph_return_1(xomp::graph::TaskMemory*, xomp::graph::Task* task) {
  if (task->size_class == 0) return std::free(task);
  xomp::graph::TaskMemory& owner = own_rank().workers[task->owner]->memory;
  task->next = owner.free[task->size_class];
  owner.free[task->size_class] = task;
}
std::uint32_t xomp_graph_name_1(const char*) { return 0; }
void xomp_graph_note_1(std::uint32_t, bool) {}
std::size_t xomp_graph_counts_1(xomp::graph::NameCount*, std::size_t) { return 0; }
std::uint32_t xomp_graph_world_1(std::uint64_t, std::uint32_t, std::uint32_t) { return 0; }
void xomp_graph_moves_messages_1() {}
void xomp_graph_message_1(const xomp::graph::Message*) {}
const xomp::graph::TableCalls* xomp_graph_table_1() { return nullptr; }
void* xomp_graph_lines_1(std::size_t bytes) {
  void* const lines = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (lines == nullptr) throw std::bad_alloc();
  return __builtin_memset(lines, 0, bytes);
}
void xomp_graph_lines_back_1(void* lines, std::size_t) { std::free(lines); }

}  // extern "C"
