"""Objects of a program's C++ classes, by its debug information: what the front ends' modules need of libstdc++ and of gdb."""
import gdb

from . import memory

MOST = 100000


def text(string):
    """Of a std::string."""
    size = min(int(string["_M_string_length"]), 200)
    return memory.read(int(string["_M_dataplus"]["_M_p"]), size).decode(errors="replace") if size else ""


def vector(value):
    """The elements of a std::vector."""
    first, last = value["_M_impl"]["_M_start"], value["_M_impl"]["_M_finish"]
    return [first[i] for i in range(min(int(last - first), MOST))]


def pointers_in_set(value):
    """The elements of a std::set of pointers: each stands behind its node's four words."""
    root = memory.pointer(int(value.address) + 16)  # the header begins behind the comparison, and its parent is the root
    found, waiting = [], [root] if root else []
    while waiting and len(found) < MOST:
        node = waiting.pop()
        found.append(memory.pointer(node + 32))
        waiting += [child for child in (memory.pointer(node + 16), memory.pointer(node + 24)) if child]
    return found


def pointer_to(address, type_of):
    return gdb.Value(address).cast(type_of.pointer())


MOST_VIRTUAL = 64


def as_made(pointer, field):
    """The object as that class of its own which has this field, or None. gdb does not find classes that have a lambda in their names, so
    its own way to the class does not help. A virtual function's `this` has it."""
    table = memory.pointer(int(pointer))
    for i in range(MOST_VIRTUAL):
        try:
            block = gdb.block_for_pc(memory.pointer(table + 8 * i))
        except (RuntimeError, memory.Missing, OverflowError):
            return None
        this = next((symbol for symbol in block or () if symbol.name == "this"), None)
        kind = this.type.strip_typedefs() if this is not None else None
        kind = kind.target() if kind is not None and kind.code == gdb.TYPE_CODE_PTR else None
        if kind is not None and has_field(kind, field):
            return pointer.cast(kind.pointer()).dereference()
    return None


def has_field(kind, name):
    """In the class or one of its bases."""
    return any(field.name == name or (field.is_base_class and has_field(field.type, name))
               for field in kind.strip_typedefs().fields())


def lookup(name):
    try:
        return gdb.lookup_type(name)
    except gdb.error:
        return None


def variables(thread, names, most_frames=200):
    """(name of the type, address) of what the frames of a thread know of these types: objects, references and pointers."""
    thread.switch()
    frame, found = gdb.newest_frame(), []
    for _ in range(most_frames):
        if frame is None:
            break
        for symbol in _symbols(frame):
            kind = symbol.type.strip_typedefs() if symbol.type is not None else None
            is_pointer = kind is not None and kind.code in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_REF)
            target = kind.target().strip_typedefs() if is_pointer else kind
            name = target.unqualified().name if target is not None and target.code == gdb.TYPE_CODE_STRUCT else None
            if name not in names:
                continue
            try:
                value = symbol.value(frame)
                address = int(value) if kind.code == gdb.TYPE_CODE_PTR else int(value.address or 0)
            except (gdb.error, ValueError):
                continue  # it has been optimised out here
            if address and (name, address) not in found:
                found.append((name, address))
        try:
            frame = frame.older()
        except gdb.error:
            break
    return found


def _symbols(frame):
    try:
        block = frame.block()
    except RuntimeError:
        return
    while block is not None and not block.is_global and not block.is_static:
        yield from (symbol for symbol in block if symbol.is_argument or symbol.is_variable)
        if block.function is not None:
            return
        block = block.superblock
