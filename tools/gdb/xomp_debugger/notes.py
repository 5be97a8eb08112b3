"""What the runtime itself notes of each thread's waits: sleep::LongWait (src/core/sleep/long_wait.h), which lies at the same distance from
the thread pointer in all threads. No name of a function and no debug information is needed for it."""
from . import memory

# What is waited for, by the Waiter's own word (sched::Awaited): kind and words.
AWAITED = {
    "barrier": ("barrier", "barrier"),
    "region": ("region", "end of the parallel region"),
    "children": ("taskwait", "taskwait"),
    "taskgroup": ("taskgroup", "end of a taskgroup"),
    "predecessors": ("predecessors", "predecessors of an undeferred task"),
    "mutexes": ("mutexes", "mutexinoutset of another task"),
    "memory": ("taskwait", "memory of ended tasks"),
    "leavers": ("region", "end of the cancelled region"),
    "lock": ("lock", "lock"),
    "native": ("native", "native tasks"),
}
# Where the Waiter has not told yet, by the history from which the wait learns.
BY_HISTORY = {
    "wait.barrier": ("barrier", "barrier"),
    "wait.job": ("idle", "idle"),
    "loops.ring_history": ("ring", "end of an earlier loop by all threads"),
    "loops.ordered_history": ("order", "turn of its iteration"),
    "loops.doacross_history": ("sink", "iteration that a sink names"),
    "loops.steal_history": ("construct", "rest of a loop"),
}


class Note:
    """One thread's. `kind` is None where it waits for nothing that takes long."""

    def __init__(self, address, worker, layout):
        at = layout.numbers
        self.backoff = memory.pointer(address + at["LongWait.backoff"])
        self._history = memory.pointer(address + at["LongWait.history"])
        self.subject = memory.pointer(address + at["LongWait.subject"])
        self.task = memory.pointer(address + at["LongWait.task"])
        self.number = memory.pointer(address + at["LongWait.number"])
        self.lock = memory.pointer(address + at["LongWait.lock"])
        self.kind, self.words = None, None
        if self.lock:
            self.kind, self.words = "lock", "lock"
        elif self.backoff:
            self._read_wait(worker, layout)

    def _read_wait(self, worker, layout):
        name = self._history_name(self._history, worker, layout)
        if name in ("wait.region", "wait.barrier", "wait.tasks") and self.subject:
            if worker is not None and self.task != worker.current:
                return  # another task runs on top of that wait
            said = memory.byte(self.subject + layout["Waiter.awaited"])
            known = {layout["awaited." + what]: of for what, of in AWAITED.items()}
            self.kind, self.words = known.get(said, (None, None))
        elif name in BY_HISTORY:
            self.kind, self.words = BY_HISTORY[name]

    @staticmethod
    def _history_name(history, worker, layout):
        if worker is None:
            return None
        names = {worker.address + layout["Worker.history"] + layout[name] * layout["WaitHistory.bytes"]: name
                 for name in ("wait.region", "wait.barrier", "wait.tasks", "wait.job")}
        if worker.part:
            names.update({worker.part + layout["Thread." + name]: name for name in BY_HISTORY if name.startswith("loops.")})
        return names.get(history)


class Notes:
    """Finds them."""

    def __init__(self, workers, layout):
        self._layout = layout
        known = next((w for w in workers if w.long_wait and w.thread_pointer), None)
        self._distance = known.long_wait - known.thread_pointer if known else None

    def of(self, thread_pointer, worker):
        if self._distance is None or thread_pointer is None:
            return None
        try:
            return Note(thread_pointer + self._distance, worker, self._layout)
        except memory.Missing:
            return None
