// The memory of tasks. Each thread has free tasks by size, cut from chunks of its own. A task that another thread ran goes
// home in a chain of some sixteen, so that a thread that only submits does not need new memory all the time.
#include "platform/memory.h"
#include "core/graph/engine.h"
#include "core/graph/graph.h"
#include "platform/heap.h"

namespace xomp::graph {

namespace {

constexpr std::uint32_t kChain = 16;

void take_returned(Worker& me) {
  Task* t = engine_of(me).returned.exchange(nullptr, acquire);  // what others did with the memory comes before
  while (t != nullptr) {
    Task* const next = t->next;
    t->next = me.free[t->size_class];
    me.free[t->size_class] = t;
    t = next;
  }
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
  Engine& engine = engine_of(me);
  if (engine.homeward != nullptr && (engine.homeward->owner != task->owner || engine.homeward_count == kChain))
    send_home(me);
  if (engine.homeward == nullptr) engine.homeward_last = task;
  task->next = engine.homeward;
  engine.homeward = task;
  ++engine.homeward_count;
}

}  // namespace xomp::graph
