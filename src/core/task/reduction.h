// Task reductions: the variables that a taskgroup's tasks reduce into, and each thread's private copies of them.
//
// REDUCE-1: a slot of the storage is touched by its thread only while tasks run.
//   The thread that combines does so after it saw the group empty (GROUP-1), or after the barrier that ends the
//   construct, and so sees what the threads wrote.
// The list of a taskgroup is written by the thread that opened it before it creates tasks in it; tasks only read it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/atomic.h"

namespace xomp::task {

struct Taskgroup;

// One variable.
struct ReductionItem {
  void* shared;        // the address by which tasks name it; the copies are combined into it
  void* original;      // the initialiser may look at it
  std::size_t offset;  // of its copy in a thread's slot; ascending
  std::size_t size;
  void (*initialise)(void* copy, void* original);  // nullptr: zero bytes are the initial value
  void (*finish)(void* copy);                      // nullptr: nothing to do
  void (*combine)(void* into, void* from);
};

// Zeroed slots, one for each thread, side by side. Large ones are pages that appear when touched.
struct ReductionStorage {
  char* base;
  std::size_t stride;  // bytes of a slot, a multiple of 64
  std::int32_t threads;

  char* slot(int thread_number) const { return base + stride * static_cast<std::size_t>(thread_number); }
  char* end() const { return slot(threads); }
};
ReductionStorage make_storage(std::size_t stride, int threads);
void free_storage(const ReductionStorage& storage);

enum class Combining : std::uint8_t {
  by_compiled_code,  // compiled code initialises, combines and says when the storage goes
  at_group_end,      // the thread that ends the taskgroup, at its end
  by_last_thread,    // the last thread that ends its taskgroup: the storage is shared by a team
};

struct TaskReductions {
  TaskReductions* next;  // of the same taskgroup
  ReductionStorage storage;
  Combining combining;
  std::int32_t count;
  ReductionItem items[];

  // These flags say which of the thread's copies exist. They stand behind the items in a slot, unless compiled code
  // initialises the copies.
  bool* made_flags(int thread_number) const {
    return reinterpret_cast<bool*>(storage.slot(thread_number) + flags_at());
  }
  std::size_t flags_at() const { return storage.stride - ((static_cast<std::size_t>(count) + 63) & ~std::size_t{63}); }
};

// Room for `count` items, attached to the group; the caller fills in the rest.
TaskReductions* attach_reductions(Taskgroup& group, std::int32_t count);
// Called when what attach_reductions() gave has left its group's list, so that nobody reads it any more. Its storage
// stays.
void free_list_entry(TaskReductions* entry);
// Gives each item its offset; returns the stride of a slot with room for the flags.
std::size_t lay_out(ReductionItem* items, std::int32_t count);

// The storage that all threads of a team share for one construct with reduction(task, ...).
// REDUCE-2: all take the first thread's storage (compare-and-swap, acquire); the last one to leave empties the word
//   before it arrives at the construct's barrier, so that the next construct finds it empty.
class SharedReduction {
 public:
  ReductionStorage join(std::size_t stride, int threads);
  bool leave();  // true for the last thread: all others have left before
  // Must be called between regions, when threads have left by cancellation.
  void reset();

 private:
  struct Shared {
    ReductionStorage storage;
    atomic<std::int32_t> left;  // threads that have left
  };
  atomic<Shared*> shared_{nullptr};
};

// The place of a thread's copy, and its variable.
struct PrivateCopy {
  void* place;  // nullptr: no taskgroup around has such a variable
  void* shared;
};
// `address`: the variable, or a place inside any thread's copy of it. Makes the copy at its first use. Called
// by the thread that owns the copy.
PrivateCopy private_copy(const Taskgroup* innermost, void* address, int thread_number);

// Combines all copies into the items' `shared` and finishes them. REDUCE-1 says when.
void combine_copies(const TaskReductions& reductions);
// Called when the group is empty: combines where that is due and forgets the list.
void end_reductions(Taskgroup& group);

}  // namespace xomp::task
