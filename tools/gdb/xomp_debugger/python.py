"""Python's own lines of a thread: which file and line of the program's Python has called into OpenMP. They are read from the interpreter's
memory, since a distribution's Python has no debug information, and gdb's commands for Python need that. The layout is that of one
version of Python; of the others a sentence says how to get the lines."""
import os

import gdb

from . import memory

VERSION = (3, 11)
MOST_FRAMES = 8
MOST_THREADS = 10000
# CPython 3.11: Include/internal/pycore_runtime.h, pycore_interp.h, pycore_frame.h, cpython/pystate.h, cpython/code.h.
HEAD_OF_INTERPRETERS = 40
NEXT_INTERPRETER, HEAD_OF_THREADS = 0, 16
NEXT_THREAD, CFRAME, NATIVE_ID = 8, 56, 160
CURRENT_FRAME = 8
CODE, PREVIOUS, INSTRUCTION = 32, 48, 56
FIRST_LINE, FILE, NAME, LINES, FIRST_INSTRUCTION = 72, 112, 128, 136, 184
SIZE, BYTES = 16, 32  # of a bytes object
LENGTH, STATE, ASCII_TEXT, UTF8_TEXT = 16, 32, 48, 72


def _address(symbol):
    try:
        return int(gdb.parse_and_eval(f"(unsigned long) &{symbol}"))
    except gdb.error:
        return None


class Python:
    """The interpreter of the process. `problem` is a sentence where its lines cannot be read, else None."""

    def __init__(self):
        self._by_id, self.problem = {}, None
        runtime, version = _address("_PyRuntime"), _address("Py_Version")
        if runtime is None:
            return
        known = memory.number(version) if version is not None else 0
        if (known >> 24, known >> 16 & 0xFF) != VERSION:
            name = f"Python {known >> 24}.{known >> 16 & 0xFF}" if known else "a Python older than 3.11"
            self.problem = (f"This is {name}; lines of Python are read for {VERSION[0]}.{VERSION[1]} only. "
                            "faulthandler.register(signal.SIGUSR1) in the program shows them after kill -USR1.")
            return
        try:
            self._read_threads(runtime)
        except memory.Missing as error:
            self.problem = f"Lines of Python cannot be read: {error}."

    def _read_threads(self, runtime):
        interpreter = memory.pointer(runtime + HEAD_OF_INTERPRETERS)
        while interpreter and len(self._by_id) < MOST_THREADS:
            thread = memory.pointer(interpreter + HEAD_OF_THREADS)
            while thread and len(self._by_id) < MOST_THREADS:
                self._by_id[memory.pointer(thread + NATIVE_ID)] = thread
                thread = memory.pointer(thread + NEXT_THREAD)
            interpreter = memory.pointer(interpreter + NEXT_INTERPRETER)

    def lines(self, kernel_id):
        """`file:line (function)` of the thread's frames, the newest one first."""
        found = []
        try:
            thread = self._by_id.get(kernel_id)
            frame = memory.pointer(memory.pointer(thread + CFRAME) + CURRENT_FRAME) if thread else 0
            while frame and len(found) < MOST_FRAMES:
                found.append(_line_of(frame))
                frame = memory.pointer(frame + PREVIOUS)
        except (memory.Missing, IndexError):
            pass  # the frame was being made
        return found


def _line_of(frame):
    code = memory.pointer(frame + CODE)
    unit = (memory.pointer(frame + INSTRUCTION) - code - FIRST_INSTRUCTION) // 2
    file, name = _text(memory.pointer(code + FILE)), _text(memory.pointer(code + NAME))
    return f"{os.path.basename(file)}:{_line_at(code, unit)} ({name})"


def _text(string):
    is_ascii = memory.number(string + STATE) >> 6 & 1
    size = min(memory.pointer(string + LENGTH), 1000)
    return memory.read(string + (ASCII_TEXT if is_ascii else UTF8_TEXT), size).decode(errors="replace")


def _line_at(code, unit):
    """By the code's table of locations (Objects/locations.md): each entry is for some units of code, and changes the line."""
    table = memory.pointer(code + LINES)
    data = memory.read(table + BYTES, memory.pointer(table + SIZE))
    line, at, end = memory.signed(code + FIRST_LINE), 0, 0
    while at < len(data):
        kind, units = data[at] >> 3 & 15, (data[at] & 7) + 1
        at += 1
        if kind == 14 or kind == 13:
            change, at = _signed_varint(data, at)
            line += change
            for _ in range(3 if kind == 14 else 0):
                _, at = _varint(data, at)
        elif 10 <= kind <= 12:
            line += kind - 10
            at += 2
        elif kind < 10:
            at += 1
        end += units
        if unit < end:
            break
    return line


def _varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 63) << shift
        shift += 6
        if not byte & 64:
            return value, at


def _signed_varint(data, at):
    value, at = _varint(data, at)
    return (-(value >> 1) if value & 1 else value >> 1), at
