// The dependence table and its lists. Their memory is the pool's.
#include "core/task/dependence_table.h"

#include <cstring>
#include <new>

namespace xomp::task {

namespace {

constexpr std::size_t kFirstCapacity = 16;
constexpr std::size_t kGrowth = 4;
constexpr std::size_t kFirstSweep = 8192;  // tasks added to a small table between two sweeps
// A smaller table grows without a sweep, because a sweep would look at tasks that others are running.
constexpr std::size_t kSmallCapacity = 1024;

std::size_t most_entries(std::size_t capacity) { return capacity / 4 * 3; }

// Makes room for a table of that capacity, with all slots free. Returns false if there is no memory, and the table is
// as it was.
bool make_block(DescriptorPool& pool, std::size_t capacity, DependenceTable& table) {
  const std::size_t slot_bytes = capacity * sizeof(DependenceTable::Slot);
  const std::size_t bytes = slot_bytes + most_entries(capacity) * sizeof(AddressEntry);
  std::uint32_t size_class;
  char* const memory = static_cast<char*>(pool.try_allocate_plain(bytes, &size_class));
  if (memory == nullptr) return false;
  table.slots = static_cast<DependenceTable::Slot*>(std::memset(memory, 0, slot_bytes));
  table.entries = reinterpret_cast<AddressEntry*>(memory + slot_bytes);
  table.entries_class = size_class;
  table.capacity = capacity;
  table.used = 0;
  return true;
}

std::size_t hash(void* address) {
  return static_cast<std::size_t>((reinterpret_cast<std::uintptr_t>(address) >> 3) * 0x9e3779b97f4a7c15u >> 20);
}

// Called by the parent's worker only, which also writes `ended` (DEPEND-3).
bool has_ended(const Task* t) { return t->dependences->ended; }

}  // namespace

void drop_reference(DescriptorPool& pool, Task* t) {
  if (--t->dependences->references == 0 && t->dependences->ended && release_dependences(pool, t))
    pool.release(t, t->flags.load(relaxed) & kSizeClass);
}

void TaskList::drop_ended(DescriptorPool& pool) {
  Task** const tasks = begin();
  const bool has_memory = count_ > kFew;
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count_; ++i) {
    Task* const t = tasks[i];
    if (has_ended(t)) {
      drop_reference(pool, t);
    } else {
      tasks[kept++] = t;
    }
  }
  count_ = kept;
  if (has_memory && kept <= kFew) move_back(pool);
}

void TaskList::move_back(DescriptorPool& pool) {
  const auto many = many_;
  for (std::uint32_t i = 0; i < count_; ++i) few_[i] = many.tasks[i];
  pool.release_plain(many.tasks, many.size_class);
}

bool TaskList::make_room(DescriptorPool& pool) {
  const bool first = count_ == kFew;
  const std::uint32_t wanted = first ? 8 : many_.capacity * 2;
  std::uint32_t size_class;
  auto* const tasks = static_cast<Task**>(pool.try_allocate_plain(wanted * sizeof(Task*), &size_class));
  if (tasks == nullptr) return false;
  std::memcpy(tasks, begin(), count_ * sizeof(Task*));
  if (!first) pool.release_plain(many_.tasks, many_.size_class);
  many_ = {tasks, wanted, size_class};
  return true;
}

bool TaskList::add(DescriptorPool& pool, Task* t) {
  const auto is_full = [this] { return count_ > kFew && count_ == many_.capacity; };
  if (is_full()) drop_ended(pool);
  if ((count_ == kFew || is_full()) && !make_room(pool)) return false;
  ++t->dependences->references;
  (count_ < kFew ? few_ : many_.tasks)[count_] = t;
  ++count_;
  return true;
}

void TaskList::clear(DescriptorPool& pool) {
  for (Task* t : *this) drop_reference(pool, t);
  if (count_ > kFew) pool.release_plain(many_.tasks, many_.size_class);
  count_ = 0;
}

void TaskList::take(TaskList& other) {
  *this = other;
  other.count_ = 0;
}

MutexSet* MutexSet::make(DescriptorPool& pool) {
  std::uint32_t size_class;
  void* const memory = pool.try_allocate_plain(sizeof(MutexSet), &size_class);
  return memory != nullptr ? new (memory) MutexSet{1, size_class, {}, false, nullptr} : nullptr;
}

void MutexSet::release_reference(DescriptorPool& pool) {
  if (--references == 0) pool.release_plain(this, size_class);
}

DependenceTable* make_table(DescriptorPool& pool) {
  std::uint32_t size_class;
  void* const memory = pool.try_allocate_plain(sizeof(DependenceTable), &size_class);
  if (memory == nullptr) return nullptr;
  auto* const table = static_cast<DependenceTable*>(std::memset(memory, 0, sizeof(DependenceTable)));
  if (!make_block(pool, kFirstCapacity, *table)) {
    pool.release_plain(memory, size_class);
    return nullptr;
  }
  table->size_class = size_class;
  table->sweep_at = kFirstSweep;
  return table;
}

void free_table(DescriptorPool& pool, DependenceTable* table) {
  table->clear(pool);
  pool.release_plain(table->slots, table->entries_class);
  pool.release_plain(table, table->size_class);
}

// Without a sweep, variables that are only read, or never named again, would keep their last tasks until the generating
// task ends. Memory would grow with all tasks made, not with those that wait. A sweep looks at every entry and every
// task that is left in one. So many tasks are added before the next sweep that each addition pays for a few looks.
// Returns how many entries still name a task.
std::size_t DependenceTable::sweep(DescriptorPool& pool) {
  std::size_t in_use = 0, tasks = 0;
  for (std::size_t i = used; i-- != 0;) {
    AddressEntry& entry = entries[i];
    entry.current.drop_ended(pool);
    entry.prior.drop_ended(pool);
    // Members that ended before their predecessors did were cancelled. So the next task depends on those predecessors.
    if (entry.current.empty() && !entry.prior.empty()) {
      entry.current.take(entry.prior);
      entry.kind = DependenceKind::out;
    }
    const std::size_t left = entry.current.size() + entry.prior.size();
    tasks += left;
    in_use += left != 0;
  }
  added = 0;
  sweep_at = kFirstSweep + used + tasks;
  return in_use;
}

DependenceTable::Slot& DependenceTable::slot_of(void* address) {
  std::size_t at = hash(address) & (capacity - 1);
  while (slots[at] != 0 && entries[slots[at] - 1].address != address) at = (at + 1) & (capacity - 1);
  return slots[at];
}

// The table is full: drops entries that name no task any more, and grows if that is not enough. A small one just grows.
bool DependenceTable::make_room(DescriptorPool& pool) {
  const DependenceTable old = *this;
  const bool grows = capacity < kSmallCapacity || sweep(pool) * 2 > capacity;
  if (!make_block(pool, grows ? old.capacity * kGrowth : old.capacity, *this)) return false;
  for (std::size_t i = 0; i < old.used; ++i) {
    const AddressEntry& entry = old.entries[i];
    if (entry.current.empty() && entry.prior.empty()) {
      if (entry.mutex != nullptr) entry.mutex->release_reference(pool);
      continue;
    }
    slot_of(entry.address) = static_cast<Slot>(used + 1);
    entries[used++] = entry;
  }
  pool.release_plain(old.slots, old.entries_class);
  return true;
}

AddressEntry* DependenceTable::find(DescriptorPool& pool, void* address) {
  AddressEntry* entry = &null_entry;
  bool fresh = false;
  if (address == nullptr) {
    fresh = null_entry.current.empty() && null_entry.prior.empty();
  } else {
    Slot* slot = &slot_of(address);
    if (*slot == 0) {
      if (used == most_entries(capacity)) {
        if (!make_room(pool)) return nullptr;
        slot = &slot_of(address);
      }
      std::memset(&entries[used], 0, sizeof(AddressEntry));
      entries[used].address = address;
      *slot = static_cast<Slot>(++used);
      fresh = true;
    }
    entry = &entries[*slot - 1];
  }
  if (fresh && all_memory != nullptr) {
    entry->kind = DependenceKind::out;
    entry->current.add(pool, all_memory);  // the first in the list: needs no memory
  }
  return entry;
}

void DependenceTable::clear(DescriptorPool& pool) {
  const auto let_go = [&pool](AddressEntry& entry) {
    entry.current.clear(pool);
    entry.prior.clear(pool);
    if (entry.mutex != nullptr) entry.mutex->release_reference(pool);
    entry.mutex = nullptr;
  };
  // Newest first, because without its newest entry the table is as it was before that entry came.
  for (; used != 0; --used) {
    slot_of(entries[used - 1].address) = 0;
    let_go(entries[used - 1]);
  }
  let_go(null_entry);
  if (all_memory != nullptr) drop_reference(pool, all_memory);
  all_memory = nullptr;
}

}  // namespace xomp::task
