"""What each thread does at the newest end of its stack: which wait of the runtime's, or what else."""
import re

import gdb

from . import calls, places, stacks

# What the program asked for, by the name of the entry that it called.
KINDS = [(re.compile(pattern), kind, words) for pattern, kind, words in (
    (r"GOMP_barrier|__kmpc_barrier|__kmpc_cancel_barrier", "barrier", "barrier"),
    (r"GOMP_(loop|sections|workshare.*)_end|__kmpc_(copyprivate|reduce)|GOMP_single_copy", "barrier",
     "barrier at the end of a construct"),
    (r"GOMP_(parallel|teams)|__kmpc_(fork|end_serialized)", "region", "end of the parallel region"),
    (r"GOMP_taskwait_depend|__kmpc_omp_taskwait_deps", "predecessors", "taskwait with depend"),
    (r"__kmpc_omp_wait_deps", "predecessors", "predecessors of an undeferred task"),
    (r"GOMP_taskwait|__kmpc_omp_taskwait", "taskwait", "taskwait"),
    (r"GOMP_taskgroup_end|__kmpc_end_taskgroup", "taskgroup", "end of a taskgroup"),
    (r"GOMP_taskloop|__kmpc_taskloop", "taskgroup", "end of a taskloop"),
    (r"GOMP_task|__kmpc_omp_task", "task", "task construct"),
    (r"omp_set_(nest_)?lock|__kmpc_set_(nest_)?lock", "lock", "lock"),
    (r"GOMP_(critical|atomic)|__kmpc_(critical|atomic)", "lock", "critical region"),
    (r"GOMP_doacross|__kmpc_doacross", "sink", "iteration that a sink names"),
    (r"GOMP_ordered|__kmpc_ordered", "order", "turn of its iteration"),
    (r"GOMP_(loop|sections|single)|__kmpc_(dispatch|for|single)", "construct", "worksharing construct"),
    (r"xomp_graph_wait|xomp_graph", "graph", "end of all graph tasks"),
    (r"xomp_view", "graph", "end of a taskflow"),
    (r"xomp_native", "native", "native tasks"),
)]
# By which entries a program comes to a wait of a kind that the runtime has noted. A kind that is not here: by any.
ENTRIES_OF = {
    "barrier": ("barrier", "construct"),
    "region": ("region",),
    "taskwait": ("taskwait", "task", "predecessors", "taskgroup"),
    "taskgroup": ("taskgroup",),
    "predecessors": ("predecessors", "task"),
    "mutexes": ("task",),
    "lock": ("lock",),
    "order": ("order", "construct"),
    "sink": ("sink", "construct"),
    "ring": ("construct", "barrier"),
    "construct": ("construct",),
}


def kind_of_entry(name):
    return next(((kind, words) for pattern, kind, words in KINDS if pattern.match(name or "")), (None, None))


class Thread:
    """One thread of the process: where it is, and what it waits for. `kind` is "runs" where that is nothing of the runtime's."""

    def __init__(self, thread, worker, runtime, notes):
        self.thread, self.worker = thread, worker
        self.pieces = stacks.pieces_of(thread, runtime.file)
        self.thread_pointer = stacks.thread_pointer_of(thread) or (worker.thread_pointer if worker is not None else None)
        self.note = notes.of(self.thread_pointer, worker)
        self.program = [piece for piece in self.pieces if piece.kind == stacks.PROGRAM]
        self.is_in_runtime = bool(self.pieces) and self.pieces[0].kind == stacks.RUNTIME
        self._place, self._jump = None, None  # where that is not the newest frame of the program's: its text; the jump's address
        self.called, self.in_handler, self.python = None, False, []
        if self.is_in_runtime:
            self.kind, self.words = self._wait(runtime)
            if self.words in ("barrier", "taskwait with depend"):
                self._name_construct(runtime)
        else:
            self.kind, self.words = "runs", "runs"
            self._look_outside(runtime)

    # --- in the runtime ---

    def _wait(self, runtime):
        entry = self.program[0].frames[0].target() if self.program else None
        entry = self._name_of_entry(entry, runtime)
        kind, words = kind_of_entry(entry)
        noted = self.note if self._is_noted() else None
        if noted is None:
            return self._without_note(kind, words, entry, runtime)
        if noted.kind == "region" or (noted.kind == "barrier" and self._is_in_join(runtime)):
            return self._at_end_of_region(runtime)
        wanted = ENTRIES_OF.get(noted.kind)
        if kind is not None and (wanted is None or kind in wanted):
            return (noted.kind, noted.words if kind in ("construct", "task") or wanted is None else words)
        for name, at in self._entries_by_jump(runtime):
            jumped, words = kind_of_entry(name)
            if wanted is not None and jumped in wanted:
                self._place, self._jump = places.at(at), at
                return noted.kind, words
        body = self.body(runtime)
        if body and noted.kind not in ("idle", "graph"):
            self._place = places.code(body)
        return noted.kind, noted.words

    def _at_end_of_region(self, runtime):
        team = runtime.team(self.worker.team) if self.worker is not None and self.worker.team else None
        if team is not None and team.function:
            self._place = places.code(team.function)
        return "region", "end of the parallel region"

    def _is_in_join(self, runtime):
        """Told by the call in one of its frames, since a primary waits there as in a barrier."""
        join = runtime.layout.places["join"]
        return any(frame.target() == join for frame in self.pieces[0].frames[1:])

    def _is_noted(self):
        """Of the wait at the newest end of the stack, not of one on top of which the thread runs something."""
        if self.note is None or self.note.kind is None:
            return False
        if self.note.lock:
            return True
        frames, older = self.pieces[0].frames, self.pieces[1:]
        end = older[0].frames[0].stack_pointer if older else 1 << 64
        return frames[0].stack_pointer <= self.note.backoff < end

    @staticmethod
    def _name_of_entry(target, runtime):
        if target is None:
            return None
        name, at = places.symbol_at(target)
        if places.module_of(target) == runtime.file:
            return name if at == 0 else None
        return next((name for name, _ in calls.entries_by_jump(target, runtime.file)), None)  # a function that has left the stack

    def body(self, runtime):
        """The function of the region or task in which the thread is, or None."""
        if self.worker is None or not self.worker.current:
            return None
        task = runtime.task(self.worker.current)
        if not task.has("implicit"):
            return task.body
        team = runtime.team(self.worker.team) if self.worker.team else None
        return team.function if team is not None and team.level else None

    def _entries_by_jump(self, runtime):
        """Of the function that called the runtime by a jump: of the body, or of what the newest frame of the program has called."""
        starts = [self.body(runtime)]
        if self.program:
            starts.append(self.program[0].frames[0].target())
        for start in starts:
            if start and places.module_of(start) != runtime.file:
                yield from calls.entries_by_jump(start, runtime.file)

    def _without_note(self, kind, words, entry, runtime):
        """The wait is short so far, or it is none."""
        if kind not in (None, "region"):
            return kind, words
        by_region = self._by_region(kind, runtime)
        if by_region is not None:
            return by_region
        return ("runs", "runs") if self.program and entry is None else (kind, words) if kind else ("runtime", entry or "the runtime")

    def _by_region(self, kind, runtime):
        """Of a thread that is in no code of the program's, or that has called for a region."""
        if self.worker is None or not self.worker.team:
            return "idle", "idle"
        team = runtime.team(self.worker.team)
        is_member = team.level and team.is_active and self.worker.number < team.size
        if is_member and self.worker.last_region == team.number and (kind == "region" or not self.program):
            return "region", "end of the parallel region"
        return None if self.program else ("idle", "idle")

    def _name_construct(self, runtime):
        """gcc calls one function for all barriers, and clang one for two constructs with depend. The directive in the source line tells
        which it is."""
        frame = self.program[0].frames[0] if self.program and self._place is None else None
        if self._jump is not None:
            where = gdb.find_pc_line(self._jump)
            name = places.directive_at(where.symtab, where.line) if where.symtab is not None else None
        else:
            name = places.directive_at(frame.symtab, frame.line_number) if frame is not None and frame.line else None
        if self.kind == "predecessors":
            self.words = "predecessors of an undeferred task" if re.match(r"task\b", name or "") else self.words
            return
        found = re.match(r"(single|for|do|sections|workshare|scope|loop)\b", name or "")
        if found:
            self.words = f"barrier at the end of `{found[1]}`"
        elif name and not name.startswith("barrier"):  # gcc's line is that of the region
            before = calls.entry_before(self._jump or frame.pc, runtime.file)
            self.words = "barrier at the end of " + ("`single`" if before == "GOMP_single_start" else "a construct")

    # --- outside of the runtime ---

    def _look_outside(self, runtime):
        if not self.pieces:
            return
        newest = self.pieces[0]
        if newest.kind == stacks.JUMPED:
            frame = newest.frames[-1]
            self.called = places.public_name(frame.name)
            body = self.body(runtime)
            at = calls.jump_to(body, frame.pc) if body else None
            self._place = places.at(at) if at else places.code(body) if body else None
        elif newest.kind == stacks.PROGRAM and newest.is_in_front_end() and stacks.futex_of(self.thread) is not None:
            self.kind, self.words = "graph", "end of all graph tasks"  # its header's code sleeps
        elif newest.kind == stacks.PROGRAM:
            self.called = newest.called()
            self.in_handler = newest.is_in_signal_handler()

    def is_at_barrier(self):
        return self.kind in ("barrier", "region")

    def below(self, runtime):
        """Lines about the pieces of the program's on top of which the thread is: without the one in which where() is."""
        shown = self._place is None and bool(self.program)
        for piece in self.program[1:] if shown else self.program:
            words = kind_of_entry(self._name_of_entry(piece.frames[0].target(), runtime))[1]
            known = f"the {words}, " if words and "parallel" not in words else ""
            yield f"on top of  {known}{piece.place()}"

    def stands_on_wait(self, runtime):
        """Whether it runs something on top of a wait."""
        return any(", " in line for line in self.below(runtime))

    def waits(self):
        return self.kind not in ("runs", "idle")

    def name(self):
        return f"thread {self.thread.num} (LWP {self.thread.ptid[1]})"

    def where(self):
        if self._place is not None:
            return self._place
        return str(self.program[0].place()) if self.program else None

    def what(self):
        """One line: what it does, and where."""
        where = self.where()
        if self.kind != "runs":
            return f"waits: {self.words}" + (f"  {where}" if where else "")
        before = "in a signal handler, " if self.in_handler else ""
        if self.called:
            return f"{before}is in {self.called}" + (f", called at {where}" if where else "")
        return f"{before}runs {where}" if where else f"{before}runs"

    def short(self):
        where = self.where()
        if self.kind == "runs":
            return self.what()
        return f"waits at the {self.words}" + (f", {where}" if where else "")
