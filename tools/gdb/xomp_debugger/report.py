"""The reports behind the commands, as lists of lines."""
import os

import gdb

from . import places
from .memory import Missing
from .waits import Picture

MOST_IDLE = 3


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
        place = thread.where()
        what = "runs" if thread.kind == "runs" else f"waits: {thread.words}"
        lines.append(f"    {what}" + (f"  {place}" if place else ""))
        lines += ["      " + line for line in _safely(picture.reasons, thread)]
        for piece in thread.program[1:]:
            lines.append(f"    on top of  {piece.place()}")
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
        state = picture._progress(task)
        lines.append(f"0x{task.address:x}  {task.name()}: {state}{children}{parent}")
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
        if not first and not task.unmet():
            continue
        lines.append(f"{task.name()} (0x{task.address:x}) waits for {task.unmet()}:")
        lines += [f"    {t.name()} (0x{t.address:x}): {runtime.state(t)}" for t in first]
    return lines or ["no task waits for another one"]


def summary(picture):
    """What would have to happen for the program to go on, where that can be told."""
    runtime = picture.runtime
    lines = []
    for address in sorted(runtime.pending):
        lines.append(f"The event of {runtime.task(address).name()} is not fulfilled: nobody has called omp_fulfill_event for it.")
    for thread in picture.threads:
        if thread.worker is not None and thread.kind == "lock":
            reason = _safely(picture.reasons, thread)
            if reason:
                lines.append(f"{thread.name()} waits for {reason[0]}.")
    for address in sorted({t.worker.team for t in picture.threads if t.worker is not None and t.is_at_barrier()}):
        members = picture.members(runtime.team(address))
        missing = [t for t in members if not t.is_at_barrier()]
        if missing and len(missing) < len(members):
            names = ", ".join(t.name() for t in missing[:4]) + (", ..." if len(missing) > 4 else "")
            waiting = len(members) - len(missing)
            lines.append(f"{waiting} thread{'s wait' if waiting != 1 else ' waits'} at a barrier for {names}.")
    return lines


def without_lines(picture):
    """Sentences about files that have no source lines."""
    files = set()
    for thread in picture.threads:
        for piece in thread.program:
            if piece.place().line is None:
                files.add(os.path.basename(places.module_of(piece.place().pc)) or "the program")
    return [f"{name} has no line information: addresses stand for source lines. Compile it with -g, and do not strip it."
            for name in sorted(files)]


def everything(picture):
    lines = threads(picture, with_idle=len([t for t in picture.threads if t.kind == "idle"]) <= MOST_IDLE)
    why = summary(picture)
    if why:
        lines += ["", "What the program waits for:", *("  " + line for line in why)]
    notes = without_lines(picture)
    return lines + ([""] + notes if notes else [])


def text_of(report):
    """The report's text. It says so in one sentence where there is nothing to read."""
    if gdb.selected_thread() is None:
        return "there is no process and no core file\n"
    try:
        return "\n".join(report(Picture())) + "\n"
    except Missing as error:
        return f"{error}\n"
