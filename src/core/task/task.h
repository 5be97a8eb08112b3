// The task descriptor: one for each explicit task, in one piece with its data environment, and one for each implicit
// task, inside its thread. Written by the creator until the task is handed over, then by the thread that executes it,
// except where a field says otherwise.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/icv/icv.h"
#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::trace {
struct TaskRecord;
}

namespace xomp::task {

struct Taskgroup;
struct DependenceTable;
struct Dependences;
struct CompletionEvent;

enum Flag : std::uint32_t {
  kSizeClass = 0xff,     // the pool's size class; kOwnSize is one of them
  kOwnSize = 0x80,       // the block's size stands in front of it (core/task/descriptor_pool.h)
  kPlainBody = 1u << 8,  // body(data), else body(thread id, data)
  kImplicit = 1u << 9,
  kFinal = 1u << 10,
  kUntied = 1u << 11,  // SUSPEND-1; of a task in place: so are those below it on the stack. Implicit tasks have it
  kUndeferred = 1u << 12,
  kThunk = 1u << 13,         // a destructor thunk runs at the end, also when the body is discarded
  kInTaskgroup = 1u << 14,   // counted by taskgroup
  kDependent = 1u << 15,     // has dependences as a successor or a predecessor
  kDetachable = 1u << 16,    // not complete before its event is fulfilled, too; cleared when it is cancelled
  kPriority = 1u << 17,      // waits in the team's shared queue, by priority
  kCancellable = 1u << 18,   // cancel-var was true: checks for cancellation before it starts
  kMustRun = 1u << 19,       // its data was copy-constructed and is destroyed by the body: never discarded
  kHasTable = 1u << 20,      // dependence_table is valid: it generated dependent tasks
  kOrphaned = 1u << 21,      // its body is over while children are unfinished
  kKept = 1u << 22,          // RETURN-2: its body is over, but the executor still counts children in the descriptor
  kMemoryOnly = 1u << 23,    // RETURN-2: returned for its memory, the parent has been told
  kParts = 1u << 24,         // its body runs in parts, and asks for the next one (clang's untied tasks)
  kListed = 1u << 25,        // PENDING-1: stands in its creator's queue; an implicit task: tasks of its thread may
  kEnded = 1u << 26,         // PENDING-1: is over, so the queue may let it go
  kOnStack = 1u << 27,       // STACK-1: its descriptor lies on the stack of the thread that executes it
  kKnown = 1u << 28,         // STACK-1: published, so others may find it; clear in new tasks and those run in place
  kHoldsMutexes = 1u << 29,  // is in a mutexinoutset
  kWatched = 1u << 30,       // WATCH-1: a tool follows it; `record` is valid
  kHasRecord = 1u << 31,     // WATCH-1: its end was reported, and `record` goes with the descriptor
  kInherited = kFinal | kCancellable,  // a child inherits these from its parent
  // The children of a task with one of these are more than plain ones, so they must not be made on the usual way.
  kUnusualChildren = kInherited | kWatched,
  kSpecial = kPriority | kDetachable,  // deferred even where a thread has tasks enough
  // To start or finish a task with one of these takes more than to call the body and to count. So the slow path does
  // it.
  kSlowStart = kParts | kCancellable | kWatched,
  kSlowFinish = kThunk | kInTaskgroup | kDependent | kDetachable | kHasTable | kWatched,
  kPlain = (kSizeClass & ~kOwnSize) | kPlainBody | kUntied,  // a new task without any flag beyond these is plain
};

using TaskIcv = icv::TaskIcv;

// WATCH-1: a tool sees tasks at no cost to those that it does not see. While a tool watches, every implicit task has
//   kWatched, and so has each explicit task that a watched one makes (core/sched/watched.h). The flag is in the masks that
//   creation, start and end test anyway, so all that a tool is told is told in functions that are cold already.
inline constexpr std::uint32_t kNoFloor = UINT32_MAX;

struct Task;

// A task's link in a list. The thread that holds the task writes it. A thief that stands in a policy's list may still
// read the link of a task that has left (STALE-1), and drops what it has read. So the link is atomic. It is relaxed
// because a thread that takes over a list has acquired the list by other means.
class Link {
 public:
  Link& operator=(Task* t) {
    word_.store(t, relaxed);
    return *this;
  }
  Link& operator=(const Link& other) { return *this = static_cast<Task*>(other); }
  operator Task*() const { return word_.load(relaxed); }
  atomic<Task*>& word() { return word_; }

 private:
  atomic<Task*> word_;
};

// In the pool it begins a cache line. On the stack it need not.
struct alignas(16) Task {
  // --- first line: all that a plain task touches ---

  Link next;             // written by the thread that holds the task in a list
  atomic<Task*> parent;  // the generating task; read by thieves that check a constraint (CONSTRAINT-1)
  void* body;
  void* data;
  TaskIcv* icv;                 // shared with the parent until one of them writes
  Taskgroup* taskgroup;         // innermost taskgroup that new children belong to; nullptr = none
  atomic<std::uint32_t> flags;  // executor; thieves read kOrphaned (CONSTRAINT-1)
  // Children whose end is not counted yet; touched only by the worker that executes the task. WATCH-1: the sign bit says
  // that a tool follows the task and its body is under way. So a taskwait without children looks twice, too.
  std::int32_t unfinished;
  std::uint16_t owner;  // id of the worker whose pool made the block; never changes
  // The task's place in the tree of its team's tasks; thieves read it (CONSTRAINT-1).
  atomic<std::uint16_t> root;   // thread number of the implicit task at the root
  atomic<std::uint32_t> depth;  // number of tasks between root and this one, modulo 2^32

  // --- second line: valid only where a flag says so ---

  Dependences* dependences;  // kDependent
  union {
    DependenceTable* dependence_table;  // kHasTable, so its body has begun
    Task* queued_before;                // in the shared queue, so it has not
  };
  Taskgroup* created_in;  // kInTaskgroup: the taskgroup that counts this task
  std::int32_t priority;  // kPriority
  // Between begin and complete of a kUndeferred task: the thread's floor before. Once the task was in the shared queue:
  // kNoFloor. Otherwise the policy's (FLOOR-1 in core/sched/engine.h).
  std::uint32_t saved_floor;
  // How many of owner and executor no longer need the descriptor (RETURN-2). For an undeferred task that waits: whether
  // it may go on.
  atomic<std::uint32_t> handshake;
  std::uint32_t resubmitted;  // kParts: parts that the body has requested
  union {
    void (*thunk)(int thread_id, Task*);  // kThunk, without kWatched
    void (*copy)(
        void* to,
        void* from);  // kMustRun, until the task is handed over: copied its data; a recorded graph does so again
    trace::TaskRecord* record;  // kWatched
  };
  CompletionEvent* event;  // kDetachable: DETACH-1

  std::int32_t children() const { return unfinished & INT32_MAX; }
  bool has(std::uint32_t mask) const { return (flags.load(relaxed) & mask) != 0; }    // executor's own, or a hint
  void set(std::uint32_t mask) { flags.store(flags.load(relaxed) | mask, relaxed); }  // one writer at a time
  void clear(std::uint32_t mask) { flags.store(flags.load(relaxed) & ~mask, relaxed); }
};

static_assert(offsetof(Task, dependences) == 64, "the plain task's fields are one line");
static_assert(sizeof(Task) == 2 * platform::cache_line);
inline constexpr std::size_t kHeaderBytes = sizeof(Task);

// Where the data environment is when it is in one piece with the descriptor; aligned to 64.
inline void* data_of(Task* task) { return reinterpret_cast<char*>(task) + kHeaderBytes; }
inline Task* task_of(void* data) { return reinterpret_cast<Task*>(static_cast<char*>(data) - kHeaderBytes); }

}  // namespace xomp::task
