// Linking tasks to their predecessors, and telling successors of an end.
#include "core/task/dependences.h"

#include <cstdlib>
#include <new>

#include "core/task/dependence_table.h"
#include "platform/memory.h"

namespace xomp::task {

struct MoreEdges {
  MoreEdges* next;
  std::uint32_t size_class;
  Edge edges[14];
};

namespace {

constexpr std::uint32_t kInlineEdges = sizeof(Dependences::edges) / sizeof(Edge);
constexpr std::uint32_t kMoreEdges = sizeof(MoreEdges::edges) / sizeof(Edge);

// The value of a successors' list that takes no more edges.
Edge* closed() { return reinterpret_cast<Edge*>(std::uintptr_t{1}); }

Edge* new_edge(DescriptorPool& pool, Dependences& d) {
  if (d.edges_used < kInlineEdges) return &d.edges[d.edges_used++];
  const std::uint32_t in_block = (d.edges_used - kInlineEdges) % kMoreEdges;
  if (in_block == 0) {
    std::uint32_t size_class;
    auto* block = static_cast<MoreEdges*>(pool.allocate_plain(sizeof(MoreEdges), &size_class));
    block->next = d.more;
    block->size_class = size_class;
    d.more = block;
  }
  ++d.edges_used;
  return &d.more->edges[in_block];
}

}  // namespace

DependenceBuilder::DependenceBuilder(DescriptorPool& pool, Task* parent, Task* task, Mode mode, void* team)
    : pool_(pool), parent_(parent), task_(task), mode_(mode) {
  std::uint32_t size_class;
  void* memory = pool.allocate_plain(sizeof(Dependences), &size_class);
  auto* d = static_cast<Dependences*>(memory);
  new (&d->successors) atomic<Edge*>(nullptr);
  d->follows = false;
  d->references = 0;
  d->task = task;
  d->ended = false;
  d->size_class = static_cast<std::uint8_t>(size_class);
  d->team = team;
  d->mutexes = nullptr;
  d->mutex_count = 0;
  d->edges_used = 0;
  d->more = nullptr;
  task->dependences = d;
  task->set(kDependent);
  if (!parent->has(kHasTable)) {
    parent->dependence_table = make_table(pool);
    parent->set(kHasTable);
  }
  parent->dependence_table->sweep_if_due(pool);
}

// A predecessor stays valid until finish(): its end has not been counted, because this
// thread takes no messages meanwhile.
void DependenceBuilder::depend_on(Task* predecessor) {
  if (predecessor == task_) return;
  Dependences* const d = predecessor->dependences;
  if (d == last_ || d->ended) return;  // this task depends on it by another address already, or it is over
  platform::prefetch_to_write(d);      // to be linked, or else used anew
  if (d->successors.load(acquire) == closed()) return;  // [DEPEND-1] the predecessor's effects are visible
  last_ = d;
  Edge* const edge = new_edge(pool_, *task_->dependences);
  edge->successor = task_->dependences;
  edge->predecessor = d;
}

void DependenceBuilder::link(Edge& edge, Dependences& predecessor) {
  Edge* head = predecessor.successors.load(acquire);  // [DEPEND-1]
  while (head != closed()) {
    edge.next = head;
    if (predecessor.successors.compare_exchange_weak(head, &edge, release, acquire)) return;  // [DEPEND-1]
  }
  ++closed_;
}

void DependenceBuilder::hold(MutexSet* set) {
  Dependences& d = *task_->dependences;
  for (std::uint32_t i = 0; i < d.mutex_count; ++i)
    if (d.mutexes[i] == set) return;
  auto* grown = static_cast<MutexSet**>(std::realloc(d.mutexes, (d.mutex_count + 1) * sizeof(MutexSet*)));
  if (grown == nullptr) platform::out_of_memory("task dependences");
  d.mutexes = grown;
  std::uint32_t at = d.mutex_count++;
  for (; at > 0 && grown[at - 1] > set; --at)
    grown[at] = grown[at - 1];  // all tasks take sets in one order, so no two wait for each other
  grown[at] = set;
  set->references.fetch_add(1, relaxed);  // the table's own reference keeps it alive here
  task_->set(kHoldsMutexes);
}

void DependenceBuilder::add(void* address, DependenceKind kind) {
  AddressEntry& entry = parent_->dependence_table->find(pool_, address);
  const bool joins = kind != DependenceKind::out && entry.kind == kind && !entry.current.empty();
  for (Task* t : joins ? entry.prior : entry.current) depend_on(t);
  if (mode_ == Mode::only_waits) {
    if (kind == DependenceKind::mutexinoutset && joins)
      for (Task* t : entry.current) depend_on(t);  // the simplest way to exclude the other members
    return;
  }
  if (!joins) {
    entry.prior.clear(pool_);
    if (kind == DependenceKind::out) {
      entry.current.clear(pool_);
    } else {
      entry.prior.take(entry.current);
    }
    if (entry.mutex != nullptr) entry.mutex->release_reference();
    entry.mutex = kind == DependenceKind::mutexinoutset ? MutexSet::make() : nullptr;
    entry.kind = kind;
  }
  if (kind == DependenceKind::mutexinoutset) hold(entry.mutex);
  entry.current.add(pool_, task_);
  ++parent_->dependence_table->added;
}

void DependenceBuilder::add_all_memory() {
  DependenceTable& table = *parent_->dependence_table;
  for (std::size_t i = 0; i < table.capacity; ++i)
    if (table.entries[i].address != nullptr)
      for (Task* t : table.entries[i].current) depend_on(t);
  for (Task* t : table.null_entry.current) depend_on(t);
  if (table.all_memory != nullptr) depend_on(table.all_memory);
  if (mode_ == Mode::only_waits) return;
  ++task_->dependences->references;  // counted before the table lets go of the task, which it may name already
  clear_table(pool_, table);
  table.all_memory = task_;
}

bool DependenceBuilder::finish() {
  Dependences& d = *task_->dependences;
  // Read before the linking: the task may be over when the last edge is linked. Its block stays
  // until this thread takes messages.
  const std::uint32_t edges = d.edges_used;
  MoreEdges* block = d.more;
  d.unmet.store(static_cast<std::int32_t>(edges), relaxed);  // [DEPEND-2] published with each edge
  for (std::uint32_t i = 0; i < edges && i < kInlineEdges; ++i) link(d.edges[i], *d.edges[i].predecessor);
  std::uint32_t in_block = edges > kInlineEdges ? (edges - kInlineEdges - 1) % kMoreEdges + 1 : 0;
  for (; block != nullptr; block = block->next, in_block = kMoreEdges)
    for (std::uint32_t i = 0; i < in_block; ++i) link(block->edges[i], *block->edges[i].predecessor);
  if (edges == 0) return true;
  return closed_ != 0 && d.unmet.fetch_sub(closed_, acq_rel) == closed_;  // [DEPEND-2]
}

void prefetch_next(const DescriptorPool& pool, std::uint32_t size_class) {
  // The block begins with an empty line.
  constexpr auto kOwn = static_cast<std::uint32_t>(sizeof(Dependences) / platform::cache_line + 1);
  const Task* const next = pool.prefetch_first(size_class);
  if (size_class != kOwn) pool.prefetch_first(kOwn);
  else if (next != nullptr) pool.prefetch(next->next, kOwn);
}

Edge* close_successors(Task* task) {
  return task->dependences->successors.exchange(closed(), acq_rel);  // [DEPEND-1]
}

Task* next_ready(Edge*& list) {
  while (Edge* const edge = list) {
    Dependences& successor = *edge->successor;
    list = edge->next;  // read before the successor can run, and its edges go
    platform::prefetch(list);
    if (successor.unmet.load(acquire) != 1 && successor.unmet.fetch_sub(1, acq_rel) != 1) continue;  // [DEPEND-2]
    successor.follows = true;
    return successor.task;
  }
  return nullptr;
}

bool release_dependences(DescriptorPool& pool, Task* task) {
  Dependences& d = *task->dependences;
  if (d.references != 0) {
    d.ended = true;
    return false;
  }
  if (d.edges_used > kInlineEdges) {
    while (MoreEdges* block = d.more) {
      d.more = block->next;
      pool.release_plain(block, block->size_class);
    }
  }
  pool.release_plain(&d, d.size_class);
  return true;
}

void drop_table(DescriptorPool& pool, Task* task) {
  task->clear(kHasTable);
  free_table(pool, task->dependence_table);
}

namespace {

// MUTEXSET-1: while tasks are parked in a set, the set is held, or a task that was made ready tries it next. A task
// that is a member of this set alone is sure to try it, and the task that holds the set makes the next one ready at its
// end, so the rest stays parked. A task of several sets may park in another before it comes to this one. So it does not
// suffice, and one more is made ready.
Task* release_set(MutexSet& set, Task* ready) {
  const platform::ShortGuard guard(set.lock);
  set.held = false;
  bool enough = false;
  while (set.waiting != nullptr && !enough) {
    Task* const t = set.waiting;
    set.waiting = t->next;
    enough = t->dependences->mutex_count == 1;  // [MUTEXSET-1]
    t->next = ready;
    ready = t;
  }
  return ready;
}

}  // namespace

bool try_hold_mutexes(Task* task, Task** ready) {
  Dependences& d = *task->dependences;
  *ready = nullptr;
  MutexSet** const sets = d.mutexes;
  for (std::uint32_t i = 0; i < d.mutex_count; ++i) {
    MutexSet& set = *sets[i];
    set.lock.lock();
    if (!set.held) {
      set.held = true;
      set.lock.unlock();
      continue;
    }
    // Partial holds are given back first: once parked, the task may be run and freed by another thread.
    set.references.fetch_add(1, relaxed);  // the task's own reference keeps it alive here
    for (std::uint32_t j = 0; j < i; ++j) *ready = release_set(*sets[j], *ready);
    task->next = set.waiting;  // [MUTEXSET-1] under the lock, under which the holder looks, too
    set.waiting = task;
    set.lock.unlock();
    set.release_reference();
    return false;
  }
  return true;
}

Task* release_mutexes(Task* task) {
  Dependences& d = *task->dependences;
  Task* ready = nullptr;
  for (std::uint32_t i = 0; i < d.mutex_count; ++i) {
    ready = release_set(*d.mutexes[i], ready);
    d.mutexes[i]->release_reference();
  }
  std::free(d.mutexes);  // not later: the owner may take the descriptor back much later, or never if the program ends
  return ready;
}

}  // namespace xomp::task
