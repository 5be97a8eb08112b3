// Task dependences (OpenMP 5.2, section 15.9). The table of a generating task maps addresses to the sibling tasks that
// the next one has to wait for. Only the worker that executes the generating task touches the table. Tasks share
// nothing but each one's list of successors and count of unmet predecessors.
//
// DEPEND-1: a successor is told of each predecessor's end exactly once.
//   linking:   the creator pushes an edge on predecessor->successors by compare-and-swap, unless the list is closed.
//   finishing: the executor exchanges the list for `closed` (acq_rel) and lowers `unmet` for every edge that it got.
//   The exchange falls before or after each push: an edge is in the list taken, or its push finds the list closed.
// DEPEND-2: exactly one thread makes the task ready, after the last predecessor's end.
//   The creator first collects the edges, then stores their number in `unmet`, then links them. It subtracts those
//   whose list it found closed at the end, together. So `unmet` is the number of subtractions still to come. The thread
//   that brings it to 0 makes the task ready: by a subtraction (acq_rel), or, if it reads 1 (acquire), without, because
//   no other subtraction is left.
// DEPEND-3: a descriptor in a table stays valid.
//   The parent's worker is its owner (RETURN-1 in core/sched). This one thread counts table references and frees
//   descriptors, so `references` is plain.
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
struct AddressEntry;
struct Replay;

// In `references`, of a task of a recorded graph: no table names it, and its descriptor stays (core/task/recorded_graph.h).
inline constexpr std::int32_t kReplayed = -1;
void count_return(Replay& replay);

// One task's place in the graph; memory of the owner's pool. The first line has what a predecessor's end and
// the task's own end touch. The second has what only the owner writes: it takes the block back without waiting
// for a line that an executor has.
struct Dependences {
  atomic<Edge*> successors;    // [DEPEND-1]
  atomic<std::int32_t> unmet;  // [DEPEND-2]
  bool follows;  // a predecessor's end made the task ready; written by that thread, before the task can run
  Task* task;
  Edge edges[2];  // the task's edges as a successor, one for each predecessor
  void* team;     // the team that the task belongs to, for a thread outside of it that makes the task ready

  std::int32_t references;   // [DEPEND-3] table entries that name the task
  std::uint32_t edges_used;  // of `edges`, then of `more`
  bool ended;                // [DEPEND-3] the descriptor is free once no table names it
  std::uint8_t size_class;   // of this block
  // The sets that the task must hold while it runs, sorted by address. The executor reads them.
  std::uint32_t mutex_count, mutex_capacity, mutexes_class;
  MutexSet** mutexes;
  union {
    struct MoreEdges* more;  // newest first
    Replay* replay;          // with kReplayed: the run that the descriptor belongs to
  };
};
static_assert(offsetof(Dependences, references) == platform::cache_line);

// Adds one task's dependences: one call of add() for each list item, then finish().
class DependenceBuilder {
 public:
  // `task` is created, not handed over. `registered`: later siblings may depend on it. `only_waits`: none may.
  enum class Mode { registered, only_waits };
  DependenceBuilder(DescriptorPool& pool, Task* parent, Task* task, Mode mode, void* team);
  void add(void* address, DependenceKind kind);
  void add_all_memory();
  // The task waits for all older siblings that have dependences. It joins no set by that.
  void wait_for_siblings();
  // Calls visit for each task that this one will wait for. To be called before finish().
  void for_each_predecessor(void (*visit)(Task* predecessor, void* context), void* context) const;
  // Says whether the task may run now. If not, some thread gets it from next_ready() later.
  bool finish();

  // There was no memory for what the task waits for, or for what would wait for it. Then abandon() must take finish()'s
  // place: the task waits for nothing. It must run after all older siblings have ended, and before the generating task
  // goes on.
  bool has_failed() const { return has_failed_; }
  void abandon();

 private:
  void add_to(AddressEntry& entry, DependenceKind kind);
  void depend_on(Task* predecessor);
  void link(Edge& edge, Dependences& predecessor);
  bool hold(MutexSet* set);  // false: no memory

  DescriptorPool& pool_;
  Task* parent_;
  Task* task_;
  Mode mode_;
  const Dependences* last_ = nullptr;  // the predecessor collected last
  std::int32_t closed_ = 0;            // edges whose list was found closed while linking
  bool has_failed_ = false;
};

// For a thread that will soon make another dependent task with a descriptor of that size class. Other threads have run
// the tasks that had the memory before, so its lines are prefetched.
void prefetch_next(const DescriptorPool& pool, std::uint32_t size_class);

// The task has ended. The executor calls this once, then next_ready() with the list until that returns nullptr.
Edge* close_successors(Task* task);
// Tells the successors in the list of the end, until one becomes ready by it. Takes those told
// off the list and returns that one.
Task* next_ready(Edge*& list);
// Called by the owner's thread when the descriptor is otherwise free. Returns false if a table still names it; then the
// table frees the descriptor later.
bool release_dependences(DescriptorPool& pool, Task* task);
// Called by the executor when all children of the generating task have ended.
void forget_siblings(DescriptorPool& pool, Task* task);
// Called by the executor when the generating task's body is over, since it looks up no more.
void drop_table(DescriptorPool& pool, Task* task);

// mutexinoutset: true when the task holds all its sets. Otherwise it has been parked and will come out of some
// release_mutexes(). *ready gets tasks that became ready because partial holds were given back.
bool try_hold_mutexes(Task* task, Task** ready);
// Gives the sets back for good: the task has ended. The executor calls this once. Returns the tasks
// to try again, linked by `next`.
Task* release_mutexes(Task* task);

}  // namespace xomp::task
