// Listing tasks, taking those that have ended, and sleeping beside those that have not.
#include "core/sched/pending.h"

#include "core/sched/held_memory.h"
#include "core/task/pending_queue.h"
#include "platform/fence.h"
#include "platform/memory.h"

namespace xomp::sched {

using task::PendingQueue;

namespace {

// The worker's queue, made at its first listed task. From then on `returned` is never nullptr, so take_returned() looks at the queue.
PendingQueue* queue_of(Worker& me) {
  if (me.pending != nullptr) return me.pending;
  void* const memory = platform::try_allocate_forever(sizeof(PendingQueue));
  if (memory == nullptr) return nullptr;
  me.pending = new (memory) PendingQueue;
  me.no_return = pending_mark();
  Task* nothing = nullptr;  // else tasks are there, and take_list() leaves the mark
  me.returned.compare_exchange_strong(nothing, pending_mark(), relaxed, relaxed);
  return me.pending;
}

// A task with the flag has left the queue.
void take_flagged(Worker& me, Task* t, std::uint32_t flags) {
  t->clear(task::kListed);
  if ((flags & task::kMemoryOnly) == 0) return take_ended(me, t);
  if (!is_held_back(me, t)) free_descriptor(me, t);
}

}  // namespace

void list(Worker& me, Task* t) {
  PendingQueue* const queue = queue_of(me);
  if (queue != nullptr && queue->list(t)) me.thread->implicit.set(task::kListed);  // its own
}

void collect_if_due(Worker& me) {
  if (me.pending != nullptr && me.pending->is_due()) collect_pending(me);
}

void list_and_defer(Worker& me, Task* t) {
  collect_if_due(me);
  list(me, t);
  policy->defer(me, t);
}

void tell_owner(Task* t) {
  Worker& owner = *workers[t->owner];  // read first: afterwards the task may be gone
  PendingQueue::set_flag(t);
  if (owner.returned.load(seq_cst) == asleep_mark()) owner.returned_event.notify_all();  // [PENDING-2]
}

void free_listed(Worker& me, Task* t) {
  if (me.pending->take_newest(t)) {
    t->clear(task::kListed);
    return free_descriptor(me, t);
  }
  task::DescriptorPool::forbid_data(t);
  t->set(task::kEnded | task::kMemoryOnly);  // [PENDING-1] read by this thread
}

void look_at_pending(Worker& me) {
  me.pending->look([&me](Task* t, std::uint32_t flags) { take_flagged(me, t, flags); });
}

std::uint32_t collect_pending(Worker& me) {
  return me.pending->collect([&me](Task* t, std::uint32_t flags) { take_flagged(me, t, flags); });
}

void sleep_beside_pending(Worker& me, Task* found, Condition done, std::uint32_t announced, std::uint64_t ns) {
  if (found != pending_mark()) return;  // a task has been returned
  // [RETURN-1] [RING-M2] [PENDING-2]
  if (!me.returned.compare_exchange_strong(found, asleep_mark(), seq_cst, relaxed)) return;
  platform::fence_seq_cst();  // [PENDING-2] the mark, then the flags
  TeamThread& thread = *me.thread;
  thread.rest.store(Rest::in_task, release);  // hint, as in wait_timed_in_task
  const bool over = collect_pending(me) != 0 || me.returned_rings.has_messages() || done.holds(done.argument);
  if (!over) me.returned_event.sleep(announced, ns);
  thread.rest.store(Rest::none, relaxed);  // hint
  Task* mark = asleep_mark();              // else tasks have come in its place, and take_list() leaves the other mark
  me.returned.compare_exchange_strong(mark, pending_mark(), relaxed, relaxed);
}

}  // namespace xomp::sched
