// Scopes: what collects tasks that run together. A scope knows how many of its tasks have not ended, whether it is cancelled,
// and the first exception. A topology, a corun, a running module, subflow or runtime, a task group and the executor
// itself are scopes.
//
// SCOPE-1: the number of unfinished tasks. There are two kinds.
//   Waited for by its owner (`counts_here`): the owner's seat counts in `local` by plain accesses, all others in
//   `pending`; the sum is the number. Each task that another one creates is counted before its creator ends, so the
//   owner reads 0 only when all have ended. VIEW-1 of xomp/graph.h tells the owner.
//   Ended by its last task: `pending` alone. A seat may owe decrements of one scope (Seat::owed) and spend them on new
//   tasks of that scope: the number is then too high, never too low. A seat pays before it does anything for another
//   scope, before it looks elsewhere for tasks, and before it goes back to a task that waits for something else
//   (settle()).
//   A task that waits for its own children does not count what its seat owes for them, and does not pay. Otherwise it
//   would take tasks that are not its children, and nest in each of their waits.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <thread>
#include <xomp/graph.h>

#include "../core/error.hpp"
#include "../utility/macros.hpp"

namespace tf {
namespace detail {

using Seat = xomp::graph::Seat;
using Work = xomp::graph::Task;
using View = xomp::graph::View;
using xomp::graph::came_over;
using xomp::graph::goes_over;

inline Seat* current_seat() { return xomp_graph_seat_1; }

struct Scope {
  // In `state`.
  static constexpr std::uint8_t kCancelled = 1;  // tasks that have not begun are dropped; stays
  static constexpr std::uint8_t kFailed =
      2;  // `error` is or will be the first exception; tasks are dropped until it is taken

  std::atomic<std::int64_t> pending{0};
  union {
    std::int64_t local;  // counts_here
    // For a scope that is not counts_here: called when the last task has ended, on the seat that knows it. It is never
    // called where a task waits for its own children.
    void (*finish)(Seat&, Scope&) = nullptr;
  };
  Seat* waiter = nullptr;    // the seat whose thread may wait for this scope; never changes
  Scope* up = nullptr;       // the scope of the task that this one belongs to
  Scope* top = nullptr;      // the topology; nullptr outside of runs
  std::exception_ptr error;  // written by the thread that sets kFailed, read when the tasks have ended
  std::atomic<std::uint8_t> state{0};
  std::atomic<bool> is_anchor{
      false};  // exceptions of tasks end here: somebody asks for them. A task sets it while it waits
  bool counts_here = false;
  bool keeps_errors = true;  // an executor keeps none of its free asyncs'

  Scope() = default;
  // For a thread that waits on `seat` for the tasks and their exceptions.
  explicit Scope(Seat& seat) : local(0), waiter(&seat), is_anchor{true}, counts_here(true) {}
  explicit Scope(Scope* parent) : up(parent), top(parent == nullptr ? nullptr : parent->top) {}
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  bool has(std::uint8_t flags) const { return (state.load(std::memory_order_relaxed) & flags) != 0; }
  void cancel() { state.fetch_or(kCancelled, std::memory_order_relaxed); }
  // An exception that comes while this changes goes here or to a scope around this one.
  void set_anchor(bool is) { is_anchor.store(is, std::memory_order_relaxed); }

  // Says whether this scope, by itself, drops tasks.
  bool is_stopped() const { return has(kCancelled | kFailed); }
  bool is_cancelled() const {
    if (TF_UNLIKELY(is_stopped())) return true;
    return TF_UNLIKELY(up != nullptr) && is_cancelled_above();
  }
  // Asks the scope around this one, the one around that, and the whole run. There must be a scope around this one.
  bool is_cancelled_above() const {
    if (TF_UNLIKELY(up->is_stopped() || (top != nullptr && top->is_stopped()))) return true;
    return up->up != nullptr && up->up->is_stopped();
  }

  // Keeps the exception if it is the first one.
  bool capture(std::exception_ptr e) {
    if ((state.fetch_or(kFailed, std::memory_order_acq_rel) & kFailed) != 0) return false;
    error = std::move(e);
    return true;
  }
  // Takes the exception out: the scope can be used again, unless it was cancelled as well.
  std::exception_ptr take_error() {
    std::exception_ptr e = std::move(error);
    error = nullptr;
    state.fetch_and(static_cast<std::uint8_t>(~kFailed), std::memory_order_relaxed);
    return e;
  }

  // Returns how many tasks have not ended. The first is for the owner of a scope that counts here; the second for the
  // task whose children they are, which is itself counted.
  std::int64_t unfinished_of_owner() const { return local + pending.load(std::memory_order_seq_cst); }  // [VIEW-1]
  std::int64_t unfinished_of_parent(const Seat& me) const {
    const std::int64_t n = pending.load(std::memory_order_seq_cst);  // [VIEW-1]
    return me.owed_to == this ? n - me.owed : n;
  }
  // About how many tasks have not ended, for a task on `me` or a thread without a seat.
  std::int64_t unfinished_hint(const Seat* me) const {
    const std::int64_t n = pending.load(std::memory_order_relaxed);  // a hint
    return counts_here && waiter == me ? n + local : n;
  }
};

// The seat pays what it owes. That may give it a next task.
inline void settle(Seat& me) {
  came_over(&me);
  Scope& scope = *static_cast<Scope*>(me.owed_to);
  const std::int64_t n = me.owed;
  me.owed = 0;
  me.owed_to = nullptr;
  Seat* const waiter = scope.waiter;
  if (scope.pending.fetch_sub(n, std::memory_order_seq_cst) == n) scope.finish(me, scope);  // [SCOPE-1] [VIEW-1]
  else if (waiter != nullptr && waiter != &me) xomp::graph::tell(waiter);
  goes_over(&me);
}

// A task becomes the next one of this seat.
inline void set_next(Seat& me, Work* work) {
  goes_over(work);
  if (TF_UNLIKELY(me.next != nullptr || work->priority != 0)) xomp_graph_seat_push_1(&me, work);
  else me.next = work;
}

// What the seat owes, and a next task that it gets that way, must not wait for what the thread does now.
TF_NO_INLINE inline void pay(Seat& me) {
  while (me.owed != 0) settle(me);
  if (Work* const work = me.next) {
    me.next = nullptr;
    xomp_graph_seat_push_1(&me, work);
  }
}
TF_FORCE_INLINE void pay_others(Seat& me, const Scope& scope) {
  if (TF_UNLIKELY(me.owed != 0 && me.owed_to != &scope)) pay(me);
}

// `n` more tasks, about to be submitted. `me` may be null.
inline void add_tasks(Seat* me, Scope& scope, std::int64_t n) {
  if (scope.counts_here) {
    if (scope.waiter == me) scope.local += n;
    else scope.pending.fetch_add(n, std::memory_order_relaxed);
  } else if (me != nullptr && me->owed_to == &scope && me->owed >= n) {
    me->owed -= n;
    if (me->owed == 0) me->owed_to = nullptr;
  } else {
    scope.pending.fetch_add(n, std::memory_order_relaxed);
  }
}

// One task has ended. The scope may be gone afterwards.
inline void end_task(Seat& me, Scope& scope) {
  if (scope.counts_here) {
    Seat* const waiter = scope.waiter;
    if (waiter == &me) {
      --scope.local;
    } else {
      scope.pending.fetch_sub(1, std::memory_order_seq_cst);  // [SCOPE-1] [VIEW-1]
      xomp::graph::tell(waiter);
    }
    return;
  }
  if (TF_UNLIKELY(me.owed_to != &scope)) {
    while (me.owed != 0) settle(me);
    me.owed_to = &scope;
  }
  ++me.owed;
  goes_over(&me);
}

// A task begins on this seat.
TF_FORCE_INLINE void take_over(Seat& me, const Work* work) {
  came_over(work);
  came_over(&me);
}

// Returns what the seat owes the scope. Nobody asks for the scope's number any more, so nothing is paid.
inline std::int64_t forget_debt(Seat& me, const Scope& scope) {
  if (me.owed_to != &scope) return 0;
  const std::int64_t owed = me.owed;
  me.owed = 0;
  me.owed_to = nullptr;
  return owed;
}

// The body of a scope has ended: the first of its tasks that was counted.
inline void end_body(Seat& me, Scope& scope) {
  const std::int64_t owed = me.owed_to == &scope ? me.owed : 0;
  if (scope.pending.load(std::memory_order_acquire) != owed + 1) return end_task(me, scope);  // [SCOPE-1]
  forget_debt(me, scope);  // the body was the last one
  scope.finish(me, scope);
}

inline bool is_deep(const Seat& me) {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < me.stack_limit;
}

// Runs tasks until `is_over()`, which reads what the scope's tasks count by VIEW-1. The scope's waiter calls it. The
// seat may still owe the scope afterwards.
template <typename IsOver>
void run_tasks_until(Seat& me, const Scope& scope, IsOver is_over) {
  struct Condition {
    static bool is_over(void* condition) { return (*static_cast<IsOver*>(condition))(); }
  };
  while (!is_over()) {
    Work* work = nullptr;
    if (TF_LIKELY(!is_deep(me))) {
      work = me.next;
      if (work != nullptr) me.next = nullptr;
      else work = xomp_graph_seat_pop_1(&me);
    }
    if (work == nullptr) {
      xomp_graph_seat_help_1(&me, Condition::is_over, &is_over, xomp::graph::Wait::told);
      came_over(&me);
      break;
    }
    xomp::graph::run(me, work);
  }
  if (TF_UNLIKELY((me.owed != 0 && me.owed_to != &scope) || me.next != nullptr)) pay(me);
}
// For the owner of a scope that counts here.
inline void wait_as_owner(Seat& me, Scope& scope) {
  run_tasks_until(me, scope, [&scope] { return scope.unfinished_of_owner() == 0; });
}
// For a task that waits for its children.
inline void wait_as_parent(Seat& me, Scope& scope) {
  run_tasks_until(me, scope, [&scope, &me] { return scope.unfinished_of_parent(me) == 1; });
}

// Puts a task where others can take it. Called inside of a task and outside of all.
inline void submit(Seat* me, View* view, Work* work) {
  goes_over(work);
  if (me != nullptr && me->view == view) xomp_graph_seat_push_1(me, work);
  else xomp_graph_view_submit_1(view, work);
}

// Runs one task of the seat's own queue inside of the one that runs. Returns false if there is none.
inline bool run_surplus(Seat& me) {
  Work* const other = xomp_graph_seat_pop_1(&me);
  if (other == nullptr) return false;
  ++me.nested;
  xomp::graph::run(me, other);
  pay(me);
  --me.nested;
  return true;
}
inline bool may_run_surplus(const Seat& me) { return me.nested < 64 && !is_deep(me); }

// Runs tasks until fewer wait. One task would not do. Its place in the seat's ring would be free then, so the next task
// would not count as one too many.
TF_NO_INLINE inline void run_queued_surplus(Seat& me) {
  constexpr std::size_t kMostWaiting = std::size_t{1} << 18;  // 16 MB of small asyncs, and 2 MB for the queue
  if (!may_run_surplus(me)) return;
  while (run_surplus(me) && xomp_graph_seat_queued_1(&me) >= kMostWaiting) {
  }
}
// As submit(), for tasks by the million: it runs some in place when very many wait.
inline void submit_or_run(Seat* me, View* view, Work* work) {
  goes_over(work);
  if (me == nullptr || me->view != view) return xomp_graph_view_submit_1(view, work);
  if (TF_UNLIKELY(!xomp_graph_seat_push_1(me, work))) run_queued_surplus(*me);
}
// Called after a new task of `scope` that may be in no queue, because it waits for others. When very many of the scope
// have not ended, two tasks run here for each new one. A creator that finds none to run is quicker than the threads
// that run them. So it rests now and then, no longer than the tasks that it makes would take. It never waits for them,
// since they may wait for it. If none has ended in a rest, because all wait for one task, the next rest comes after
// twice as many new tasks. That number has a limit: a busy machine may have stopped the threads that run them.
TF_NO_INLINE inline void rest_from_creating(Seat* me, const Scope& scope, std::int64_t unfinished) {
  constexpr std::int64_t kLeastStep = 256;
  static thread_local std::int64_t rest_at = 0, step = kLeastStep;
  if (unfinished < rest_at && unfinished > rest_at - 2 * step) return;
  std::this_thread::sleep_for(std::chrono::microseconds(50));
  const std::int64_t left = scope.unfinished_hint(me);
  step = left < unfinished ? kLeastStep : std::min(2 * step, unfinished / 256);
  rest_at = left + step;
}
inline void lessen_unfinished(Seat* me, const Scope& scope) {
  constexpr std::int64_t kMostUnfinished = std::int64_t{1} << 17;  // 24 MB of small dependent asyncs
  const std::int64_t unfinished = scope.unfinished_hint(me);
  if (TF_LIKELY(unfinished < kMostUnfinished)) return;
  if (me != nullptr && may_run_surplus(*me) && run_surplus(*me)) run_surplus(*me);
  else rest_from_creating(me, scope, unfinished);
}

// Memory of the thread's own, in classes of 64 bytes.
inline void* allocate_work(xomp::graph::TaskMemory& memory, std::size_t bytes) {
  return xomp::graph::allocate(memory, bytes);
}
inline void* allocate_work(std::size_t bytes) { return allocate_work(xomp::graph::own_memory(), bytes); }
inline void* allocate_work(Seat& me, std::size_t bytes) { return allocate_work(*me.memory, bytes); }
inline void free_work(xomp::graph::TaskMemory& memory, Work* work) { xomp::graph::give_back(memory, work); }
inline void free_work(Work* work) { free_work(xomp::graph::own_memory(), work); }
inline void free_work(Seat& me, Work* work) { free_work(*me.memory, work); }

// Memory for a frame F; the fields by which it goes home are kept.
template <typename F, typename... Args>
F* make_frame(Seat& me, Args&&... args) {
  void* const memory = allocate_work(me, sizeof(F));
  const Work header = *static_cast<Work*>(memory);
  F* const frame = ::new (memory) F(std::forward<Args>(args)...);
  frame->Work::owner = header.owner;
  frame->Work::size_class = header.size_class;
  return frame;
}

// For what the standard library allocates for an async: the same memory.
template <typename T>
struct WorkAllocator {
  using value_type = T;
  WorkAllocator() = default;
  template <typename U>
  WorkAllocator(const WorkAllocator<U>&) noexcept {}
  static_assert(alignof(T) <= 32, "what stands behind a header of 32 bytes");
  T* allocate(std::size_t n) {
    return reinterpret_cast<T*>(static_cast<char*>(allocate_work(sizeof(Work) + n * sizeof(T))) + sizeof(Work));
  }
  void deallocate(T* p, std::size_t) noexcept {
    free_work(reinterpret_cast<Work*>(reinterpret_cast<char*>(p) - sizeof(Work)));
  }
  friend bool operator==(const WorkAllocator&, const WorkAllocator&) { return true; }
  friend bool operator!=(const WorkAllocator&, const WorkAllocator&) { return false; }
};

}  // namespace detail
}  // namespace tf
