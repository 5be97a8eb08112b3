// Counting the end of a task for its parent, and giving its memory back; tell_others() in execute.cpp does the rest.
#include "core/sched/finish.h"

#include "core/sched/held_memory.h"
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
void free_descriptor(Worker& me, Task* t) {
  if (t->has(task::kDependent | task::kHasTable)) {
    if (t->has(task::kHasRecord)) [[unlikely]]
      forget_record(me, t);
    if (!task::release_dependences(me.pool, t)) return task::DescriptorPool::forbid_data(t);
  }
  me.pool.release(t, t->flags.load(relaxed) & task::kSizeClass);
}

// Called when a task whose body was over has no child left, on its executor's thread.
void release_orphan(Worker& me, Task* t) {
  // [RETURN-2] This is the first of two. The other side comes later and frees it.
  if (t->has(task::kKept) && t->handshake.fetch_add(1, acq_rel) == 0) return;
  if (t->owner == me.id) return free_descriptor(me, t);
  t->clear(task::kKept);
  t->set(task::kMemoryOnly);
  return_to_owner(t);
}

void count_end_for_parent(Worker& me, Task* parent) {
  if (--parent->unfinished == 0 && parent->has(task::kOrphaned | task::kKept)) [[unlikely]]
    release_orphan(me, parent);
}

void finish_stolen(Worker& me, Task* t) {
  if (t->unfinished == 0) [[likely]] {
    task::DescriptorPool::forbid_data(t);
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
  Task* const parent = t->parent.load(relaxed);                         // valid, as in retire
  platform::fence_release();                                            // [CONSTRAINT-1] as in retire
  if (t->handshake.fetch_add(1, acq_rel) == 1) free_descriptor(me, t);  // [RETURN-2]
  count_end_for_parent(me, parent);
}

void retire(Worker& me, Task* t) {
  if (t->owner != me.id) [[unlikely]]
    return finish_stolen(me, t);
  Task* parent = t->parent.load(relaxed);  // valid: this child is not counted yet
  if (t->unfinished == 0) {
    if (t->has(task::kDependent | task::kHasTable)) [[unlikely]] {
      free_descriptor(me, t);
    } else {
      me.pool.release(t, t->flags.load(relaxed) & task::kSizeClass);
    }
  } else {
    t->set(task::kOrphaned);
    platform::fence_release();  // [CONSTRAINT-1] before the parent's memory can be used anew
  }
  count_end_for_parent(me, parent);
}

void discard(Worker& me, Task* t) {
  if (t->owner == me.id) return me.pool.release(t, t->flags.load(relaxed) & task::kSizeClass);
  t->set(task::kMemoryOnly);
  return_to_owner(t);
}

void forget_dependences(Worker& me) { task::drop_table(me.pool, me.current); }

namespace {

void fetch_ended(Task* t) { platform::prefetch(t); }

void take_ended(Worker& me, Task* t) {
  Task* const parent = t->parent.load(relaxed);  // [RETURN-1] as in take_list
  if (!is_held_back(me, t)) free_descriptor(me, t);
  count_end_for_parent(me, parent);
}

void take_list(Worker& me) {
  if (me.returned.load(relaxed) == nullptr) return;     // hint
  Task* list = me.returned.exchange(nullptr, acquire);  // [RETURN-1]
  if (list == asleep_mark()) return;
  me.returned_rings.make();  // more are likely to come
  while (list != nullptr) {
    Task* t = list;
    list = t->next;
    const std::uint32_t flags = t->flags.load(relaxed);  // [RETURN-1] written before the return
    Task* parent = t->parent.load(relaxed);
    if ((flags & task::kMemoryOnly) != 0) {
      if (!is_held_back(me, t)) free_descriptor(me, t);
      continue;
    }
    // [RETURN-2] after the addition the descriptor may be the thief's to return again
    const bool free_now = (flags & task::kKept) == 0 || t->handshake.fetch_add(1, acq_rel) == 1;
    if (!free_now) platform::fence_release();  // [CONSTRAINT-1] as in retire
    else if (!is_held_back(me, t)) free_descriptor(me, t);
    count_end_for_parent(me, parent);
  }
}

}  // namespace

void take_returned_slow(Worker& me) {
  me.returned_rings.receive(fetch_ended, [&me](Task* t) { take_ended(me, t); });
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
  me.returned_rings.receive_some(fetch_ended, [&me](Task* t) { take_ended(me, t); });
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
