// The table behind DependenceBuilder. It maps an address to the set of siblings that a new task on it has to wait for.
// One thread only: the one that executes the generating task.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/task/dependences.h"
#include "platform/short_lock.h"

namespace xomp {
struct DebuggerAccess;  // core/team/debugger_layout.cpp
}

namespace xomp::task {

// A growing list of tasks. Each counts the list in its `references`. All zeroes is an empty list. Two tasks need no
// memory of their own.
class TaskList {
 public:
  Task** begin() { return count_ <= kFew ? few_ : many_.tasks; }
  Task** end() { return begin() + count_; }
  bool empty() const { return count_ == 0; }
  std::uint32_t size() const { return count_; }
  bool add(DescriptorPool& pool, Task* task);  // false: no memory, and the task is not in the list
  void clear(DescriptorPool& pool);
  void take(TaskList& other);  // empties `other`; this one must be empty
  // Drops members that have ended, since nobody need wait for them.
  void drop_ended(DescriptorPool& pool);

 private:
  friend struct xomp::DebuggerAccess;
  static constexpr std::uint32_t kFew = 2;

  bool make_room(DescriptorPool& pool);
  void move_back(DescriptorPool& pool);

  union {
    Task* few_[kFew];
    struct {
      Task** tasks;
      std::uint32_t capacity;
      std::uint32_t size_class;  // of the block in the pool
    } many_;
  };
  std::uint32_t count_;
};

struct AddressEntry {
  void* address;
  DependenceKind kind;  // of the current set
  MutexSet* mutex;      // of a mutexinoutset
  TaskList current;     // the newest set: an `out`, or all `in`s (or members) since
  TaskList prior;       // the tasks that the members of the current set depend on
};

// A hash table whose entries stand in the order in which their addresses were first named; the slots, which stand in the
// order of the hash, lead to them. So the tasks that the table is the last to name are given back in order, newest first,
// and the pool hands their memory out as it lies. In the order of the hash it would be scattered, and the next graph of
// as many tasks would miss the caches at each of them.
struct DependenceTable {
  using Slot = std::uint32_t;  // 0 = free; n = leads to entries[n - 1]

  AddressEntry* entries;
  Slot* slots;
  std::size_t capacity;         // of the slots, a power of two; three entries for each four
  std::size_t used;             // entries
  std::size_t added;            // tasks added to lists since the last sweep
  std::size_t sweep_at;         // the value of `added` at which the next sweep is due
  Task* all_memory;             // the newest task on omp_all_memory, counted in its references; nullptr = none
  AddressEntry null_entry;      // address nullptr, where a program really depends on it
  std::uint32_t size_class;     // of this block
  std::uint32_t entries_class;  // of the block with slots and entries

  // Returns nullptr if there is no memory for another entry.
  AddressEntry* find(DescriptorPool& pool, void* address);
  // Called before a task's first find(). Now and then it lets go of tasks that have ended.
  void sweep_if_due(DescriptorPool& pool) {
    if (added >= sweep_at) [[unlikely]]
      sweep(pool);
  }
  void clear(DescriptorPool& pool);

 private:
  Slot& slot_of(void* address);  // that leads to its entry, or the free one where it would stand
  std::size_t sweep(DescriptorPool& pool);
  bool make_room(DescriptorPool& pool);
};

DependenceTable* make_table(DescriptorPool& pool);  // nullptr: no memory
void free_table(DescriptorPool& pool, DependenceTable* table);

// One lock for the members of a mutexinoutset. `lock` guards `held` and `waiting` for a few instructions; the members'
// executors take it. The rest is the worker's alone whose tasks the members are: the table and the members that are not
// given back yet refer to the set, and the memory is that worker's pool's. A member is given back after its executor
// has left the lock for the last time.
struct MutexSet {
  std::int32_t references;
  std::uint32_t size_class;
  platform::ShortLock lock;
  bool held;
  Task* waiting;  // linked by next

  static MutexSet* make(DescriptorPool& pool);  // nullptr: no memory
  void release_reference(DescriptorPool& pool);
};

void drop_reference(DescriptorPool& pool, Task* task);

}  // namespace xomp::task
