// The table of tasks that wait for inputs, as PaRSEC has it (XOMP_TTG_TABLE=chained): hash tables in a row, the newest and largest in
// front. Each has buckets with a lock and a chain of tasks. A new task goes into the front table. A look finds a task in any table of the
// row, and moves it to the front one. ttg.h has a table of its own, which is the default (front/ttg/include/ttg/detail/table.h).
//
// CHAIN-1: a task of a hash is seen only by the thread that holds the hash's bucket in the front table.
//   user:   reads (BRAVO-1), locks the hash's bucket in the front table; in an older table it locks the bucket besides, because two
//           buckets of the front table share that. It holds one lock of an older table at a time.
//   So two threads with the same key come one after the other, and a task is never put twice. The task that a user has found or put is
//   in no chain until it unlocks, so that its `next` can hold the hash.
// CHAIN-2: the row of tables changes only in a writer of BRAVO-1, when nobody is on its way through it.
//   grower: `front_` is still the table whose bucket was too full; makes a new one and puts it in front.
//   A table that has become empty: a writer takes it out of the row and frees it.
// CHAIN-3: what a thread adds to `left` of an older table is less than zero from the table's growth on, so 0 is for good. The thread that
//   makes it 0 becomes the writer.
// CHAIN-4: fork()'s child finds each chain whole: a task has its link before it is in the chain (release).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/graph/layout.h"
#include "core/sync/bravo_lock.h"
#include "platform/atomic.h"
#include "platform/short_lock.h"

namespace xomp::graph {

class ChainedTable;

// Where a thread is in a table, from lock() to unlock(). The thread's own.
struct alignas(platform::cache_line) LockedPlace {
  unsigned char front_ends[2 * platform::cache_line] = {};
  ChainedTable* table = nullptr;  // nullptr: the thread is in none
  std::size_t hash = 0;
  std::uint32_t reader = 0;
  bool is_full = false, has_emptied = false;
  void* front = nullptr;   // the table in front
  void* bucket = nullptr;  // there
  void* older = nullptr;   // a bucket of an older table that is locked, too
  Task* held = nullptr;    // the task that was found or put: it is in no chain
};

static_assert(offsetof(LockedPlace, front_ends) == 0, "xomp/graph.h says where");

class ChainedTable {
 public:
  struct Shape {
    std::size_t first = 256;                     // buckets of the first table
    std::uint32_t limit = 16;                    // tasks in a bucket; one more is too full
    std::size_t largest = std::size_t{1} << 24;  // buckets
  };
  using Reader = sync::BravoLock::Slot;
  using Same = bool (*)(const Task* task, const void* key);

  // `readers`: one for each thread that will ever come, of which the first `known` may have come. Zeroed.
  ChainedTable(Reader* readers, const atomic<std::uint32_t>& known, sync::ReaderFence fence, const Shape& shape);
  ~ChainedTable();
  ChainedTable(const ChainedTable&) = delete;
  ChainedTable& operator=(const ChainedTable&) = delete;

  // --- any thread; `place` is its own. Keys' own functions run between lock() and unlock() ---
  void lock(LockedPlace& place, std::size_t hash, std::uint32_t reader);
  void unlock(LockedPlace& place);
  // Returns the task of this key, or nullptr.
  Task* find(LockedPlace& place, Same same, const void* key);
  void insert(LockedPlace& place, Task* task);
  void remove(LockedPlace& place, Task* task);
  // Calls call(task, argument) for each task, under its bucket's lock. A task that comes, goes or moves meanwhile may be left out, or be
  // visited twice.
  void visit(std::uint32_t reader, void (*call)(Task* task, void* argument), void* argument);
  // Takes out all tasks. Returns them linked by `next`.
  Task* drain();

  // In fork()'s child. `own`: the reader of its one thread, or nullptr.
  void forget(Reader* own);
  std::size_t tables() const;   // in the row; for tests
  std::size_t buckets() const;  // of the front table; for tests

  ChainedTable* next_of_all = nullptr;  // the owner's
  Reader* readers() const { return readers_; }

 private:
  struct Bucket {
    platform::ShortLock lock;
    std::uint32_t count = 0;       // under the lock, as what follows
    atomic<Task*> first{nullptr};  // visit() reads it without the lock, as a hint
  };
  static_assert(sizeof(Bucket) == 16);
  struct alignas(platform::cache_line) Buckets {
    std::size_t mask;
    Buckets* older;            // [CHAIN-2]
    std::uint32_t limit;       // [CHAIN-2]
    atomic<std::size_t> left;  // [CHAIN-3] tasks; counts while the table is not in front
    Bucket* all() { return reinterpret_cast<Bucket*>(this + 1); }
    Bucket& of(std::size_t hash) { return all()[hash & mask]; }
  };

  static std::size_t bytes_of(std::size_t mask) { return sizeof(Buckets) + (mask + 1) * sizeof(Bucket); }
  Buckets* make(std::size_t size, Buckets* older);
  static void discard(Buckets* buckets);
  static std::size_t count_tasks(Buckets& buckets);
  static void put_back(LockedPlace& place);
  template <class Fits>
  static Task* take(Bucket& bucket, Fits&& fits);
  template <class Fits>
  Task* take_from_older(LockedPlace& place, Fits&& fits);
  void grow(Buckets* full);
  void drop_empty();

  const Shape shape_;
  Reader* const readers_;
  const atomic<std::uint32_t>& known_;
  const sync::ReaderFence fence_;
  sync::BravoLock lock_;      // of the row [CHAIN-2]
  Buckets* front_ = nullptr;  // written in a writer
};

}  // namespace xomp::graph
