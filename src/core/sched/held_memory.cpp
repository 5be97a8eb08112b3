// The lists of such blocks, one for each worker.
#include "core/sched/held_memory.h"

namespace xomp::sched {

namespace {

constexpr std::int32_t kMostHeld = 1 << 20;  // for each worker; then blocks are used again at once

// Written by its worker only.
struct Held {
  task::Task* first = nullptr;
  std::int32_t count = 0;
};
Held held[kMaxWorkers];

}  // namespace

bool hold_back(Worker& me, task::Task* t) {
  Held& mine = held[me.id];
  if (mine.count == kMostHeld || t->has(task::kDependent | task::kHasTable | task::kListed)) return false;
  t->next = mine.first;
  mine.first = t;
  ++mine.count;
  return true;
}

void use_held(Worker& me) {
  Held& mine = held[me.id];
  while (task::Task* const t = mine.first) {
    mine.first = t->next;
    me.pool.release(t, t->flags.load(relaxed) & task::kSizeClass);  // nobody else knows it
  }
  mine.count = 0;
}

}  // namespace xomp::sched
