"""Taskflow's tasks, by the program's debug information: which task a thread runs, which wait for its semaphores and for its end, and
whether it is in a loop that a condition repeats."""
import gdb

from . import cpp, memory

MOST_LOOKED_AT = 1000
CONDITIONS = ("condition", "multi_condition")


class Nodes:
    def __init__(self):
        self.type = cpp.lookup("tf::Node")

    def at(self, address):
        return cpp.pointer_to(address, self.type).dereference()

    def name(self, address):
        extras = self.at(address)["extras_"]
        name = cpp.text(extras["name"]) if int(extras) else ""
        return f"the task `{name}`" if name else f"the task at 0x{address:x}"

    def successors(self, address):
        node = self.at(address)
        return [int(node["edges_"][i]) for i in range(int(node["successors_"]))]

    def strong_left(self, address):
        """How many of its predecessors have not ended."""
        join = self.at(address)["join_"]
        return max(0, memory.signed(int(join.address)))

    def waiting_for_semaphores(self, address):
        """Tasks that wait for a semaphore which this one has."""
        extras = self.at(address)["extras_"]
        if not int(extras):
            return []
        held = extras["acquired"]
        semaphores = [held["data_"][i].dereference() for i in range(int(held["size_"]))]
        found = [int(waiting["work"]) for semaphore in semaphores for waiting in cpp.vector(semaphore["waiting_"])]
        return found

    def loop(self, address):
        """The tasks that lead from this one back to it, or None."""
        before, waiting = {}, [address]
        while waiting and len(before) < MOST_LOOKED_AT:
            at = waiting.pop(0)
            for successor in self.successors(at):
                if successor == address:
                    path = [at]
                    while path[-1] != address:
                        path.append(before[path[-1]])
                    return path[::-1]
                if successor not in before:
                    before[successor] = at
                    waiting.append(successor)
        return None


def lines(picture):
    nodes = Nodes()
    if nodes.type is None:
        return []
    found = []
    for thread in picture.threads:
        known = cpp.variables(thread.thread, ("tf::Node", "tf::Semaphore"))
        running = [address for name, address in known if name == "tf::Node"]
        for address in running[:1]:
            found += _about(nodes, thread, address)
        for address in (address for name, address in known if name == "tf::Semaphore"):
            found += _of_semaphore(nodes, address)
    return found


def _of_semaphore(nodes, address):
    """Of one that a function on some stack has: its tasks may all wait."""
    try:
        semaphore = cpp.pointer_to(address, cpp.lookup("tf::Semaphore")).dereference()
        if int(semaphore["value_"]):
            return []
        return [f"{nodes.name(int(waiting['work']))} waits for a semaphore of which none of {int(semaphore['max_'])} is free."
                for waiting in cpp.vector(semaphore["waiting_"])[:8]]
    except (gdb.error, memory.Missing, ValueError):
        return []


def _about(nodes, thread, address):
    try:
        lines_of = [f"{thread.name()} runs {nodes.name(address)}."]
        for waiting in nodes.waiting_for_semaphores(address)[:8]:
            lines_of.append(f"{nodes.name(waiting)} waits for a semaphore that {nodes.name(address)} has.")
        loop = nodes.loop(address)
        if loop:
            lines_of.append("It is in a loop, which a condition repeats: " + ", ".join(map(nodes.name, loop)) + ", and again.")
        for successor in nodes.successors(address)[:8]:
            left = nodes.strong_left(successor)
            if left and not loop:
                lines_of.append(f"{nodes.name(successor)} waits for {left} predecessor{'s' if left != 1 else ''}.")
        return lines_of
    except (gdb.error, memory.Missing, ValueError):
        return []  # another version of the headers, or a node that is being changed
