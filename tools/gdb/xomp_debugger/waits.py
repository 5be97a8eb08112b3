"""Who waits for what: for each thread, what it does at the newest end of its stack, and for whom."""
import re

import gdb

from . import memory, stacks
from .runtime import Runtime

# What the program asked for, by the name of the entry that it called.
KINDS = [(re.compile(pattern), kind, words) for pattern, kind, words in (
    (r"GOMP_barrier|__kmpc_barrier|__kmpc_cancel_barrier", "barrier", "barrier"),
    (r"GOMP_(loop|sections|workshare.*)_end|__kmpc_(copyprivate|reduce)|GOMP_single_copy", "barrier",
     "barrier at the end of a construct"),
    (r"GOMP_(parallel|teams)|__kmpc_(fork|end_serialized)", "region", "end of the parallel region"),
    (r"GOMP_taskwait_depend|__kmpc_omp_(taskwait_deps|wait_deps)", "predecessors", "taskwait with depend"),
    (r"GOMP_taskwait|__kmpc_omp_taskwait", "taskwait", "taskwait"),
    (r"GOMP_taskgroup_end|__kmpc_end_taskgroup", "taskgroup", "end of a taskgroup"),
    (r"GOMP_taskloop|__kmpc_taskloop", "taskgroup", "end of a taskloop"),
    (r"GOMP_task|__kmpc_omp_task", "task", "task construct"),
    (r"omp_set_(nest_)?lock|__kmpc_set_(nest_)?lock", "lock", "lock"),
    (r"GOMP_(critical|atomic)|__kmpc_(critical|atomic)", "lock", "critical region"),
    (r"GOMP_(ordered|doacross)|__kmpc_(ordered|doacross)", "order", "turn of its iteration"),
    (r"GOMP_(loop|sections|single)|__kmpc_(dispatch|for|single)", "construct", "worksharing construct"),
    (r"xomp_graph_wait|xomp_graph", "graph", "end of all graph tasks"),
    (r"xomp_view", "graph", "end of a taskflow"),
    (r"xomp_native", "native", "native tasks"),
)]

# The runtime's own functions, where it has debug information: the program's call may have left the stack by a jump.
OWN = [(re.compile(r"xomp::.*\b(" + pattern + r")\b"), kind, words) for pattern, kind, words in (
    (r"pass_barrier|pass_watched", "barrier", "barrier"),
    (r"leave_region|join|leave_watched", "region", "end of the parallel region"),
    (r"lock_contended", "lock", "lock"),
    (r"wait_for_children", "taskwait", "taskwait"),
    (r"wait_for_taskgroup|end_taskgroup", "taskgroup", "end of a taskgroup"),
    (r"wait_for_team|wait_after|sleep_after|sleep_without_tasks|search_or_sleep", "idle", "idle"),
)]


class Thread:
    """One thread of the process: where it is, and what it waits for."""

    def __init__(self, thread, worker, runtime):
        self.thread, self.worker = thread, worker
        self.pieces = stacks.pieces_of(thread, runtime.file)
        self.is_in_runtime = bool(self.pieces) and self.pieces[0].kind == stacks.RUNTIME
        self.program = [piece for piece in self.pieces if piece.kind == stacks.PROGRAM]
        self.entry = None
        if self.is_in_runtime and self.program:
            self.entry = stacks.entry_called_by(self.program[0].frames[0])
        self.kind, self.words = self._wait(runtime)

    def _wait(self, runtime):
        if not self.is_in_runtime:
            return "runs", "runs"
        for pattern, kind, words in KINDS:
            if pattern.match(self.entry or "") and kind != "region":
                return kind, words
        named = self._named_on_stack()
        if named is not None:
            return named
        return ("runtime", self.entry or "a call of the runtime") if self.program else self._by_region(runtime)

    def _named_on_stack(self):
        """By the newest function of the runtime whose name tells. A jump may have left no frame of the program's."""
        for frame in self.pieces[0].frames:
            for pattern, kind, words in OWN + KINDS:
                if frame.name and pattern.match(frame.name):
                    return kind, words
        return None

    def _by_region(self, runtime):
        """For a thread that is in no code of the program's."""
        if self.worker is None or not self.worker.team:
            return "idle", "idle"
        team = runtime.team(self.worker.team)
        in_region = team.is_active and team.level and self.worker.number < team.size and (
            self.worker.last_region == team.number)
        return ("region", "end of the parallel region") if in_region else ("idle", "idle")

    def is_at_barrier(self):
        return self.kind in ("barrier", "region")

    def name(self):
        return f"thread {self.thread.num} (LWP {self.thread.ptid[1]})"

    def where(self):
        return str(self.program[0].place()) if self.program else None


class Picture:
    """All threads and the runtime, read at one moment."""

    def __init__(self):
        self.runtime = Runtime()
        selected = gdb.selected_thread()
        frame = gdb.selected_frame()
        try:
            self.threads = self._read_threads()
        finally:
            selected.switch()
            frame.select()

    def _read_threads(self):
        by_kernel_id = {w.kernel_id: w for w in self.runtime.workers}
        by_pointer = {w.thread_pointer: w for w in self.runtime.workers}
        found = []
        for thread in sorted(gdb.selected_inferior().threads(), key=lambda t: t.num):
            worker = by_pointer.get(stacks.thread_pointer_of(thread)) or by_kernel_id.get(thread.ptid[1])
            found.append(Thread(thread, worker, self.runtime))
        return found

    def members(self, team):
        return [t for t in self.threads if t.worker is not None and t.worker.team == team.address and t.worker.number < team.size]

    # --- what a thread waits for: lines ---

    def reasons(self, thread):
        runtime = self.runtime
        task = runtime.task(thread.worker.current) if thread.worker is not None and thread.worker.current else None
        if thread.kind == "lock":
            return self._lock(thread)
        if thread.worker is None or task is None:
            return []
        if thread.is_at_barrier():
            return self._barrier(runtime.team(thread.worker.team))
        if thread.kind == "taskwait":
            return self._list(runtime.children(task.address), task.children, "child task")
        if thread.kind == "taskgroup":
            group = runtime.group_of(task)
            return self._list(runtime.members(group), None, "task of the group") if group else []
        if thread.kind in ("predecessors", "task"):
            return self._undeferred(task)
        return []

    def _list(self, tasks, count, what):
        shown = [f"{t.name()}: {self._progress(t)}" for t in tasks[:8]]
        unknown = (count if count is not None else len(tasks)) - len(shown)
        if unknown > 0:
            shown.append(f"{unknown} more, ready or begun")
        head = f"for {count if count is not None else len(tasks)} {what}{'s' if (count or len(tasks)) != 1 else ''}:"
        return [head, *("  " + line for line in shown)]

    def _progress(self, task):
        """As Runtime.state(), with the thread that executes the task."""
        for thread in self.threads:
            if thread.worker is not None and thread.worker.current == task.address:
                return f"on {thread.name()}" + (f", {thread.where()}" if thread.where() else "")
        return self.runtime.state(task)

    def _undeferred(self, parent):
        """The new task is nobody's current one yet; it is the one whose predecessors have not ended."""
        first = {a for a, b in self.runtime.edges if self.runtime.task(b).parent == parent.address}
        tasks = [self.runtime.task(a) for a in sorted(first) if not self.runtime.task(a).has_ended()]
        return self._list(tasks, None, "unfinished predecessor") if tasks else []

    def _barrier(self, team):
        members = self.members(team)
        missing = [t for t in members if not t.is_at_barrier()]
        if missing:
            lines = [f"for {len(missing)} of the team's {team.size} threads, not here yet:"]
            return lines + [f"  {t.name()}, number {t.worker.number}: {self._short(t)}" for t in missing[:16]]
        if team.unfinished() <= 0:
            return []
        lines = [f"all {team.size} threads are here; {team.unfinished()} task{'s' if team.unfinished() != 1 else ''} of the region "
                 "ha" + ("ve" if team.unfinished() != 1 else "s") + " not ended:"]
        known = [t for t in self.runtime.tasks() if not t.has("implicit") and t.address not in self.runtime.executing]
        return lines + [f"  {t.name()}: {self.runtime.state(t)}" for t in known[:8]]

    def _short(self, thread):
        where = thread.where()
        if thread.kind == "runs":
            return f"runs {where}" if where else "runs"
        return f"waits at the {thread.words}" + (f", {where}" if where else "")

    # --- locks ---

    def _lock(self, thread):
        word = stacks.futex_of(thread.thread)
        if word is None:
            return []
        name, offset = self._data_symbol(word)
        what = f"`{name}`" + (f" + {offset}" if offset else "") if name else f"at 0x{word:x}"
        holder = self._holder(memory.number(word) & 0x7FFFFFFF)
        if holder is None:
            return [f"lock {what}; its holder is not known"]
        if holder is thread:
            return [f"lock {what}, which this thread itself holds"]
        return [f"lock {what}, held by {holder.name()}: {self._short(holder)}"]

    @staticmethod
    def _data_symbol(address):
        from . import places
        return places.symbol_at(address)

    def _holder(self, mark):
        """The thread with this mark (src/platform/cpu.h); for a nest lock the one that executes the task with that number."""
        found = []
        for thread in self.threads:
            pointer = stacks.thread_pointer_of(thread.thread)
            if pointer is None and thread.worker is not None:
                pointer = thread.worker.thread_pointer
            if pointer is not None and (pointer & 0xFFFFFFFF) >> 1 | 1 == mark:
                found.append(thread)
        if not found:
            for thread in self.threads:
                for owner in self._possible_owners(thread):
                    if (owner >> 6 & 0x3FFFFFFF) | 0x40000000 == mark and thread not in found:
                        found.append(thread)
        return found[0] if len(found) == 1 else None

    def _possible_owners(self, thread):
        """Nest locks belong to tasks: the current one and those below it on the thread."""
        task = thread.worker.current if thread.worker is not None else 0
        for _ in range(1000):
            if not task:
                return
            yield task
            known = self.runtime.task(task)
            if known.has("implicit"):
                return
            task = known.parent
