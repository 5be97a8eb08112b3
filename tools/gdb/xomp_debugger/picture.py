"""All threads and the runtime, read at one moment: who waits for whom."""
import gdb

from . import locks, memory, notes, stacks, turns
from .python import Python
from .runtime import Runtime
from .waits import Thread

MOST_SHOWN = 8


class Picture:
    def __init__(self):
        memory.forget_pages()
        self.runtime = Runtime()
        selected = gdb.selected_thread()
        frame = gdb.selected_frame()
        try:
            self.threads = self._read_threads()
        finally:
            selected.switch()
            frame.select()
        self.python = Python()
        for thread in self.threads:
            thread.python = self.python.lines(thread.thread.ptid[1])
        self._on = {t.worker.current: t for t in self.threads if t.worker is not None}

    def _read_threads(self):
        by_kernel_id = {w.kernel_id: w for w in self.runtime.workers}
        by_pointer = {w.thread_pointer: w for w in self.runtime.workers}
        found_notes = notes.Notes(self.runtime.workers, self.runtime.layout)
        found = []
        for thread in sorted(gdb.selected_inferior().threads(), key=lambda t: t.num):
            worker = by_pointer.get(stacks.thread_pointer_of(thread)) or by_kernel_id.get(thread.ptid[1])
            found.append(Thread(thread, worker, self.runtime, found_notes))
        return found

    def members(self, team):
        return [t for t in self.threads if t.worker is not None and t.worker.team == team.address and t.worker.number < team.size]

    def missing(self, team):
        """Those of its threads that have not come to its barrier. In a nested region a thread is in the inner team."""
        return [t for t in self._threads_of(team) if not (t.is_at_barrier() and t.worker.team == team.address)]

    def _threads_of(self, team):
        """As members(), and those that have begun an inner region."""
        at = self.runtime.layout
        found = self.members(team)
        for thread in self.threads:
            if thread.worker is None or not thread.worker.team or thread.worker.number != 0:
                continue
            part = self.runtime.team(thread.worker.team).encountering
            while part:
                outer = memory.pointer(part + at["TeamThread.team"])
                if outer == team.address:
                    found.append(thread)
                if outer == team.address or memory.number(part + at["TeamThread.number"]) != 0:
                    break
                part = self.runtime.team(outer).encountering
        return found

    # --- what a thread waits for: lines, and other threads ---

    def reasons(self, thread):
        return self._why(thread)[0]

    def blockers(self, thread):
        return self._why(thread)[1]

    def _why(self, thread):
        runtime = self.runtime
        if thread.kind == "lock":
            return self._lock(thread)
        task = runtime.task(thread.worker.current) if thread.worker is not None and thread.worker.current else None
        if task is None:
            return [], []
        team = runtime.team(thread.worker.team)
        if thread.is_at_barrier():
            return self._barrier(team), self.missing(team)
        if thread.kind in ("order", "sink"):
            return (turns.turn if thread.kind == "order" else turns.sink)(thread, self.members(team), runtime.layout)
        if thread.kind == "taskwait":
            children = runtime.children(task.address)
            return self._list(children, task.children, "child task"), self._executors(children)
        if thread.kind == "taskgroup":
            group = runtime.group_of(task)
            members = runtime.members(group) if group else []
            return self._list(members, None, "task of the group"), self._executors(members)
        if thread.kind in ("predecessors", "task"):
            return self._undeferred(task)
        return [], []

    def _executors(self, tasks):
        return [self._on[t.address] for t in tasks if t.address in self._on]

    def _list(self, tasks, count, what):
        first = sorted(tasks, key=self._rank)[:MOST_SHOWN]
        shown = [f"{t.name()}: {self.progress(t)}" for t in first]
        number = count if count is not None else len(tasks)
        unknown = number - len(shown)
        if unknown > 0:
            found = len(tasks) - len(shown)
            shown.append(f"{unknown} more" + ("" if found >= unknown else ", ready or begun" if found <= 0 else ""))
        plural = "" if number == 1 else "ren" if what == "child" else "s"
        return [f"for {number} {what.replace(' of', plural + ' of') if ' of' in what else what + plural}:",
                *("  " + line for line in shown)]

    def _rank(self, task):
        """Those first for which others wait."""
        return 0 if task.address in self.runtime.pending else 1 if task.address in self._on else 2 if not task.unmet else 3

    def progress(self, task):
        """As Runtime.state(), with the thread that executes the task."""
        thread = self._on.get(task.address)
        if thread is None:
            return self.runtime.state(task)
        return f"on {thread.name()}, {thread.short()}"

    def _undeferred(self, parent):
        """The new task is nobody's current one yet; it is the one whose predecessors have not ended."""
        tasks = [t for t in self.runtime.children(parent.address) if t.unmet and t.has("undeferred")]
        first = {p.address: p for t in tasks for p in self.runtime.predecessors(t)}
        return (self._list(list(first.values()), None, "unfinished predecessor") if first else [], self._executors(first.values()))

    def _barrier(self, team):
        missing = self.missing(team)
        if missing:
            lines = [f"for {len(missing)} of the team's {team.size} threads, not here yet:"]
            return lines + [f"  {t.name()}{self._number_in(t, team)}: {t.short()}" for t in missing[:16]]
        if team.unfinished() <= 0:
            return []
        one = team.unfinished() == 1
        lines = [f"all {team.size} threads are here; {team.unfinished()} task{'' if one else 's'} of the region "
                 f"ha{'s' if one else 've'} not ended:"]
        known = [t for t in self.runtime.tasks() if not t.has("implicit") and t.address not in self.runtime.executing]
        return lines + [f"  {t.name()}: {self.runtime.state(t)}" for t in known[:MOST_SHOWN]]

    @staticmethod
    def _number_in(thread, team):
        return f", number {thread.worker.number}" if thread.worker.team == team.address else ", in an inner region"

    def _lock(self, thread):
        word = thread.note.lock if thread.note is not None and thread.note.lock else stacks.futex_of(thread.thread)
        if not word:
            return [], []
        what = locks.name_of(word, self.runtime.layout)
        holder = locks.holder_of(word, self.threads, self.runtime)
        if holder is None:
            return [f"{what}; its holder is not known"], []
        if holder is thread:
            return [f"{what}, which this thread itself holds"], [thread]
        return [f"{what}, held by {holder.name()}: {holder.short()}"], [holder]

    # --- cycles ---

    def cycle(self):
        """Threads of which each waits for the next one and the last for the first, or None. Each thread is looked at once."""
        done = set()
        for start in self.threads:
            path, thread = [], start
            while thread is not None and thread not in done:
                done.add(thread)
                path.append(thread)
                follow = self.blockers(thread) if thread.waits() else []
                again = next((t for t in follow if t in path), None)
                if again is not None:
                    return path[path.index(again):]
                thread = next((t for t in follow if t not in done and t.waits()), None)
        return None
