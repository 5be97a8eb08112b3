"""The runtime's data at this moment: workers, teams, and those tasks that can be found: what threads execute, what waits for an
event, and what dependences connect. Ready tasks lie in the queues of a policy and are only counted."""
import struct

from . import memory, places

CLOSED = 1  # the list of successors of a task that has ended
MOST = 1 << 22  # of a list: one that is longer is broken


class Task:
    def __init__(self, address, layout):
        self.address = address
        self._layout = layout
        at, data = layout.numbers, memory.read(address, layout["Task.bytes"])

        def pointer(field):
            return struct.unpack_from("<Q", data, at[field])[0]

        self.parent = pointer("Task.parent")
        self.body = pointer("Task.body")
        self.flags = struct.unpack_from("<I", data, at["Task.flags"])[0]
        self.children = struct.unpack_from("<I", data, at["Task.unfinished"])[0] & 0x7FFFFFFF
        self.group = pointer("Task.taskgroup")
        self.dependences = pointer("Task.dependences") if self.has("dependent") else None
        self.created_in = pointer("Task.created_in") if self.has("in_taskgroup") else None
        self.unmet = memory.number(self.dependences + at["Dependences.unmet"]) if self.dependences else 0
        # Of a task with dependences: they remember it until no other task can depend on it.
        self.has_ended = bool(self.dependences) and self.first_edge() == CLOSED

    def has(self, flag):
        return bool(self.flags & self._layout["flag." + flag])

    def first_edge(self):
        return memory.pointer(self.dependences + self._layout["Dependences.successors"]) if self.dependences else CLOSED

    def name(self):
        if self.has("implicit"):
            return "the implicit task"
        try:
            return "task " + places.code(self.body)
        except (memory.Missing, ValueError):
            return f"a task at 0x{self.address:x}"


class Team:
    def __init__(self, address, layout):
        self.address = address
        at = layout.numbers
        self.size = memory.number(address + at["TeamTasks.size"])
        self.level = memory.number(address + at["Team.level"])
        self.number = memory.number(address + at["Team.word"]) >> 18
        self.function = memory.pointer(address + at["Team.region.function"])
        self.encountering = memory.pointer(address + at["Team.encountering"])
        slots = memory.pointer(address + at["TeamTasks.threads"])
        self.members = [memory.pointer(slots + 8 * i) for i in range(self.size)]
        self.created = sum(memory.pointer(m + at["TeamThread.created"]) for m in self.members)
        self.finished = memory.pointer(address + at["TeamTasks.finished_elsewhere"]) + sum(
            memory.pointer(m + at["TeamThread.finished"]) for m in self.members)
        first = memory.pointer(self.members[0] + at["TeamThread.worker"])
        # Between two regions its primary is in another team.
        self.is_active = first != 0 and memory.pointer(first + at["Worker.thread"]) == self.members[0] or self.level == 0

    def unfinished(self):
        return self.created - self.finished


class Worker:
    def __init__(self, address, layout):
        self.address = address
        at = layout.numbers
        self.part = memory.pointer(address + at["Worker.thread"])
        self.current = memory.pointer(address + at["Worker.current"])
        self.thread_pointer = memory.pointer(address + at["Worker.thread_pointer"])
        self.long_wait = memory.pointer(address + at["Worker.long_wait"])
        self.kernel_id = memory.number(address + at["Worker.kernel_id"])
        self.is_root = memory.byte(address + at["Worker.is_root"]) != 0
        self.number = memory.number(self.part + at["TeamThread.number"]) if self.part else 0
        self.team = memory.pointer(self.part + at["TeamThread.team"]) if self.part else 0
        self.suspended = []
        left = memory.pointer(self.part + at["TeamThread.suspended"]) if self.part else 0
        while left and len(self.suspended) < MOST:
            self.suspended.append(memory.pointer(left + at["Suspended.task"]))
            left = memory.pointer(left + at["Suspended.older"])
        self.last_region = memory.number(self.part + at["Thread.last_region"]) if self.part else 0


class Runtime:
    def __init__(self):
        self.layout = memory.layout()
        self.file = places.module_of(self.layout.address)
        self.workers = self._read_workers()
        self._teams, self._tasks, self._sorted = {}, {}, None
        self.executing = set()
        self.pending = set()  # their bodies are over; their events are not fulfilled
        self._before = {}     # predecessors by successor
        self._find_tasks()
        self._children, self._members = {}, {}
        for task in self.tasks():
            if not task.has("implicit"):
                self._children.setdefault(task.parent, []).append(task)
            self._members.setdefault(task.created_in, []).append(task)

    def _read_workers(self):
        slots = memory.read(self.layout.places["workers"], 8 * self.layout["Worker.limit"])
        return [Worker(address, self.layout) for (address,) in struct.iter_unpack("<Q", slots) if address]

    def team(self, address):
        if address not in self._teams:
            self._teams[address] = Team(address, self.layout)
        return self._teams[address]

    def task(self, address):
        if address not in self._tasks:
            self._tasks[address] = Task(address, self.layout)
        return self._tasks[address]

    def tasks(self):
        """All that were found and have not ended, with those first that threads execute."""
        if self._sorted is None:
            known = sorted(self._tasks.values(), key=lambda t: (t.address not in self.executing, t.address))
            self._sorted = [task for task in known if not task.has_ended]
        return self._sorted

    def _find_tasks(self):
        for worker in self.workers:
            for start in [worker.current, *worker.suspended]:
                self._follow_parents(start)
        for address in self._open_events():
            self.pending.add(address)
            self.task(address)
        for address in list(self._tasks):
            for found in self._in_table(self.task(address)):
                self.task(found)
        waiting = list(self._tasks)
        known = set(waiting)
        while waiting:
            address = waiting.pop()
            for successor in self._successors(self.task(address)):
                self._before.setdefault(successor, {})[address] = None  # once each, in order
                if successor not in known:
                    known.add(successor)
                    waiting.append(successor)

    def _follow_parents(self, address):
        while address and address not in self.executing and len(self.executing) < MOST:
            self.executing.add(address)
            task = self.task(address)
            if task.has("implicit"):
                break
            address = task.parent

    def _open_events(self):
        at = self.layout.numbers
        given = memory.number(self.layout.places["event_slots_given"])
        for block in range(at["CompletionEvent.blocks"]):
            first, count = ((1 << block) - 1) << at["CompletionEvent.first_bits"], 1 << (at["CompletionEvent.first_bits"] + block)
            start = memory.pointer(self.layout.places["event_blocks"] + 8 * block)
            if not start:
                return
            for i in range(max(0, min(count, given - first))):
                slot = start + i * at["CompletionEvent.bytes"]
                word = memory.pointer(slot + at["CompletionEvent.word"])
                if word & at["event.body_over"] and not word & at["event.fulfilled"]:
                    yield memory.pointer(slot + at["CompletionEvent.task"])

    def _in_table(self, task):
        if not task.has("has_table"):
            return
        at = self.layout.numbers
        table = memory.pointer(task.address + at["Task.dependence_table"])
        entries = memory.pointer(table + at["DependenceTable.entries"])
        used = memory.pointer(table + at["DependenceTable.used"])
        for i in range(min(used, MOST)):
            entry = entries + i * at["AddressEntry.bytes"]
            for field in ("current", "prior"):
                yield from self._list(entry + at["AddressEntry." + field])

    def _list(self, address):
        count = memory.number(address + self.layout["TaskList.count"])
        first = address if count <= self.layout["TaskList.few"] else memory.pointer(address)
        return [memory.pointer(first + 8 * i) for i in range(min(count, MOST))]

    def _successors(self, task):
        at = self.layout.numbers
        edge = task.first_edge()
        for _ in range(MOST):
            if edge in (0, CLOSED):
                return
            successor = memory.pointer(edge + at["Edge.successor"])
            yield memory.pointer(successor + at["Dependences.task"])
            edge = memory.pointer(edge + at["Edge.next"])

    # --- what is said of tasks ---

    def predecessors(self, task):
        return [first for first in map(self.task, self._before.get(task.address, ())) if not first.has_ended]

    def children(self, parent):
        return self._children.get(parent, [])

    def members(self, group):
        return self._members.get(group, [])

    def group_of(self, task):
        """The innermost taskgroup that the task itself has opened, or None."""
        if not task.group:
            return None
        opener = memory.pointer(task.group + self.layout["Taskgroup.opened_by"])
        return task.group if opener == task.address else None

    def state(self, task):
        if task.address in self.pending:
            return "its body is over, and its event is not fulfilled"
        if task.unmet:
            first = self.predecessors(task)
            names = ", ".join(t.name() for t in first[:3]) + (", ..." if len(first) > 3 else "")
            return f"waits for {task.unmet} predecessor{'s' if task.unmet != 1 else ''}" + (f": {names}" if names else "")
        if task.address in self.executing:
            return "has begun"
        return "is ready"
