"""TTG's tasks that wait for inputs, by the program's debug information: the default world's TTs and their tables."""
import gdb

from . import cpp, memory

KEYS_SHOWN = 8
LINE = 64
MOVED, HAS_MORE = 2, 4  # ttg/detail/table_line.h
ENTRIES = 7


def lines(picture):
    try:
        address = int(gdb.parse_and_eval("(unsigned long) &'ttg::detail::default_world_slot()::world'"))
        world = cpp.pointer_to(address, gdb.lookup_type("ttg::World")).dereference()
        impl = world["impl_"]["_M_ptr"]
        if not int(impl):
            return []
        base = cpp.lookup("ttg::TTBase")
        found = []
        for address in sorted(cpp.pointers_in_set(impl.dereference()["tts_"])):
            tt = cpp.as_made(cpp.pointer_to(address, base), "table_")
            found += _of_tt(tt) if tt is not None else []  # none: a graph of TTs
        return found
    except (gdb.error, memory.Missing):
        return []  # no TTG, or no debug information


def _of_tt(tt):
    table = tt["table_"]
    partial = table.type.template_argument(0)
    tasks = [cpp.pointer_to(address, partial).dereference() for address in _entries(memory.pointer(int(table["root_"].address)))]
    name = cpp.text(tt["name_"])
    shown = [f"A task of the TT `{name}`{_key(task)} lacks {_missing(tt, task)}." for task in tasks[:KEYS_SHOWN]]
    return shown + ([f"So do {len(tasks) - KEYS_SHOWN} more of `{name}`."] if len(tasks) > KEYS_SHOWN else [])


def _key(task):
    try:
        key = task["task_key"]
        return f" with key {key.format_string(max_elements=8)}" if key.type.sizeof and not str(key.type).endswith("Void") else ""
    except gdb.error:
        return ""


def _missing(tt, task):
    present = int(task["child"])
    inputs = cpp.vector(tt["inputs_"])
    names = []
    for i, terminal in enumerate(inputs):
        if present >> i & 1:
            continue
        name = cpp.text(terminal.dereference()["name_"])
        names.append(f"input {i}" + (f" (`{name}`)" if name else ""))
    return " and ".join(names) or "a constraint's leave"


def _entries(buckets):
    """The tasks in a table and in those that it grows into (ttg/detail/table.h)."""
    for _ in range(64):
        if not buckets:
            return
        mask = memory.pointer(buckets)
        for i in range(min(mask + 1, 1 << 26)):
            yield from _in_line(buckets + LINE * (i + 1))
        buckets = memory.pointer(buckets + 8)


def _in_line(line):
    while line:
        word = memory.pointer(line)
        if word & MOVED:
            return
        more = memory.pointer(line + 8 * ENTRIES) if word & HAS_MORE else 0
        for i in range(ENTRIES - bool(more)):
            if word >> 8 * (i + 1) & 0x80:
                yield memory.pointer(line + 8 * (i + 1))
        line = more
