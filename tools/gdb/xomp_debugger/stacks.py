"""The stacks of threads, cut into pieces of the program's and of the runtime's frames; and by which call of the program's the
runtime was entered."""
import os
import struct

import gdb

from . import memory, places

MOST_FRAMES = 2000
SYSTEM = ("libc.so", "libc-", "libstdc++", "libgcc_s", "libpthread", "ld-linux", "ld-2", "libm.so")
# Headers of ours that are compiled into programs.
FRONT_ENDS = ("/front/ttg/", "/front/taskflow/", "/include/xomp", "/taskflow/", "/include/ttg", "/include/c++/")

RUNTIME, PROGRAM, OTHER = "runtime", "program", "system"


class Frame:
    def __init__(self, frame, runtime):
        self.pc = frame.pc()
        where = frame.find_sal()
        has_line = where is not None and where.symtab is not None and where.line != 0
        self.file = where.symtab.filename if has_line else None
        self.line = f"{os.path.basename(self.file)}:{where.line}" if has_line else None
        self.name = frame.name()
        module = places.module_of(self.pc)
        if module == runtime:
            self.kind = RUNTIME
        elif os.path.basename(module).startswith(SYSTEM):
            self.kind = OTHER
        else:
            self.kind = PROGRAM
        self.is_front_end = any(part in (self.file or "") for part in FRONT_ENDS)

    def __str__(self):
        name = places.shortened(self.name)
        if self.line:
            return f"{self.line} ({name})" if name else self.line
        module = os.path.basename(places.module_of(self.pc))
        return f"{name + ' at ' if name else ''}0x{self.pc:x} in {module}"


class Piece:
    """Neighbouring frames of one kind, newest first."""

    def __init__(self, kind):
        self.kind = kind
        self.frames = []

    def place(self):
        """The newest frame that the user has written."""
        return next((frame for frame in self.frames if not frame.is_front_end and frame.kind != OTHER), self.frames[0])


def _frames(runtime):
    frame, found = gdb.newest_frame(), []
    while frame is not None and len(found) < MOST_FRAMES:
        found.append(Frame(frame, runtime))
        try:
            frame = frame.older()
        except gdb.error:  # a stack that cannot be walked further
            break
    return found


def pieces_of(thread, runtime):
    """Of a thread's stack, newest first. What the C library does for the runtime counts as the runtime's, at the stack's end as
    well; what it does between the program's frames (qsort) is the program's."""
    thread.switch()
    frames = _frames(runtime)
    kinds = [frame.kind for frame in frames]
    for i, kind in enumerate(kinds):
        if kind != OTHER:
            continue
        newer = kinds[i - 1] if i else None
        older = next((k for k in kinds[i + 1:] if k != OTHER), None)
        kinds[i] = RUNTIME if RUNTIME in (newer, older) and PROGRAM != newer else OTHER if older is None else PROGRAM
    pieces = []
    for kind, frame in zip(kinds, frames):
        if kind == OTHER and pieces:
            continue  # the start of the thread
        if not pieces or pieces[-1].kind != kind:
            pieces.append(Piece(kind))
        pieces[-1].frames.append(frame)
    return pieces


def _is_x86():
    return "x86-64" in gdb.newest_frame().architecture().name()


def _behind_stub(address):
    """Where a stub of the procedure linkage table jumps to, on x86-64; else the address itself."""
    code = memory.read(address, 16)
    at = 4 if code.startswith(b"\xf3\x0f\x1e\xfa") else 0
    at += code[at:at + 1] == b"\xf2"
    if code[at:at + 2] != b"\xff\x25":
        return address
    target = memory.pointer(address + at + 6 + struct.unpack_from("<i", code, at + 2)[0])
    return address if 0 <= target - address < 16 else target  # not used yet: it leads back


def entry_called_by(frame):
    """The name of the runtime's function that the program called here: read from the call instruction. So it is right where the
    function itself has left the stack by a jump, and in a stripped library. None: it cannot be told."""
    try:
        if _is_x86():
            code = memory.read(frame.pc - 6, 6)
            if code[1] == 0xE8:
                target = _behind_stub((frame.pc + struct.unpack_from("<i", code, 2)[0]) & (1 << 64) - 1)
            elif code[:2] == b"\xff\x15":
                target = memory.pointer(frame.pc + struct.unpack_from("<i", code, 2)[0])
            else:
                return None
        else:
            word = memory.number(frame.pc - 4)
            if word >> 26 != 0x25:  # bl
                return None
            offset = word & 0x3FFFFFF
            target = frame.pc - 4 + 4 * (offset - (1 << 26) if offset >> 25 else offset)
        name, at = places.symbol_at(target)
        return name if at == 0 else None
    except memory.Missing:
        return None


def futex_of(thread):
    """The address of the word that the thread sleeps on, or None. The kernel's interface: arguments stay in their registers."""
    thread.switch()
    frame = gdb.newest_frame()
    try:
        if _is_x86():
            sleeps = memory.read(frame.pc() - 2, 2) == b"\x0f\x05" and int(frame.read_register("orig_rax")) == 202
            return int(frame.read_register("rdi")) & (1 << 64) - 1 if sleeps else None
        sleeps = memory.number(frame.pc() - 4) == 0xD4000001 and int(frame.read_register("x8")) == 98
        return int(frame.read_register("x0")) & (1 << 64) - 1 if sleeps else None
    except (gdb.error, ValueError, memory.Missing):
        return None


def thread_pointer_of(thread):
    thread.switch()
    for register in ("fs_base", "tpidr"):
        try:
            return int(gdb.newest_frame().read_register(register)) & (1 << 64) - 1
        except (gdb.error, ValueError):
            continue
    return None
