// The memory of tasks. Each thread has free tasks by size, cut from chunks of its own. A task that another thread ran goes
// home in a chain of sixteen, so that a thread that only submits does not need new memory all the time. Its owner joins the
// chain to its free tasks without a look at each of them: they have left its caches.
#include "platform/memory.h"

#include <utility>

#include "core/graph/engine.h"
#include "core/graph/graph.h"
#include "platform/heap.h"

namespace xomp::graph {

namespace {

constexpr std::uint32_t kChain = 16;

// The first task of a chain that is on its way home says where the chain ends, and which one comes after it. A task that has
// ended needs no `child` and no `run`.
Task*& last_of(Task* first) { return first->child; }
void set_chain_after(Task* first, Task* chain) { first->run = reinterpret_cast<void (*)(Worker&, Task*)>(chain); }
Task* chain_after(const Task* first) { return reinterpret_cast<Task*>(first->run); }

// The newest chain comes first, as the newest task in each: front ends prefetch in this order.
void take_returned(Worker& me) {
  Task* first = engine_of(me).returned.exchange(nullptr, acquire);  // what others did with the memory comes before
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

std::size_t& bytes_of(Task* large) { return *reinterpret_cast<std::size_t*>(reinterpret_cast<char*>(large) - 64); }

Task* take_large(std::size_t bytes) {
  void* const memory = platform::take_piece(bytes + 64);
  if (memory == nullptr) platform::out_of_memory("a large task of a graph");
  Task* const task = reinterpret_cast<Task*>(static_cast<char*>(memory) + 64);
  bytes_of(task) = bytes + 64;
  return task;
}

}  // namespace

Task* refill(Worker& me, std::size_t size_class, std::size_t bytes) {
  Task* task;
  if (size_class == 0) {
    task = take_large(bytes);
  } else {
    if (engine_of(me).returned.load(relaxed) != nullptr) take_returned(me);  // a hint: another look comes
    task = me.free[size_class];
    if (task != nullptr) {
      me.free[size_class] = task->next;
      return task;
    }
    task = static_cast<Task*>(engine_of(me).chunks.cut(size_class * kClassBytes));
  }
  task->owner = me.number;
  task->size_class = static_cast<std::uint8_t>(size_class);
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
  atomic<Task*>& home = engine_of(*the_graph.workers[first->owner].load(relaxed)).returned;  // its tasks came from it
  Task* seen = home.load(relaxed);  // rechecked by the exchange
  do {
    set_chain_after(first, seen);
  } while (!home.compare_exchange_weak(seen, first, release, relaxed));  // after all that was done with the memory
  chain = {};
}

}  // namespace

void send_home(Worker& me) {
  for (Homeward& chain : engine_of(me).homeward) send(chain);
}

void rest_memory(Worker& me) {
  take_returned(me);
  engine_of(me).chunks.rest(me.free);
}
void trim_memory(Worker& me) {
  take_returned(me);
  engine_of(me).chunks.trim(me.free);
}

void take_back(Worker& me, Task* task) {
  if (task->size_class == 0) {
    platform::give_piece_back(reinterpret_cast<char*>(task) - 64, bytes_of(task));
    return;
  }
  Homeward& chain = engine_of(me).homeward[(task->owner + task->size_class) % kHomewards];
  if (const Task* const f = chain.first;
      f != nullptr && (f->owner != task->owner || f->size_class != task->size_class || chain.count == kChain))
    send(chain);
  if (chain.first == nullptr) chain.last = task;
  task->next = chain.first;
  chain.first = task;
  ++chain.count;
}

}  // namespace xomp::graph
