// The memory of tasks. Each thread has free tasks by size, cut from chunks of its own. A task that another thread ran
// goes home in a chain of sixteen. Otherwise a thread that only submits would need new memory all the time. The owner
// joins the chain to its free tasks without a look at each of them, because they have left its caches.
// Where a checker watches the process's memory, each task is a large one, which comes from the checker and goes back
// there.
#include "core/graph/memory.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/graph/graph.h"
#include "core/team/roots.h"
#include "platform/cpu.h"
#include "platform/heap.h"
#include "platform/memory.h"
#include "platform/memory_checker.h"
#include "platform/thread.h"

namespace xomp::graph {

constinit Threads the_threads;

Seat& outside_seat() {
  sched::Worker& worker = team::self();
  const auto number = static_cast<std::uint32_t>(worker.id);
  TaskMemory* memory = the_threads.memory[number].load(relaxed);  // own, or of a thread that has ended
  if (memory == nullptr) {
    memory = new (platform::allocate_forever(sizeof(TaskMemory), alignof(TaskMemory))) TaskMemory{};
    ThreadState& state = *new (memory->reserved) ThreadState{};
    state.worker = &worker;
    if (platform::is_initial_thread()) {
      state.waits_at_once = ThreadState::kHabit;
      state.eager_waits = 0;
    }
    state.outside = new (platform::allocate_forever(sizeof(Seat), alignof(Seat))) Seat{};
    state.outside->memory = memory;
    state.outside->group = kOutside;
    memory->number = static_cast<std::uint16_t>(number);
    memory->counts = make_counts();
    the_threads.memory[number].store(memory, release);
    std::uint32_t known = the_threads.known.load(relaxed);  // only the number counts
    while (known <= number && !the_threads.known.compare_exchange_weak(known, number + 1, release, relaxed)) {
    }
  }
  xomp_graph_self_1 = state_of(*memory).outside;
  return *xomp_graph_self_1;
}

namespace {

constexpr std::uint32_t kChain = 16;
constexpr std::size_t kCutBytes = 1024;  // at a time

// The first task of a chain that is on its way home says where the chain ends, and which one comes after it. A task that has
// ended needs no `child` and no `run`. The `next` of a chain's last task is nullptr.
Task*& last_of(Task* first) { return first->child; }
void set_chain_after(Task* first, Task* chain) { first->run = reinterpret_cast<void (*)(Seat&, Task*)>(chain); }
Task* chain_after(const Task* first) { return reinterpret_cast<Task*>(first->run); }

// Takes the chains that others have returned. Acquire, so that what they did with the memory comes before.
Task* take_chains(ThreadState& state) { return state.returned.exchange(nullptr, acquire); }

// Puts what is left of a chain on top of the free tasks.
void join(TaskMemory& me, Homeward& chain) {
  if (chain.first == nullptr) return;
  Task*& top = me.free[chain.first->size_class];
  chain.last->next = top;
  top = chain.first;
  chain = {};
}
// Afterwards the first chain is on top, and in each chain the newest task, because front ends prefetch in this order.
void join_all(TaskMemory& me, Task* first) {
  Task* last[kClasses] = {};
  Task* before[kClasses];
  for (; first != nullptr; first = chain_after(first)) {
    const std::size_t c = first->size_class;
    if (last[c] == nullptr) before[c] = std::exchange(me.free[c], first);
    else last[c]->next = first;
    last[c] = last_of(first);
  }
  for (std::size_t c = 1; c < kClasses; ++c)
    if (last[c] != nullptr) last[c]->next = before[c];
}
void take_all_returned(TaskMemory& me) {
  ThreadState& state = state_of(me);
  join_all(me, std::exchange(state.came_further, nullptr));
  join_all(me, take_chains(state));
  join(me, state.came_home);
}

// Returns false if nothing has come home.
bool begin_chain(ThreadState& state) {
  Task*& further = state.came_further;
  if (further == nullptr && state.returned.load(relaxed) != nullptr)  // a hint: another look comes
    further = take_chains(state);
  if (further == nullptr) return false;
  state.came_home = {further, last_of(further), 0};
  further = chain_after(further);
  return true;
}
// Takes a task of this class that came home. Each lies in another processor's cache, so the next one is prefetched
// while the caller uses this one.
Task* take_from_home(TaskMemory& me, std::size_t size_class) {
  ThreadState& state = state_of(me);
  Homeward& chain = state.came_home;
  while (chain.first != nullptr || begin_chain(state)) {
    Task* const t = chain.first;
    if (t->size_class != size_class) {
      join(me, chain);
      continue;
    }
    chain.first = t->next;
    if (Task* const soon = chain.first != nullptr ? chain.first : state.came_further; soon != nullptr)
      platform::prefetch_to_write(soon);
    return t;
  }
  return nullptr;
}

// Cuts some tasks and keeps all but the first.
Task* cut_some(TaskMemory& me, std::size_t size_class) {
  const std::size_t bytes = size_class * kClassBytes;
  std::size_t n = std::max(kCutBytes / bytes, std::size_t{1});
  auto* memory = static_cast<unsigned char*>(state_of(me).chunks.cut(n * bytes));
  Task* first = nullptr;
  for (Task** link = &first; n > 0; --n, memory += bytes) {
    Task* const task = reinterpret_cast<Task*>(memory);
    task->next = nullptr;
    task->owner = me.number;
    task->size_class = static_cast<std::uint8_t>(size_class);
    *link = task;
    link = &task->next;
  }
  me.free[size_class] = first->next;  // it was empty
  return first;
}

std::size_t& bytes_of(Task* large) { return *reinterpret_cast<std::size_t*>(reinterpret_cast<char*>(large) - 64); }

Task* take_large(std::size_t bytes) {
  const bool is_checked = platform::has_memory_checker();
  void* const memory = is_checked ? platform::take_checked(bytes + 64) : platform::take_piece(bytes + 64);
  if (memory == nullptr) platform::out_of_memory("a large task of a graph");
  Task* const task = reinterpret_cast<Task*>(static_cast<char*>(memory) + 64);
  bytes_of(task) = bytes + 64;
  return task;
}

}  // namespace

Task* refill(TaskMemory& me, std::size_t size_class, std::size_t bytes) {
  if (size_class != 0 && !platform::has_memory_checker()) {
    if (Task* const task = take_from_home(me, size_class)) return task;
    return cut_some(me, size_class);
  }
  Task* const task = take_large(bytes);
  task->owner = me.number;
  task->size_class = 0;
  return task;
}

namespace {
constexpr std::size_t kLargeLines = std::size_t{1} << 20;  // from here on in large pages
}

void* take_lines(std::size_t bytes) {
  void* const lines = bytes >= kLargeLines ? platform::reserve_large_pages(bytes) : platform::take_piece(bytes);
  if (lines == nullptr) platform::out_of_memory("a table of a graph");
  return lines;
}
void give_lines_back(void* lines, std::size_t bytes) {
  if (bytes >= kLargeLines) platform::unmap_pages(lines, bytes);
  else platform::give_piece_back(lines, bytes);
}

namespace {

void send(Homeward& chain) {
  Task* const first = chain.first;
  if (first == nullptr) return;
  last_of(first) = chain.last;
  atomic<Task*>& home = state_of(*the_threads.memory[first->owner].load(relaxed)).returned;  // its tasks came from it
  Task* seen = home.load(relaxed);  // rechecked by the exchange
  do {
    set_chain_after(first, seen);
  } while (!home.compare_exchange_weak(seen, first, release, relaxed));  // after all that was done with the memory
  chain = {};
}

}  // namespace

void send_home(TaskMemory& me) {
  for (Homeward& chain : state_of(me).homeward) send(chain);
}

void rest_memory(TaskMemory& me) {
  take_all_returned(me);
  state_of(me).chunks.rest(me.free);
}
void trim_memory(TaskMemory& me) {
  take_all_returned(me);
  state_of(me).chunks.trim(me.free);
}

void take_back(TaskMemory& me, Task* task) {
  if (task->size_class == 0) {
    char* const memory = reinterpret_cast<char*>(task) - 64;
    return platform::has_memory_checker() ? platform::give_checked_back(memory)
                                          : platform::give_piece_back(memory, bytes_of(task));
  }
  Homeward& chain = state_of(me).homeward[(task->owner + task->size_class) % kHomewards];
  if (const Task* const f = chain.first;
      f != nullptr && (f->owner != task->owner || f->size_class != task->size_class || chain.count == kChain))
    send(chain);
  if (chain.first == nullptr) chain.last = task;
  task->next = chain.first;
  chain.first = task;
  ++chain.count;
}

}  // namespace xomp::graph

extern "C" {
constinit __thread xomp::graph::Seat* xomp_graph_self_1 = nullptr;
}
