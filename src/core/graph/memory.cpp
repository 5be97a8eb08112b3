// The memory of tasks. Each thread has free tasks by size, cut from chunks of its own. A task that another thread ran goes
// home in a chain of some sixteen, so that a thread that only submits does not need new memory all the time.
#include "platform/memory.h"

#include <algorithm>
#include <utility>

#include "core/graph/engine.h"
#include "core/graph/graph.h"
#include "platform/cpu.h"
#include "platform/heap.h"

namespace xomp::graph {

namespace {

constexpr std::uint32_t kChain = 16;
constexpr std::size_t kCutBytes = 1024;  // at a time

void set_free(Worker& me, Task* t) {
  t->next = me.free[t->size_class];
  me.free[t->size_class] = t;
}

// Takes what others have returned. What they did with the memory comes before.
Task* take_list(Engine& engine) { return engine.returned.exchange(nullptr, acquire); }

void take_all_returned(Worker& me) {
  Engine& engine = engine_of(me);
  for (Task* list : {std::exchange(engine.came_home, nullptr), take_list(engine)})
    while (Task* const t = list) {
      list = t->next;
      set_free(me, t);
    }
}

// A task of this class that came home. The list is sorted one task at a time: each lies in another processor's cache, and
// the next one is on its way while the caller uses this one.
Task* take_from_home(Worker& me, std::size_t size_class) {
  Engine& engine = engine_of(me);
  if (engine.came_home == nullptr && engine.returned.load(relaxed) != nullptr)  // a hint: another look comes
    engine.came_home = take_list(engine);
  while (Task* const t = engine.came_home) {
    engine.came_home = t->next;
    if (t->next != nullptr) platform::prefetch_to_write(t->next);
    if (t->size_class == size_class) return t;
    set_free(me, t);
  }
  return nullptr;
}

// Cuts some tasks and keeps all but the first.
Task* cut_some(Worker& me, std::size_t size_class) {
  const std::size_t bytes = size_class * kClassBytes;
  std::size_t n = std::max(kCutBytes / bytes, std::size_t{1});
  auto* memory = static_cast<unsigned char*>(engine_of(me).chunks.cut(n * bytes));
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
  void* const memory = platform::take_piece(bytes + 64);
  if (memory == nullptr) platform::out_of_memory("a large task of a graph");
  Task* const task = reinterpret_cast<Task*>(static_cast<char*>(memory) + 64);
  bytes_of(task) = bytes + 64;
  return task;
}

}  // namespace

Task* refill(Worker& me, std::size_t size_class, std::size_t bytes) {
  if (size_class != 0) {
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

void send_home(Worker& me) {
  Engine& engine = engine_of(me);
  Task* const first = engine.homeward;
  if (first == nullptr) return;
  atomic<Task*>& home = engine_of(*the_graph.workers[first->owner].load(relaxed)).returned;  // its tasks came from it
  Task* seen = home.load(relaxed);  // rechecked by the exchange
  do {
    engine.homeward_last->next = seen;
  } while (!home.compare_exchange_weak(seen, first, release, relaxed));  // after all that was done with the memory
  engine.homeward = nullptr;
  engine.homeward_count = 0;
}

void rest_memory(Worker& me) {
  take_all_returned(me);
  engine_of(me).chunks.rest(me.free);
}
void trim_memory(Worker& me) {
  take_all_returned(me);
  engine_of(me).chunks.trim(me.free);
}

void take_back(Worker& me, Task* task) {
  if (task->size_class == 0) {
    platform::give_piece_back(reinterpret_cast<char*>(task) - 64, bytes_of(task));
    return;
  }
  Engine& engine = engine_of(me);
  if (engine.homeward != nullptr && (engine.homeward->owner != task->owner || engine.homeward_count == kChain))
    send_home(me);
  if (engine.homeward == nullptr) engine.homeward_last = task;
  task->next = engine.homeward;
  engine.homeward = task;
  ++engine.homeward_count;
}

}  // namespace xomp::graph
