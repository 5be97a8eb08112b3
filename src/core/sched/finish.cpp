// Counting the end of a task for its parent, and giving its memory back; tell_others() in execute.cpp does the rest.
#include "core/sched/finish.h"

#include "core/sched/held_memory.h"
#include "core/sched/pending.h"
#include "core/sched/spawn.h"
#include "core/sched/watched.h"
#include "core/task/dependences.h"
#include "platform/cpu.h"
#include "platform/fence.h"

namespace xomp::sched {

namespace {

// Hands a descriptor to the worker whose memory it is, by the list (RETURN-1). It serves tasks that are not simply over
// (RETURN-2), and those that find no place in the ring, since the list has room for all.
void push_to_owner(Worker& owner, Task* t) {
  constexpr std::uint32_t kMostPauses = 512;
  Task* head = owner.returned.load(relaxed);
  for (std::uint32_t pauses = 1;; pauses = pauses < kMostPauses ? 2 * pauses : pauses) {
    t->next = head == asleep_mark() ? nullptr : head;
    if (owner.returned.compare_exchange_weak(head, t, release, relaxed)) break;
    // A thief that is refused and tries again at once takes the line from one that would succeed. With pauses a hundred
    // thieves push as fast as two.
    for (std::uint32_t i = 0; i < pauses; ++i) platform::cpu_relax();
    head = owner.returned.load(relaxed);  // rechecked by the exchange
  }
  if (head == asleep_mark()) owner.returned_event.notify_all();
}
void return_to_owner(Task* t) { push_to_owner(*workers[t->owner], t); }

void return_ended(Worker& me, Task* t) {
  Worker& owner = *workers[t->owner];
  if (!owner.returned_rings.send(t, me.thread->number, me.thread->team->size)) return push_to_owner(owner, t);
  if (owner.returned.load(seq_cst) == asleep_mark()) owner.returned_event.notify_all();  // [RING-M2]
}

// Gives back the memory of a task that no thread refers to any more; called on the owner's thread.
void free_block(Worker& me, Task* t) {
  if (t->has(task::kDependent | task::kHasTable | task::kListed)) {
    if (t->has(task::kHasRecord | task::kListed)) [[unlikely]] {
      if (t->has(task::kListed)) return free_listed(me, t);
      forget_record(me, t);
    }
    if (!task::release_dependences(me.pool, t)) return task::DescriptorPool::forbid_data(t);
  }
  me.pool.release(t, t->flags.load(relaxed) & task::kSizeClass);
}

// Called when a task whose body was over has no child left, on its executor's thread.
void release_orphan(Worker& me, Task* t) {
  // [RETURN-2] This is the first of two. The other side comes later and frees it.
  if (t->has(task::kKept) && t->handshake.fetch_add(1, acq_rel) == 0) return;
  if (t->owner == me.id) return free_block(me, t);
  t->clear(task::kKept);
  t->set(task::kMemoryOnly);
  return_to_owner(t);
}

void count_end_for_parent(Worker& me, Task* parent) {
  if (--parent->unfinished == 0 && parent->has(task::kOrphaned | task::kKept)) [[unlikely]]
    release_orphan(me, parent);
}

// For a task that is listed, or whose block has its size in front. Returns whether the owner learns of the end by a flag.
[[gnu::noinline, gnu::cold]] bool is_told_by_flag(Task* t) {
  task::DescriptorPool::forbid_data(t);
  if (!t->has(task::kListed)) return false;
  tell_owner(t);
  return true;
}

void finish_stolen(Worker& me, Task* t) {
  if (t->unfinished == 0) [[likely]] {
    if (t->has(task::kOwnSize | task::kListed) && is_told_by_flag(t)) [[unlikely]]
      return;
    return return_ended(me, t);
  }
  t->handshake.store(0, relaxed);  // [RETURN-2] published by the return
  t->set(task::kOrphaned | task::kKept);
  return_to_owner(t);
}

}  // namespace

void keep_for_children(Task* t) {
  t->handshake.store(0, relaxed);  // [RETURN-2] published by the event's word
  t->set(task::kKept);
}

void retire_after_event(Worker& me, Task* t) {
  if (!t->has(task::kKept)) return retire(me, t);  // so its children had ended when its body was over
  t->set(task::kOrphaned);
  if (t->owner != me.id) return return_to_owner(t);
  Task* const parent = t->parent.load(relaxed);                    // valid, as in retire
  platform::fence_release();                                       // [CONSTRAINT-1] as in retire
  if (t->handshake.fetch_add(1, acq_rel) == 1) free_block(me, t);  // [RETURN-2]
  count_end_for_parent(me, parent);
}

void retire(Worker& me, Task* t) {
  if (t->owner != me.id) [[unlikely]]
    return finish_stolen(me, t);
  Task* parent = t->parent.load(relaxed);  // valid: this child is not counted yet
  if (t->unfinished == 0) {
    if (t->has(task::kDependent | task::kHasTable | task::kListed)) [[unlikely]] {
      free_block(me, t);
    } else {
      me.pool.release(t, t->flags.load(relaxed) & task::kSizeClass);
    }
  } else {
    t->set(task::kOrphaned);
    platform::fence_release();  // [CONSTRAINT-1] before the parent's memory can be used anew
  }
  count_end_for_parent(me, parent);
}

void forget_children(Worker& me) {
  Task* const implicit = me.current;
  if (implicit->has(task::kListed)) collect_pending(me);
  implicit->clear(task::kListed);
  if (implicit->has(task::kHasTable)) task::drop_table(me.pool, implicit);
}

void discard(Worker& me, Task* t) {
  if (t->owner == me.id) return me.pool.release(t, t->flags.load(relaxed) & task::kSizeClass);
  t->set(task::kMemoryOnly);
  return_to_owner(t);
}

namespace {

void fetch_ended(Task* t) { platform::prefetch(t); }

inline void count_ended(Worker& me, Task* t) {
  Task* const parent = t->parent.load(relaxed);  // [RETURN-1] as in take_list
  if (!is_held_back(me, t)) free_block(me, t);
  count_end_for_parent(me, parent);
}

// No list is there. A mark of sleep stays: this thread is about to sleep, and whoever returns a task wakes it.
[[gnu::noinline, gnu::cold]] void take_beside_mark(Worker& me, const Task* mark) {
  if (mark == pending_mark()) look_at_pending(me);
}

void take_list(Worker& me) {
  Task* const seen = me.returned.load(relaxed);  // hint; only this thread puts marks there
  if (seen == nullptr) return;
  if (is_no_task(seen)) return take_beside_mark(me, seen);
  Task* list = me.returned.exchange(me.no_return, acquire);  // [RETURN-1]
  me.returned_rings.make();                                  // more are likely to come
  while (!is_no_task(list)) {
    Task* t = list;
    list = t->next;
    const std::uint32_t flags = t->flags.load(relaxed);  // [RETURN-1] written before the return
    Task* parent = t->parent.load(relaxed);
    if ((flags & task::kMemoryOnly) != 0) {
      if (!is_held_back(me, t)) free_block(me, t);
      continue;
    }
    // [RETURN-2] after the addition the descriptor may be the thief's to return again
    const bool free_now = (flags & task::kKept) == 0 || t->handshake.fetch_add(1, acq_rel) == 1;
    if (!free_now) platform::fence_release();  // [CONSTRAINT-1] as in retire
    else if (!is_held_back(me, t)) free_block(me, t);
    count_end_for_parent(me, parent);
  }
}

}  // namespace

void take_ended(Worker& me, Task* t) { count_ended(me, t); }
void free_descriptor(Worker& me, Task* t) { free_block(me, t); }

void take_returned_slow(Worker& me) {
  me.returned_rings.receive(fetch_ended, [&me](Task* t) { count_ended(me, t); });
  take_list(me);
}

void take_some_returned(Worker& me) {
  constexpr std::uint64_t kPace = 4, kLong = 64;  // tasks that the thread creates meanwhile
  TeamThread& thread = *me.thread;
  const std::uint64_t created = thread.created.load(relaxed);  // its own
  const std::uint64_t since = created - thread.created_at_return;
  if (since < kPace) return;
  thread.created_at_return = created;
  if (since >= kLong) return take_returned(me);  // a ring that is full sends its senders to the list, all of them
  me.returned_rings.receive_some(fetch_ended, [&me](Task* t) { count_ended(me, t); });
  take_list(me);
}

bool team_is_quiescent(const TeamTasks& team) {
  // BARRIER-1 is GROUP-1 for the team (core/task/taskgroup.h): ends first, then creations.
  std::uint64_t finished = team.finished_elsewhere.load(acquire), created = 0;              // [BARRIER-1]
  for (int i = 0; i < team.size; ++i) finished += team.threads[i]->finished.load(acquire);  // [BARRIER-1]
  for (int i = 0; i < team.size; ++i) created += team.threads[i]->created.load(relaxed);    // [BARRIER-1]
  return finished == created;
}

}  // namespace xomp::sched
