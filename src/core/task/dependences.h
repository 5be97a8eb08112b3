// Task dependences (OpenMP 5.2, section 15.9). The table of a generating task maps addresses to the sibling tasks that
// the next one has to wait for; only the worker that executes the generating task touches it. Tasks share nothing but
// the successors' list of each and the count of unmet predecessors.
//
// DEPEND-1: a successor is told of each predecessor's end exactly once.
//   linking:   the creator pushes an edge on predecessor->successors by compare-and-swap, unless it is closed.
//   finishing: the executor exchanges the list for `closed` (acq_rel) and lowers `unmet` for every edge that it got.
//   The exchange falls before or after each push: an edge is in the list taken, or its push finds the list closed.
// DEPEND-2: the creator first collects the edges, then stores their number in `unmet`, then links them; those that it
// finds
//   closed it subtracts at the end, together. So `unmet` is the number of subtractions still to come. Whoever brings it
//   to 0 makes the task ready, nobody else: by a subtraction (acq_rel), or, who reads 1 (acquire), without, being the
//   only one left.
// DEPEND-3: a descriptor in a table stays valid. The parent's worker is its owner (RETURN-1 in core/sched): the same
//   thread counts table references and frees descriptors, so `references` is plain.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/task/descriptor_pool.h"
#include "core/task/task.h"
#include "platform/atomic.h"

namespace xomp::task {

enum class DependenceKind : std::uint8_t { in, out, mutexinoutset, inoutset };

struct Dependences;

struct Edge {
  union {
    Edge* next;                // once linked
    Dependences* predecessor;  // until then
  };
  Dependences* successor;
};

struct MutexSet;

// One task's place in the graph; memory of the owner's pool. What a predecessor's end and the task's own touch is one
// line, what only the owner writes another: it takes the block back without waiting for a line that an executor has.
struct Dependences {
  atomic<Edge*> successors;    // [DEPEND-1]
  atomic<std::int32_t> unmet;  // [DEPEND-2]
  bool follows;                // the end of a predecessor made it ready; written by who did that, before
  Task* task;
  Edge edges[2];  // as successor: one for each predecessor
  void* team;     // the team it belongs to, for whoever makes it ready from outside

  std::int32_t references;   // [DEPEND-3] table entries that name the task
  std::uint32_t edges_used;  // of `edges`, then of `more`
  bool ended;                // [DEPEND-3] the descriptor is free once no table names it
  std::uint8_t size_class;   // of this block
  std::uint32_t mutex_count;
  MutexSet** mutexes;      // mutexinoutset: what it must hold while it runs; by address; until its end
  struct MoreEdges* more;  // newest first
};
static_assert(offsetof(Dependences, references) == platform::cache_line);

// Adds one task's dependences, one call of add() for each list item, then finish().
class DependenceBuilder {
 public:
  // `task` is created, not handed over. `registered`: later siblings may depend on it; false for what only waits.
  enum class Mode { registered, only_waits };
  DependenceBuilder(DescriptorPool& pool, Task* parent, Task* task, Mode mode, void* team);
  void add(void* address, DependenceKind kind);
  void add_all_memory();
  // Whether the task may run now. If not, somebody gets it from next_ready().
  bool finish();

 private:
  void depend_on(Task* predecessor);
  void link(Edge& edge, Dependences& predecessor);
  void hold(MutexSet* set);

  DescriptorPool& pool_;
  Task* parent_;
  Task* task_;
  Mode mode_;
  const Dependences* last_ = nullptr;  // collected last
  std::int32_t closed_ = 0;            // found closed while linking
};

// The thread will soon make another dependent task with a descriptor of that size class. Others have run those that had
// the memory before: its lines come meanwhile.
void prefetch_next(const DescriptorPool& pool, std::uint32_t size_class);

// The task has ended. Executor, once; then it calls next_ready() with the list until that returns nullptr.
Edge* close_successors(Task* task);
// Tells successors in the list of the end until one is ready by it, takes those told off the list and returns that one.
Task* next_ready(Edge*& list);
// Owner's thread, when the descriptor is otherwise free: false if a table still names it; then the table frees it
// later.
bool release_dependences(DescriptorPool& pool, Task* task);
// The generating task's body is over: nobody will look up again. Executor.
void drop_table(DescriptorPool& pool, Task* task);

// mutexinoutset: true when the task holds all its sets. Otherwise it has been parked and will come out of some
// release_mutexes(); *ready gets tasks that giving back partial holds made ready.
bool try_hold_mutexes(Task* task, Task** ready);
// Gives the sets back, for good: the task has ended. Executor, once. Returns the tasks to try again, linked by `next`.
Task* release_mutexes(Task* task);

}  // namespace xomp::task
