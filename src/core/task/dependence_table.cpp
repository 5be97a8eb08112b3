// The dependence table and its lists. Their memory is the pool's.
#include "core/task/dependence_table.h"

#include <cstring>
#include <new>

namespace xomp::task {

namespace {

constexpr std::size_t kFirstCapacity = 16;
constexpr std::size_t kGrowth = 4;
constexpr std::size_t kFirstSweep = 8192;  // tasks added to a small table between two sweeps
// A smaller table grows without a sweep, which would look at tasks that others are running.
constexpr std::size_t kSmallCapacity = 1024;

AddressEntry* make_entries(DescriptorPool& pool, std::size_t capacity, std::uint32_t* size_class) {
  void* const memory = pool.try_allocate_plain(capacity * sizeof(AddressEntry), size_class);
  if (memory == nullptr) return nullptr;
  return static_cast<AddressEntry*>(std::memset(memory, 0, capacity * sizeof(AddressEntry)));
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
  std::uint32_t size_class, entries_class;
  void* const memory = pool.try_allocate_plain(sizeof(DependenceTable), &size_class);
  if (memory == nullptr) return nullptr;
  AddressEntry* const entries = make_entries(pool, kFirstCapacity, &entries_class);
  if (entries == nullptr) {
    pool.release_plain(memory, size_class);
    return nullptr;
  }
  auto* const table = static_cast<DependenceTable*>(std::memset(memory, 0, sizeof(DependenceTable)));
  table->size_class = size_class;
  table->capacity = kFirstCapacity;
  table->sweep_at = kFirstSweep;
  table->entries = entries;
  table->entries_class = entries_class;
  return table;
}

void free_table(DescriptorPool& pool, DependenceTable* table) {
  clear_table(pool, *table);
  pool.release_plain(table->entries, table->entries_class);
  pool.release_plain(table, table->size_class);
}

// Without a sweep, variables that are only read, or never named again, would keep their last tasks until the generating
// task ends. Memory would grow with all tasks made, not with those that wait. A sweep looks at every entry and every
// task that is left in one. So many tasks are added before the next sweep that each addition pays for a few looks.
// Returns how many entries still name a task.
std::size_t DependenceTable::sweep(DescriptorPool& pool) {
  std::size_t in_use = 0, tasks = 0;
  for (std::size_t i = 0; i < capacity; ++i) {
    AddressEntry& entry = entries[i];
    if (entry.address == nullptr) continue;
    entry.current.drop_ended(pool);
    entry.prior.drop_ended(pool);
    // Members that ended before their predecessors were cancelled: the next task depends on those predecessors.
    if (entry.current.empty() && !entry.prior.empty()) {
      entry.current.take(entry.prior);
      entry.kind = DependenceKind::out;
    }
    const std::size_t left = entry.current.size() + entry.prior.size();
    tasks += left;
    in_use += left != 0;
  }
  added = 0;
  sweep_at = kFirstSweep + capacity + tasks;
  return in_use;
}

// The table is full: drops entries that name no task any more, and grows if that is not enough. A small one just grows.
bool DependenceTable::make_room(DescriptorPool& pool) {
  AddressEntry* const old = entries;
  const std::size_t old_capacity = capacity;
  const std::uint32_t old_class = entries_class;
  const bool grows = capacity < kSmallCapacity || sweep(pool) * 2 > capacity;
  std::uint32_t new_class;
  AddressEntry* const roomier = make_entries(pool, grows ? capacity * kGrowth : capacity, &new_class);
  if (roomier == nullptr) return false;
  entries = roomier;
  entries_class = new_class;
  if (grows) capacity *= kGrowth;
  used = 0;
  for (std::size_t i = 0; i < old_capacity; ++i) {
    if (old[i].address == nullptr) continue;
    if (old[i].current.empty() && old[i].prior.empty()) {
      if (old[i].mutex != nullptr) old[i].mutex->release_reference(pool);
      continue;
    }
    std::size_t at = hash(old[i].address) & (capacity - 1);
    while (entries[at].address != nullptr) at = (at + 1) & (capacity - 1);
    entries[at] = old[i];
    ++used;
  }
  pool.release_plain(old, old_class);
  return true;
}

AddressEntry* DependenceTable::find(DescriptorPool& pool, void* address) {
  AddressEntry* entry = &null_entry;
  bool fresh = false;
  if (address == nullptr) {
    fresh = null_entry.current.empty() && null_entry.prior.empty();
  } else {
    std::size_t at = hash(address) & (capacity - 1);
    while (entries[at].address != nullptr && entries[at].address != address) at = (at + 1) & (capacity - 1);
    if (entries[at].address == nullptr) {
      if ((used + 1) * 4 > capacity * 3) {
        if (!make_room(pool)) return nullptr;
        at = hash(address) & (capacity - 1);
        while (entries[at].address != nullptr) at = (at + 1) & (capacity - 1);
      }
      entries[at].address = address;
      ++used;
      fresh = true;
    }
    entry = &entries[at];
  }
  if (fresh && all_memory != nullptr) {
    entry->kind = DependenceKind::out;
    entry->current.add(pool, all_memory);  // the first in the list: needs no memory
  }
  return entry;
}

void clear_table(DescriptorPool& pool, DependenceTable& table) {
  auto clear = [&](AddressEntry& entry) {
    entry.current.clear(pool);
    entry.prior.clear(pool);
    if (entry.mutex != nullptr) entry.mutex->release_reference(pool);
    entry.mutex = nullptr;
    entry.address = nullptr;
  };
  for (std::size_t i = 0; i < table.capacity && table.used != 0; ++i)
    if (table.entries[i].address != nullptr) clear(table.entries[i]);
  clear(table.null_entry);
  table.used = 0;
  if (table.all_memory != nullptr) drop_reference(pool, table.all_memory);
  table.all_memory = nullptr;
}

}  // namespace xomp::task
