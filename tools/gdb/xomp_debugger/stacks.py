"""The stacks of threads, cut into pieces of the program's and of the runtime's frames."""
import os

import gdb

from . import calls, memory, places

MOST_FRAMES = 2000
SYSTEM = ("libc.so", "libc-", "libstdc++", "libgcc_s", "libpthread", "ld-linux", "ld-2", "libm.so")
# Headers of ours that are compiled into programs.
FRONT_ENDS = ("/front/ttg/", "/front/taskflow/", "/include/xomp", "/include/ttg", "/include/c++/", "/taskflow/core/", "/taskflow/detail/",
              "/taskflow/algorithm/", "/taskflow/utility/", "/taskflow/taskflow.hpp")

RUNTIME, PROGRAM, OTHER = "runtime", "program", "system"
JUMPED = "jumped"  # a function of the system that the program has jumped to: its caller has left the stack
# What the runtime calls while it waits.
OF_WAITS = ("syscall", "sched_yield", "__sched_yield", "clock_gettime", "__clock_gettime")


class Frame:
    def __init__(self, frame, runtime):
        self.pc = frame.pc()
        self.is_signal = frame.type() == gdb.SIGTRAMP_FRAME
        self._is_jump = frame.type() == gdb.TAILCALL_FRAME
        self.stack_pointer = _stack_pointer(frame)
        where = frame.find_sal()
        has_line = where is not None and where.symtab is not None and where.line != 0
        self.file = where.symtab.fullname() if has_line else None
        self.line = f"{os.path.basename(self.file)}:{where.line}" if has_line else None
        self.symtab, self.line_number = where.symtab if has_line else None, where.line if has_line else 0
        self.name = frame.name()
        self.module = places.module_of(self.pc)
        if self.module == runtime:
            self.kind = RUNTIME
        elif self.is_signal or os.path.basename(self.module).startswith(SYSTEM):
            self.kind = OTHER
        else:
            self.kind = PROGRAM
        self.is_front_end = any(part in (self.file or "") for part in FRONT_ENDS)

    def target(self):
        """The function that it has called, or jumped to, where the instruction names it; else None."""
        return (calls.target_of_jump if self._is_jump else calls.target_of_call)(self.pc)

    def __str__(self):
        name = places.shortened(self.name)
        if self.line:
            return f"{self.line} ({name})" if name else self.line
        return f"{name + ' at ' if name else ''}0x{self.pc:x} in {os.path.basename(self.module)}"


class Piece:
    """Neighbouring frames of one kind, newest first."""

    def __init__(self, kind):
        self.kind = kind
        self.frames = []

    def place(self):
        """The newest frame that the user has written, as far as that can be told."""
        own = [frame for frame in self.frames if frame.kind != OTHER]
        users = [frame for frame in own if not frame.is_front_end]
        program = gdb.current_progspace().filename
        for wanted in (lambda frame: frame.line, lambda frame: frame.module == program, lambda frame: True):
            found = next((frame for frame in users if wanted(frame)), None)
            if found is not None:
                return found
        return own[0] if own else self.frames[0]

    def called(self):
        """The name of the library's function in which that frame is, or None."""
        at = self.frames.index(self.place())
        newer = self.frames[at - 1] if at else None
        if newer is None or newer.module == self.frames[at].module or newer.is_signal:
            return None
        return places.public_name(newer.name)

    def is_in_front_end(self):
        """Whether what the user has written calls a function of Taskflow's or TTG's headers here."""
        newer = self.frames[:self.frames.index(self.place())]
        return any(frame.is_front_end and "/c++/" not in frame.file for frame in newer)

    def is_in_signal_handler(self):
        return any(frame.is_signal for frame in self.frames[self.frames.index(self.place()):])


def _stack_pointer(frame):
    try:
        return int(frame.read_register("sp")) & (1 << 64) - 1
    except (gdb.error, ValueError):
        return 0


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
    first = next((i for i, frame in enumerate(frames) if frame.kind != OTHER), 0)
    if first and frames[first].kind == RUNTIME and frames[first - 1].name not in OF_WAITS and (
            calls.target_of_call(frames[first].pc) is None):
        kinds[:first] = [JUMPED] * first  # the runtime calls functions of the system by name, and the program's by address
    pieces = []
    for kind, frame in zip(kinds, frames):
        if kind == OTHER and pieces:
            continue  # the start of the thread
        if not pieces or pieces[-1].kind != kind:
            pieces.append(Piece(kind))
        pieces[-1].frames.append(frame)
    return pieces


def futex_of(thread):
    """The address of the word that the thread sleeps on, or None. The kernel's interface: arguments stay in their registers."""
    thread.switch()
    frame = gdb.newest_frame()
    try:
        if calls.is_x86():
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
