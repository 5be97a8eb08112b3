// Linking tasks to their predecessors, and telling successors of an end.
#include "core/task/dependences.h"

#include <cstring>
#include <new>

#include "core/task/dependence_table.h"

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

// Returns nullptr if there is no memory.
Edge* new_edge(DescriptorPool& pool, Dependences& d) {
  if (d.edges_used < kInlineEdges) return &d.edges[d.edges_used++];
  const std::uint32_t in_block = (d.edges_used - kInlineEdges) % kMoreEdges;
  if (in_block == 0) {
    std::uint32_t size_class;
    auto* block = static_cast<MoreEdges*>(pool.try_allocate_plain(sizeof(MoreEdges), &size_class));
    if (block == nullptr) return nullptr;
    block->next = d.more;
    block->size_class = size_class;
    d.more = block;
  }
  ++d.edges_used;
  return &d.more->edges[in_block];
}

void release_more_edges(DescriptorPool& pool, Dependences& d) {
  if (d.edges_used <= kInlineEdges) return;
  while (MoreEdges* block = d.more) {
    d.more = block->next;
    pool.release_plain(block, block->size_class);
  }
}

}  // namespace

DependenceBuilder::DependenceBuilder(DescriptorPool& pool, Task* parent, Task* task, Mode mode, void* team)
    : pool_(pool), parent_(parent), task_(task), mode_(mode) {
  std::uint32_t size_class;
  void* memory = pool.try_allocate_plain(sizeof(Dependences), &size_class);
  if (memory == nullptr) [[unlikely]] {
    has_failed_ = true;
    return;
  }
  auto* d = static_cast<Dependences*>(memory);
  new (&d->successors) atomic<Edge*>(nullptr);
  d->follows = false;
  d->references = 0;
  d->task = task;
  d->ended = false;
  d->size_class = static_cast<std::uint8_t>(size_class);
  d->team = team;
  d->mutexes = nullptr;
  d->mutex_count = d->mutex_capacity = 0;
  d->edges_used = 0;
  d->more = nullptr;
  task->dependences = d;
  task->set(kDependent);
  if (!parent->has(kHasTable)) {
    DependenceTable* const table = make_table(pool);
    if (table == nullptr) [[unlikely]] {
      has_failed_ = true;
      return;
    }
    parent->dependence_table = table;
    parent->set(kHasTable);
  }
  parent->dependence_table->sweep_if_due(pool);
}

// A predecessor stays valid until finish(), because its end has not been counted: this thread takes no messages
// meanwhile.
void DependenceBuilder::depend_on(Task* predecessor) {
  if (predecessor == task_) return;
  Dependences* const d = predecessor->dependences;
  if (d == last_ || d->ended) return;  // this task depends on it by another address already, or it is over
  platform::prefetch_to_write(d);      // to be linked, or else used anew
  if (d->successors.load(acquire) == closed()) return;  // [DEPEND-1] the predecessor's effects are visible
  last_ = d;
  Edge* const edge = new_edge(pool_, *task_->dependences);
  if (edge == nullptr) [[unlikely]] {
    has_failed_ = true;
    return;
  }
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

bool DependenceBuilder::hold(MutexSet* set) {
  Dependences& d = *task_->dependences;
  for (std::uint32_t i = 0; i < d.mutex_count; ++i)
    if (d.mutexes[i] == set) return true;
  if (d.mutex_count == d.mutex_capacity) {
    const std::uint32_t capacity = d.mutex_capacity == 0 ? 4 : 2 * d.mutex_capacity;
    std::uint32_t size_class;
    auto* roomier = static_cast<MutexSet**>(pool_.try_allocate_plain(capacity * sizeof(MutexSet*), &size_class));
    if (roomier == nullptr) return false;
    if (d.mutex_capacity != 0) {
      std::memcpy(roomier, d.mutexes, d.mutex_count * sizeof(MutexSet*));
      pool_.release_plain(d.mutexes, d.mutexes_class);
    }
    d.mutexes = roomier;
    d.mutex_capacity = capacity;
    d.mutexes_class = size_class;
  }
  std::uint32_t at = d.mutex_count++;
  for (; at > 0 && d.mutexes[at - 1] > set; --at)
    d.mutexes[at] = d.mutexes[at - 1];  // all tasks take sets in one order, so no two wait for each other
  d.mutexes[at] = set;
  ++set->references;
  task_->set(kHoldsMutexes);
  return true;
}

void DependenceBuilder::add(void* address, DependenceKind kind) {
  if (has_failed_) [[unlikely]]
    return;
  AddressEntry* const entry = parent_->dependence_table->find(pool_, address);
  if (entry == nullptr) [[unlikely]] {
    has_failed_ = true;
    return;
  }
  const bool joins = kind != DependenceKind::out && entry->kind == kind && !entry->current.empty();
  for (Task* t : joins ? entry->prior : entry->current) depend_on(t);
  if (mode_ == Mode::registered) return add_to(*entry, kind);
  if (kind == DependenceKind::mutexinoutset && joins)
    for (Task* t : entry->current) depend_on(t);  // the simplest way to exclude the other members
}

// Makes the task one that later siblings may depend on.
void DependenceBuilder::add_to(AddressEntry& entry, DependenceKind kind) {
  const bool joins = kind != DependenceKind::out && entry.kind == kind && !entry.current.empty();
  if (!joins) {
    entry.prior.clear(pool_);
    if (kind == DependenceKind::out) {
      entry.current.clear(pool_);
    } else {
      entry.prior.take(entry.current);
    }
    if (entry.mutex != nullptr) entry.mutex->release_reference(pool_);
    entry.mutex = kind == DependenceKind::mutexinoutset ? MutexSet::make(pool_) : nullptr;
    entry.kind = kind;
  }
  const bool holds = kind != DependenceKind::mutexinoutset || (entry.mutex != nullptr && hold(entry.mutex));
  if (!holds || !entry.current.add(pool_, task_)) [[unlikely]]
    has_failed_ = true;
  else ++parent_->dependence_table->added;
}

void DependenceBuilder::wait_for_siblings() {
  if (has_failed_) [[unlikely]]
    return;
  DependenceTable& table = *parent_->dependence_table;
  for (std::size_t i = 0; i < table.used; ++i)
    for (Task* t : table.entries[i].current) depend_on(t);
  for (Task* t : table.null_entry.current) depend_on(t);
  if (table.all_memory != nullptr) depend_on(table.all_memory);
}

void DependenceBuilder::add_all_memory() {
  wait_for_siblings();
  if (has_failed_) [[unlikely]]
    return;
  DependenceTable& table = *parent_->dependence_table;
  if (mode_ == Mode::only_waits) return;
  ++task_->dependences->references;  // counted before the table lets go of the task, which it may name already
  table.clear(pool_);
  table.all_memory = task_;
}

void DependenceBuilder::abandon() {
  if (!task_->has(kDependent)) return;  // there was no memory even for that
  Dependences& d = *task_->dependences;
  release_more_edges(pool_, d);
  d.edges_used = 0;
  d.unmet.store(0, relaxed);  // no other thread knows the task
}

void DependenceBuilder::for_each_predecessor(void (*visit)(Task*, void*), void* context) const {
  const Dependences& d = *task_->dependences;
  const std::uint32_t edges = d.edges_used;
  for (std::uint32_t i = 0; i < edges && i < kInlineEdges; ++i) visit(d.edges[i].predecessor->task, context);
  std::uint32_t in_block = edges > kInlineEdges ? (edges - kInlineEdges - 1) % kMoreEdges + 1 : 0;
  for (const MoreEdges* block = d.more; block != nullptr; block = block->next, in_block = kMoreEdges)
    for (std::uint32_t i = 0; i < in_block; ++i) visit(block->edges[i].predecessor->task, context);
}

bool DependenceBuilder::finish() {
  Dependences& d = *task_->dependences;
  // Read before the linking, because the task may be over when the last edge is linked. Its block stays until this
  // thread takes messages.
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

namespace {

// The sets must outlive the task's end, because members that were refused may try them until its descriptor is back.
[[gnu::noinline]] void release_sets(DescriptorPool& pool, Dependences& d) {
  for (std::uint32_t i = 0; i < d.mutex_count; ++i) d.mutexes[i]->release_reference(pool);
  pool.release_plain(d.mutexes, d.mutexes_class);
}

}  // namespace

bool release_dependences(DescriptorPool& pool, Task* task) {
  Dependences& d = *task->dependences;
  if (d.references != 0) {
    d.ended = true;
    if (d.references == kReplayed) [[unlikely]]
      count_return(*d.replay);
    return false;
  }
  release_more_edges(pool, d);
  if (d.mutex_capacity != 0) [[unlikely]]
    release_sets(pool, d);
  pool.release_plain(&d, d.size_class);
  return true;
}

void forget_siblings(DescriptorPool& pool, Task* task) { task->dependence_table->clear(pool); }

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
    // Partial holds are given back first, because once parked the task may be run and freed by another thread.
    for (std::uint32_t j = 0; j < i; ++j) *ready = release_set(*sets[j], *ready);
    task->next = set.waiting;  // [MUTEXSET-1] under the lock, under which the holder looks, too
    set.waiting = task;
    set.lock.unlock();  // the last look at the set: the task keeps it alive, and nobody can run that before
    return false;
  }
  return true;
}

Task* release_mutexes(Task* task) {
  Dependences& d = *task->dependences;
  Task* ready = nullptr;
  for (std::uint32_t i = 0; i < d.mutex_count; ++i) ready = release_set(*d.mutexes[i], ready);
  return ready;
}

}  // namespace xomp::task
