"""Waits of ordered and doacross loops: for which iteration, and which thread has it."""
from . import memory

SLEEPER_BITS = 16  # of the ticket (src/core/worksharing/ticket_word.h)


class Loop:
    """A thread's part of the loop that it is in."""

    def __init__(self, worker, layout):
        def at(field):
            return worker.part + layout["Thread.loops." + field]

        self.record = memory.pointer(at("record"))
        self.is_ordered = memory.byte(at("ordered.active")) != 0
        self.begin = memory.pointer(at("ordered.chunk.begin"))
        self.end = memory.pointer(at("ordered.chunk.end"))
        self.is_doacross = memory.byte(at("doacross.active")) != 0
        self.doacross_record = memory.pointer(at("doacross.record"))
        self.inner = max(1, memory.pointer(at("doacross.inner")))  # iterations of the loops inside the distributed one
        self.is_shared = memory.byte(at("doacross.distribution")) == layout["distribution.shared"]

    def has(self, iteration):
        return self.begin <= iteration < self.end


def turn(thread, members, layout):
    """(lines, threads that it waits for) of a thread that waits for its turn."""
    own = Loop(thread.worker, layout)
    if not own.is_ordered or not own.record:
        return [], []
    now = memory.pointer(own.record + layout["LoopRecord.ticket"]) >> SLEEPER_BITS
    others = [m for m in members if m is not thread]
    loops = [(m, Loop(m.worker, layout)) for m in others]
    holders = [m for m, loop in loops if loop.is_ordered and loop.record == own.record and loop.has(now)]
    head = f"it has iteration {own.begin} (counted from 0), and the turn is at iteration {now}"
    return _with_holder(head, holders), holders


def sink(thread, members, layout):
    """As turn(), of a thread that waits for the iteration of a sink."""
    own = Loop(thread.worker, layout)
    if not own.is_doacross or thread.note is None or not thread.note.subject:
        return [], []
    slots = memory.pointer(own.doacross_record + layout["LoopRecord.slots"])
    wanted = thread.note.number - 1
    others = [m for m in members if m is not thread]
    if own.is_shared:  # any thread may have got a chunk
        loops = [(m, Loop(m.worker, layout)) for m in others]
        holders = [m for m, loop in loops if loop.doacross_record == own.doacross_record and loop.has(wanted // own.inner)]
    else:
        number = (thread.note.subject - slots) // layout["ThreadSlot.bytes"]
        holders = [m for m in others if m.worker.number == number]
    return _with_holder(f"it waits for iteration {wanted} (counted from 0 over all loops)", holders), holders


def _with_holder(head, holders):
    if not holders:
        return [head + ", which no thread has"]
    return [f"{head}, which {holders[0].name()} has: {holders[0].short()}"]
