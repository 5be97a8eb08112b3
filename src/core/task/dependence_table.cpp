// The dependence table and its lists; memory by malloc, as its size follows the program.
#include "core/task/dependence_table.h"

#include <cstdlib>
#include <cstring>

#include "platform/memory.h"

namespace xomp::task {

namespace {

template <class T>
T* allocate_zeroed(std::size_t count) {
  void* p = std::calloc(count, sizeof(T));
  if (p == nullptr) platform::out_of_memory("task dependences");
  return static_cast<T*>(p);
}

std::size_t hash(void* address) {
  return static_cast<std::size_t>((reinterpret_cast<std::uintptr_t>(address) >> 3) * 0x9e3779b97f4a7c15u >> 20);
}

bool has_ended(const Task* t);

}  // namespace

void drop_reference(DescriptorPool& pool, Task* t) {
  if (--t->dependences->references == 0 && t->dependences->ended && release_dependences(pool, t))
    pool.release(t, t->flags.load(relaxed) & kSizeClass);
}

namespace {
// Only the parent's worker asks; `ended` is its own (DEPEND-3).
bool has_ended(const Task* t) { return t->dependences->ended; }
}  // namespace

// Members that have ended need not be waited for: without this a variable that is only read would keep them all.
void TaskList::prune(DescriptorPool& pool) {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count_; ++i) {
    Task* t = many_[i];
    if (has_ended(t)) {
      drop_reference(pool, t);
    } else {
      many_[kept++] = t;
    }
  }
  count_ = kept;
  if (count_ <= 1) one_ = count_ == 1 ? many_[0] : nullptr;
}

void TaskList::add(DescriptorPool& pool, Task* t) {
  ++t->dependences->references;
  if (count_ > 1 && count_ == capacity_) prune(pool);
  if (count_ == 0) {
    one_ = t;
    count_ = 1;
    return;
  }
  if (count_ >= capacity_ || capacity_ == 0) {
    const std::uint32_t wanted = capacity_ < 4 ? 8 : capacity_ * 2;
    auto* grown = static_cast<Task**>(std::realloc(many_, wanted * sizeof(Task*)));
    if (grown == nullptr) platform::out_of_memory("task dependences");
    many_ = grown;
    capacity_ = wanted;
  }
  if (count_ == 1) many_[0] = one_;
  many_[count_++] = t;
}

void TaskList::clear(DescriptorPool& pool) {
  for (Task* t : *this) drop_reference(pool, t);
  std::free(many_);
  *this = TaskList();
}

void TaskList::take(TaskList& other) {
  *this = other;
  other = TaskList();
}

MutexSet* MutexSet::make() {
  auto* set = allocate_zeroed<MutexSet>(1);
  set->references.store(1, relaxed);  // not yet shared
  return set;
}

void MutexSet::release_reference() {
  if (references.fetch_sub(1, acq_rel) == 1) std::free(this);  // the last one sees all other uses
}

DependenceTable* make_table() {
  auto* table = allocate_zeroed<DependenceTable>(1);
  table->capacity = 16;
  table->entries = allocate_zeroed<AddressEntry>(table->capacity);
  return table;
}

void DependenceTable::grow() {
  AddressEntry* old = entries;
  const std::size_t old_capacity = capacity;
  capacity *= 2;
  entries = allocate_zeroed<AddressEntry>(capacity);
  for (std::size_t i = 0; i < old_capacity; ++i) {
    if (old[i].address == nullptr) continue;
    std::size_t at = hash(old[i].address) & (capacity - 1);
    while (entries[at].address != nullptr) at = (at + 1) & (capacity - 1);
    entries[at] = old[i];
  }
  std::free(old);
}

AddressEntry& DependenceTable::find(DescriptorPool& pool, void* address) {
  AddressEntry* entry = &null_entry;
  bool fresh = false;
  if (address == nullptr) {
    fresh = null_entry.current.empty() && null_entry.prior.empty();
  } else {
    std::size_t at = hash(address) & (capacity - 1);
    while (entries[at].address != nullptr && entries[at].address != address) at = (at + 1) & (capacity - 1);
    if (entries[at].address == nullptr) {
      if (++used * 4 > capacity * 3) {
        grow();
        at = hash(address) & (capacity - 1);
        while (entries[at].address != nullptr) at = (at + 1) & (capacity - 1);
      }
      entries[at].address = address;
      fresh = true;
    }
    entry = &entries[at];
  }
  if (fresh && all_memory != nullptr) {
    entry->kind = DependenceKind::out;
    entry->current.add(pool, all_memory);
  }
  return *entry;
}

void clear_table(DescriptorPool& pool, DependenceTable& table) {
  auto clear = [&](AddressEntry& entry) {
    entry.current.clear(pool);
    entry.prior.clear(pool);
    if (entry.mutex != nullptr) entry.mutex->release_reference();
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
