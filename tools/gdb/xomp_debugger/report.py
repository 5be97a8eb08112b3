"""The reports behind the commands, as lists of lines."""
import os

import gdb

from . import places, taskflow, ttg
from .memory import Missing
from .picture import Picture

MOST_IDLE = 3
MOST_EVENTS = 8


def _team_text(picture, thread):
    if thread.worker is None:
        return "not known to the runtime"
    team = picture.runtime.team(thread.worker.team)
    if thread.kind == "idle":
        return "idle, between regions"
    text = f"number {thread.worker.number} of {team.size}"
    if team.level and team.function:
        text += f", in the parallel region {places.code(team.function)}"
    return text if team.level else text + ", outside of parallel regions"


def threads(picture, with_idle=True):
    lines, idle = [], []
    for thread in picture.threads:
        if thread.kind == "idle" and not with_idle:
            idle.append(thread)
            continue
        if thread.worker is None and thread.kind == "idle":
            continue
        lines.append(f"{thread.name()}: {_team_text(picture, thread)}")
        if thread.kind == "idle":
            continue
        lines.append(f"    {thread.what()}")
        if thread.python:
            lines.append(f"    Python  {', '.join(thread.python)}")
        lines += ["      " + line for line in _safely(picture.reasons, thread)]
        lines += ["    " + line for line in thread.below(picture.runtime)]
    if idle:
        lines.append(f"{len(idle)} more threads are idle.")
    return lines


def _safely(function, *arguments):
    try:
        return function(*arguments)
    except Missing as error:
        return [f"(cannot be told: {error})"]


def tasks(picture):
    runtime = picture.runtime
    lines = []
    for task in runtime.tasks():
        if task.has("implicit") and not task.children:
            continue
        parent = f", child of {runtime.task(task.parent).name()}" if task.parent and not task.has("implicit") else ""
        children = f", {task.children} unfinished child{'ren' if task.children != 1 else ''}" if task.children else ""
        lines.append(f"0x{task.address:x}  {task.name()}: {picture.progress(task)}{children}{parent}")
    for address in sorted({w.team for w in runtime.workers if w.team}):
        team = runtime.team(address)
        if team.unfinished() > 0:
            where = f" of the region {places.code(team.function)}" if team.function and team.level else ""
            lines.append(f"{team.unfinished()} deferred tasks{where} have not ended, {team.created} were created")
    return lines or ["no explicit task is unfinished, as far as can be told"]


def deps(picture):
    runtime = picture.runtime
    lines = []
    for task in runtime.tasks():
        first = runtime.predecessors(task)
        if not first and not task.unmet:
            continue
        lines.append(f"{task.name()} (0x{task.address:x}) waits for {task.unmet}:")
        lines += [f"    {t.name()} (0x{t.address:x}): {runtime.state(t)}" for t in first]
    return lines or ["no task waits for another one"]


def _events(runtime):
    """Of many the first ones: they are often of one directive."""
    pending = sorted(runtime.pending)
    lines = [f"The event of {runtime.task(address).name()} is not fulfilled: nobody has called omp_fulfill_event for it."
             for address in pending[:MOST_EVENTS]]
    return lines + ([f"Nor are {len(pending) - MOST_EVENTS} more events."] if len(pending) > MOST_EVENTS else [])


def _cycle(picture):
    threads_in = picture.cycle()
    if not threads_in:
        return []
    if len(threads_in) == 1:
        return [f"{threads_in[0].name()} waits for itself."]
    parts = [f"{thread.name()} waits for {threads_in[(i + 1) % len(threads_in)].name()}"
             for i, thread in enumerate(threads_in)]
    return [f"A cycle: {', '.join(parts)}. None of them can go on."]


def summary(picture):
    """What would have to happen for the program to go on, where that can be told."""
    runtime = picture.runtime
    lines = _events(runtime) + _safely(_cycle, picture)
    for thread in picture.threads:
        if thread.worker is not None and thread.kind in ("lock", "order", "sink"):
            reason = _safely(picture.reasons, thread)
            if reason:
                lines.append(f"{thread.name()}: {reason[0]}.")
        elif thread.worker is not None and thread.kind in ("taskwait", "taskgroup", "predecessors"):
            others = [t.name() for t in picture.blockers(thread) if t is not thread]
            if others:
                lines.append(f"{thread.name()} waits at the {thread.words} for {', '.join(others[:4])}.")
    for address in sorted({t.worker.team for t in picture.threads if t.worker is not None and t.is_at_barrier()}):
        team = runtime.team(address)
        missing = picture.missing(team)
        waiting = len([t for t in picture.members(team) if t.is_at_barrier()])
        if missing and waiting:
            names = ", ".join(t.name() for t in missing[:4]) + (", ..." if len(missing) > 4 else "")
            lines.append(f"{waiting} thread{'s wait' if waiting != 1 else ' waits'} at a barrier for {names}.")
    return lines


def without_lines(picture):
    """Sentences about files that have no source lines."""
    files = set()
    for thread in picture.threads:
        for piece in thread.program if thread.worker is not None and not thread.python else ():
            if piece.place().line is None:
                files.add(os.path.basename(places.module_of(piece.place().pc)) or "the program")
    return [f"{name} has no line information: addresses stand for source lines. Compile it with -g, and do not strip it."
            for name in sorted(files)]


def everything(picture):
    front_ends = taskflow.lines(picture) + ttg.lines(picture)
    if not any(thread.waits() or thread.stands_on_wait(picture.runtime) for thread in picture.threads):
        raise Missing(nothing_waits(picture))
    lines = threads(picture, with_idle=len([t for t in picture.threads if t.kind == "idle"]) <= MOST_IDLE)
    why = summary(picture) + front_ends
    if why:
        lines += ["", "What the program waits for:", *("  " + line for line in why)]
    notes = without_lines(picture) + ([picture.python.problem] if picture.python.problem else [])
    return lines + ([""] + notes if notes else [])


def nothing_waits(picture):
    """One sentence where no thread waits: what they do instead."""
    busy = [f"{thread.name()} {thread.what()}" + (f" (Python: {thread.python[0]})" if thread.python else "")
            for thread in picture.threads if thread.kind == "runs"]
    more = f", and {len(busy) - 4} more do the like" if len(busy) > 4 else ""
    return "no thread waits for another one" + (": " + "; ".join(busy[:4]) + more if busy else "")


def text_of(report):
    """The report's text, and whether there was something to say. If not, the text is one sentence."""
    if gdb.selected_thread() is None:
        return "there is no process and no core file\n", False
    try:
        return "\n".join(report(Picture())) + "\n", True
    except Missing as error:
        return f"{error}\n", False
