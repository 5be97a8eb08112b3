"""The memory of the process or core file, and the table in which libxomp.so says where things are."""
import struct

import gdb

VERSION = 2
PAGE = 4096


class Missing(Exception):
    """Raised when something is asked for that is not there. The text says what and why."""


_pages = {}


def forget_pages():
    """The process has gone on since they were read."""
    _pages.clear()


def _page(number):
    if number not in _pages:
        try:
            _pages[number] = bytes(gdb.selected_inferior().read_memory(number * PAGE, PAGE))
        except (gdb.error, OverflowError, ValueError) as error:
            raise Missing(f"no memory at 0x{number * PAGE:x}") from error
    return _pages[number]


def read(address, size):
    """By whole pages, each of which is read once: gdb takes as long for four bytes as for a page."""
    first, last = address // PAGE, (address + max(size, 1) - 1) // PAGE
    data = _page(first) if first == last else b"".join(_page(n) for n in range(first, last + 1))
    at = address - first * PAGE
    return data[at:at + size]


_word, _half = struct.Struct("<Q").unpack_from, struct.Struct("<I").unpack_from


def pointer(address):
    number_of_page, at = divmod(address, PAGE)
    if at > PAGE - 8:
        return _word(read(address, 8))[0]
    return _word(_pages.get(number_of_page) or _page(number_of_page), at)[0]


def number(address):
    """Four bytes without a sign."""
    number_of_page, at = divmod(address, PAGE)
    if at > PAGE - 4:
        return _half(read(address, 4))[0]
    return _half(_pages.get(number_of_page) or _page(number_of_page), at)[0]


def signed(address):
    return struct.unpack("<i", read(address, 4))[0]


def byte(address):
    return read(address, 1)[0]


class Layout:
    """Offsets and constants by name (`numbers`), addresses by name (`places`)."""

    def __init__(self):
        self.address = self._find()
        version, count, places, size = struct.unpack("<4I", read(self.address, 16))
        if version != VERSION:
            raise Missing(f"this libxomp.so has version {version} of its table for debuggers, and these commands know {VERSION}: "
                          "use the ones that came with the library")
        first, second = pointer(self.address + 16), pointer(self.address + 24)
        self.numbers = dict(self._entries(first, count, size))
        self.places = dict(self._entries(second, places, size))

    @staticmethod
    def _find():
        try:
            return int(gdb.parse_and_eval("(unsigned long) &xomp_debugger_layout"))
        except gdb.error as error:
            raise Missing("there is no libxomp.so in this process, or it is older than these commands") from error

    @staticmethod
    def _entries(address, count, size):
        data = read(address, count * size)
        for at in range(0, count * size, size):
            name = data[at:at + size - 8].split(b"\0")[0].decode()
            yield name, struct.unpack_from("<Q", data, at + size - 8)[0]

    def __getitem__(self, name):
        return self.numbers[name]


_known = {}


def layout():
    """Of the selected process; read once for as long as it lives."""
    inferior = gdb.selected_inferior()
    key = (inferior.num, inferior.pid, inferior.progspace.filename)
    if key not in _known:
        _known.clear()
        _known[key] = Layout()
    return _known[key]


def forget():
    _known.clear()
