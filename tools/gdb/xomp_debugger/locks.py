"""Locks: how one is called, and which thread holds it."""
import re

import gdb

from . import memory, places


def name_of(word, layout):
    """What the lock at this address is: a critical region by its name, or a variable of the program's."""
    if word == layout.places["unnamed_critical"]:
        return "critical region without a name"
    if word == layout.places["atomic_updates"]:
        return "lock of atomic updates"
    name = _critical_name(word, layout)
    if name:
        return f"critical region `{name}`"
    name, offset = places.symbol_at(word)
    return (f"lock `{name}`" + (f" + {offset}" if offset else "")) if name else f"lock at 0x{word:x}"


def _critical_name(word, layout):
    for chain in range(layout["NamedLock.chains"]):
        known = memory.pointer(layout.places["named_locks"] + 8 * chain)
        while known:
            if known + layout["NamedLock.line"] == word:
                return _text(known + layout["NamedLock.name"])
            known = memory.pointer(known + layout["NamedLock.next"])
    # A program whose symbols the dynamic linker does not show: the lock has no name, but gdb may know the storage that leads to it.
    for symbol in re.findall(r"\.gomp_critical_user_\S+", gdb.execute("info variables -n gomp_critical_user_", to_string=True)):
        try:
            storage = gdb.execute(f"info address {symbol}", to_string=True)
            at = re.search(r"0x([0-9a-f]+)", storage)
            if at and memory.pointer(int(at[1], 16)) == word:
                return re.sub(r"^\.gomp_critical_user_|\.var$", "", symbol)
        except (gdb.error, memory.Missing):
            continue
    return None


def _text(address):
    data = b""
    while b"\0" not in data and len(data) < 512:
        data += memory.read(address + len(data), 16)
    return data.split(b"\0")[0].decode(errors="replace")


def holder_of(word, threads, runtime):
    """The thread with the mark in the word (src/platform/cpu.h); for a nest lock the one that executes the task with that number."""
    mark = memory.number(word) & 0x7FFFFFFF
    if mark == 0:
        return None
    found = [t for t in threads if t.thread_pointer is not None and (t.thread_pointer & 0xFFFFFFFF) >> 1 | 1 == mark]
    if not found:
        found = [t for t in threads
                 if any((owner >> 6 & 0x3FFFFFFF) | 0x40000000 == mark for owner in _possible_owners(t, runtime))]
    return found[0] if len(found) == 1 else None


def _possible_owners(thread, runtime):
    """Nest locks belong to tasks: the current one and those below it on the thread."""
    task = thread.worker.current if thread.worker is not None else 0
    for _ in range(1000):
        if not task:
            return
        yield task
        known = runtime.task(task)
        if known.has("implicit"):
            return
        task = known.parent
