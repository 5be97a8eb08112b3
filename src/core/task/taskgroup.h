// A taskgroup: counts the tasks created in it, directly and by descendants, and their ends.
//
// GROUP-1: the group is empty when the ends, read first, equal the creations, read after.
//   A task's creation is counted before the task can run, its end after all its effects, and both counts only grow. So
//   ends(first) <= ends(t) <= creations(t) <= creations(second) for the moment t between the two scans. Equality of the
//   outer two means that nothing was unfinished at t. Only unfinished tasks and the waiting task create, so nothing
//   comes after. Ends are released and acquired: the waiting thread sees the tasks' effects.
#pragma once

#include <cstdint>
#include <new>

#include "core/task/descriptor_pool.h"
#include "core/task/task.h"
#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::task {

struct TaskReductions;

// One thread's part of the counting; written by that thread only, read by the waiting thread.
struct alignas(platform::cache_line) GroupCounts {
  atomic<std::uint64_t> created{0};
  atomic<std::uint64_t> finished{0};
  void count_created(std::uint64_t n = 1) {
    created.store(created.load(relaxed) + n, relaxed);
  }  // [GROUP-1] published with the task
  void count_finished() { finished.store(finished.load(relaxed) + 1, release); }  // [GROUP-1]
};

struct Taskgroup {
  Taskgroup* outer;  // enclosing taskgroup of the task that opened this one
  Task* opened_by;
  std::int32_t home;           // thread number in the team of the thread that opened it
  std::int32_t threads;        // team size
  TaskReductions* reductions;  // newest first; written by the opening thread before it creates tasks
  std::uint32_t size_class;    // of the block in the pool; written and read by the opening thread
  // Stands for a construct with reduction(task, ...). Programs do not see such a group; cancel means the group around
  // it. Written by the opening thread before it creates tasks.
  bool of_construct = false;
  bool of_worksharing = false;  // that construct is a loop, sections or scope; written as of_construct
  atomic<bool> cancelled{false};
  atomic<std::uint64_t> finished_elsewhere{0};  // ends brought about outside the team (detach); written by any thread
  atomic<GroupCounts*> others{nullptr};         // by thread number; made by the first other thread that needs it
  GroupCounts own{};                            // counts of the thread that opened the group

  GroupCounts& counts_of(int thread_num) { return thread_num == home ? own : counts_of_other(thread_num); }
  bool empty() const;  // [GROUP-1] looks at the counts of all threads
  // No other thread has counted yet, so empty() looks at the opener's counts alone. Called by the opener.
  bool is_counted_by_one() const { return others.load(relaxed) == nullptr; }  // hint: empty() looks again
  // Says whether a task that the caller holds belongs to this group or to one inside it: then the group is not empty.
  // "No" may be wrong for a task deep inside.
  bool includes(const Task& t) const;
  // Says whether no task was ever counted here. Called by the thread that opened the group: an end is counted elsewhere
  // only after a creation, and the first creation is that thread's own.
  bool never_used() const { return own.created.load(relaxed) == 0; }

  // The group's memory comes from `pool`, so the worker that owns the pool must open the group.
  static Taskgroup* open(DescriptorPool& pool, Taskgroup* outer, Task* opened_by, int home, int threads) {
    std::uint32_t size_class;
    void* const memory = pool.allocate_plain(sizeof(Taskgroup), &size_class);
    return new (memory) Taskgroup{outer, opened_by, home, threads, nullptr, size_class};
  }
  void close(DescriptorPool& pool) {                   // nobody may use the group afterwards
    if (others.load(relaxed) != nullptr) [[unlikely]]  // all counted ends were acquired by empty()
      forget_others();
    pool.release_plain(this, size_class);
  }

 private:
  [[gnu::cold]] GroupCounts& counts_of_other(int thread_num);
  [[gnu::cold]] void forget_others();
};

static_assert(sizeof(Taskgroup) == 2 * platform::cache_line);

inline bool Taskgroup::includes(const Task& t) const {
  constexpr int kLinks = 8;
  if (!t.has(kInTaskgroup)) return false;
  const Taskgroup* group = t.created_in;  // open, and so are those around it: the task has not ended
  for (int i = 0; i < kLinks && group != nullptr; ++i, group = group->outer)
    if (group == this) return true;
  return false;
}

// The innermost group that a taskgroup directive opened, or nullptr.
inline Taskgroup* explicit_group(Taskgroup* group) {
  while (group != nullptr && group->of_construct) group = group->outer;
  return group;
}
// Says whether the group or one around it was cancelled.
bool is_cancelled(const Taskgroup* group);

}  // namespace xomp::task
