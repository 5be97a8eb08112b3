"""Faults of the pending queue (returns=pending), for mutants.py."""
from mutant import Mutant

PENDING = "core/sched/pending.cpp"
QUEUE = "core/task/pending_queue.h"
BY_FLAG = {"policy": "auto:returns=pending"}
MUTANTS_OF_PENDING = [
    Mutant("pending_queue", QUEUE, "t->flags.exchange(flags | kEnded, seq_cst);", "t->flags.exchange(flags | kEnded, relaxed);", "memory is used anew while the executor's stores are on their way"),
    Mutant("pending_queue", QUEUE, "const std::uint32_t flags = t->flags.load(acquire);  // [PENDING-1]", "const std::uint32_t flags = t->flags.load(relaxed);  //",
           "the creator sees the flag, but not what the task did"),
    Mutant("pending_queue", QUEUE, "    tasks_[at] = tasks_[--count_];\n", "    --count_;\n", "the newest leaves in the place of the one that has ended", ["collect"]),
    Mutant("tasks", QUEUE, "t->flags.exchange(flags | kEnded, seq_cst);", "t->flags.store(flags | kEnded, release);",
           "the flag waits in a store buffer while its setter looks for a sleeper", ["woken"], ["--departures", "2"], through=PENDING, **BY_FLAG),
    Mutant("tasks", PENDING, "if (owner.returned.load(seq_cst) == asleep_mark()) owner.returned_event.notify_all();", "if (false) owner.returned_event.notify_all();",
           "a flag wakes nobody", ["woken"], **BY_FLAG),
    Mutant("tasks", PENDING, "const bool over = collect_pending(me) != 0 || ", "const bool over = ", "the sleeper does not look at the flags after its mark",
           ["woken"], **BY_FLAG),
    Mutant("tasks", PENDING, "  if (me.pending->take_newest(t)) {\n", "  if (me.pending->take_newest(t) || true) {\n", "a block is used again while the queue leads there",
           policy="xqueue:returns=pending"),
    Mutant("tasks", PENDING, "  if ((flags & task::kMemoryOnly) == 0) return take_ended(me, t);\n", "  return take_ended(me, t);\n", "the parent is told twice", **BY_FLAG),
    Mutant("tasks", "core/sched/finish.cpp", "me.returned.exchange(me.no_return, acquire)", "me.returned.exchange(nullptr, acquire)",
           "a message takes the mark away: from then on the worker sleeps beside flags", ["woken-after-a-message"], **BY_FLAG),
]
