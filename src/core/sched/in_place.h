// Runs tasks where they are created, because deferring them would buy nothing. The code is inline, because programs create such tasks by
// the million, and each does little else.
//
// STACK-1: only the thread that runs a task in place knows the task; it is not published (kKnown is clear). It is not counted, because
//   it ends before its parent goes on. Its place in the tree and its floor are not written. Its descriptor may lie on
//   the stack. Before it gets a child that others may find, it is published itself, and so are those of its ancestors that are
//   not yet. make_known does for each of them what has been left out, and copies those on the stack to the pool. Their
//   floor can still be had then. No task has been put since the first of them began, or they would be published. And
//   none has been taken, because a task that is not published has nothing to wait for.
//   - What is in the pool has a link to what is in the pool, also while tasks move there. So no thread that follows the
//     links (STALE-1) gets to a stack.
//   - Pointers to a task on the stack are in `current`, in the link of the task below it on the stack, and in
//     the groups that it has opened; make_known changes them. A thread that runs such a task looks at `current`
//     again after the body.
#pragma once

#include <type_traits>

#include "core/sched/policy.h"
#include "core/sched/spawn.h"

namespace xomp::sched {

// Runs a new task now, on top of the current one. run_in_place and run_on_stack are quicker for plain tasks.
void run_undeferred(Worker& me, Task* t);
// The two halves of run_undeferred, for a body that the caller invokes itself.
void begin_undeferred(Worker& me, Task* t);
void complete_undeferred(Worker& me, Task* t);
// Runs a body that is no OpenMP task. It may create tasks and wait for them, and it is never discarded.
void run_in_task(Worker& me, void (*body)(void*), void* data);

// Makes `t` the current task without publishing it.
inline void begin_in_place(Worker& me, Task* t, Task* parent) {
  icv::TaskIcv* const icv = parent->icv;
  task::Taskgroup* const group = parent->taskgroup;
  t->parent.store(parent, relaxed);  // [STACK-1]
  t->unfinished = 0;
  t->icv = icv;
  t->taskgroup = group;
  me.current = t;
}

inline bool is_plain(const Task* t) { return !t->has(~std::uint32_t{task::kPlain}); }
inline bool is_plain_but_for_parts(const Task* t) { return !t->has(~std::uint32_t{task::kPlain | task::kParts}); }

// Says whether the children of the current task may run by run_in_place, as far as that depends on the current task.
inline bool has_simple_children(const Worker& me) { return !me.current->has(task::kUnusualChildren | task::kOnStack); }
// Says whether a new task may run here and now by run_in_place, if there is room on the stack.
inline bool is_simple_in_place(const Worker& me, const Task* t) { return is_plain(t) && has_simple_children(me); }

// Stands for a watcher where nobody follows the task. The watchers that do follow one are each InPlace of told_to_tool.h and recorded.h.
struct NotWatched {
  void begin() {}
  void end() {}
};

// Runs a new task now; `call` calls its body. `watch` hears of the body's begin and end. A task that is watched has kWatched.
template <class Call, class Watch = NotWatched>
inline void run_in_place(Worker& me, Task* t, Call&& call, Watch&& watch = {}) {
  constexpr bool is_watched = !std::is_same_v<std::remove_cvref_t<Watch>, NotWatched>;
  begin_in_place(me, t, me.current);
  if constexpr (is_watched) t->unfinished = INT32_MIN;  // [WATCH-1]
  watch.begin();
  call();
  watch.end();
  Task* const now = me.current;  // [STACK-1] it may have moved; so no register has to hold `t` either
  const std::uint32_t flags = now->flags.load(relaxed);
  constexpr std::uint32_t kSlow = (task::kKnown | task::kSlowFinish) & ~(is_watched ? task::kWatched : 0u);
  if ((flags & kSlow) != 0) [[unlikely]] {
    if constexpr (is_watched) now->unfinished &= INT32_MAX;
    if constexpr (is_watched) now->clear(task::kWatched);
    return complete_undeferred(me, now);
  }
  me.current = now->parent.load(relaxed);  // this thread's own store
  if (is_watched && (flags & task::kOnStack) != 0) return;
  me.pool.release_small(now, flags & task::kSizeClass);
}

// Runs a new task now that is plain but for its parts; `call` calls its body, as often as the body asks for.
template <class Call>
inline void run_parts_in_place(Worker& me, Task* t, Call&& call) {
  if (!me.current->has(task::kUntied)) t->clear(task::kUntied);  // [SUSPEND-1]
  t->resubmitted = 0;
  run_in_place(me, t, [&] {
    call();
    for (Task* now = me.current; now->resubmitted != 0; now = me.current) {
      --now->resubmitted;
      call();
    }
  });
}

// Runs the current task, which is on the stack and is not simple.
[[gnu::noinline, gnu::cold]] void look_and_run_on_stack(Worker& me, std::uint32_t flags, void (*body)(void*),
                                                        void* data);

// Runs the body of a new plain task now, without a descriptor in the pool. `data` stays the caller's. `has_room` says that the stack is
// not below look_below. `flags` says which of kFinal and kMustRun the task has. `tie` is kUntied or 0. If a tool follows the parent,
// `watched()` makes the task instead; with NotWatched the tool hears nothing of the task.
template <class Watched = NotWatched>
[[gnu::always_inline]] inline void run_on_stack(Worker& me, void (*body)(void*), void* data, bool has_room,
                                                std::uint32_t flags = 0, std::uint32_t tie = 0,
                                                Watched&& watched = {}) {
  alignas(Task) char memory[sizeof(Task)];  // only what a simple task needs is written
  Task* const own = reinterpret_cast<Task*>(memory);
  Task* const parent = me.current;
  own->flags.store(task::kOnStack | (parent->flags.load(relaxed) & tie), relaxed);  // [STACK-1] [SUSPEND-1]
  begin_in_place(me, own, parent);
  if (has_room && flags == 0 && !parent->has(task::kUnusualChildren)) [[likely]] {
    body(data);
  } else {
    if constexpr (std::is_invocable_v<Watched>) {
      if (parent->has(task::kWatched)) [[unlikely]] {
        me.current = parent;
        return watched();
      }
    }
    look_and_run_on_stack(me, flags, body, data);
  }
  Task* const now = me.current;  // [STACK-1]
  if (now->has(task::kKnown)) [[unlikely]]
    return complete_undeferred(me, now);
  me.current = now->parent.load(relaxed);  // this thread's own store
}

}  // namespace xomp::sched
