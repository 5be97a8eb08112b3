"""Which function the program called, read from the machine's instructions: so it is right in stripped files, and where the call was a
jump. At -O2 the last call of a function is one, and that function has left the stack."""
import re
import struct

import gdb

from . import memory, places

MOST_BYTES = 1 << 16
MOST_DEPTH = 3  # jumps from function to function


def is_x86():
    return "x86-64" in gdb.newest_frame().architecture().name()


def behind_stub(address):
    """Where a stub of the procedure linkage table jumps to, on x86-64; else the address itself."""
    code = memory.read(address, 16)
    at = 4 if code.startswith(b"\xf3\x0f\x1e\xfa") else 0
    at += code[at:at + 1] == b"\xf2"
    if code[at:at + 2] != b"\xff\x25":
        return address
    target = memory.pointer(address + at + 6 + struct.unpack_from("<i", code, at + 2)[0])
    return address if 0 <= target - address < 16 else target  # not used yet: it leads back


def target_of_jump(pc):
    """As target_of_call(), of a jump: gdb knows some frames that have left the stack by one."""
    try:
        code = memory.read(pc - 5, 5)
        return behind_stub((pc + struct.unpack_from("<i", code, 1)[0]) & (1 << 64) - 1) if is_x86() and code[0] == 0xE9 else None
    except memory.Missing:
        return None


def target_of_call(pc):
    """The function that the call in front of this address has named, or None: it was called through a register, or there is no call."""
    try:
        if not is_x86():
            word = memory.number(pc - 4)
            offset = word & 0x3FFFFFF
            return pc - 4 + 4 * (offset - (1 << 26) if offset >> 25 else offset) if word >> 26 == 0x25 else None  # bl
        code = memory.read(pc - 6, 6)
        if code[1] == 0xE8:
            return behind_stub((pc + struct.unpack_from("<i", code, 2)[0]) & (1 << 64) - 1)
        if code[:2] == b"\xff\x15":
            return memory.pointer(pc + struct.unpack_from("<i", code, 2)[0])
    except memory.Missing:
        pass
    return None


def _end_of(function):
    """Where its code ends, or None where nothing says so."""
    try:
        block = gdb.block_for_pc(function)
    except RuntimeError:
        block = None
    while block is not None and not (block.function is not None and block.start == function):
        block = block.superblock
        if block is not None and (block.is_global or block.is_static):
            block = None
    if block is not None:
        return block.end
    name, at = places.symbol_at(function)
    if name is None or at != 0:
        return None
    end = function + 16
    while end < function + MOST_BYTES and places.symbol_at(end)[0] == name:
        end += 16
    return end


def entry_before(pc, runtime):
    """The name of the runtime's function that is called last, by the order of the instructions, before the call in front of `pc`."""
    try:
        block = gdb.block_for_pc(pc)
        while block is not None and block.function is None:
            block = block.superblock
        lines = gdb.newest_frame().architecture().disassemble(block.start, pc - 1) if block is not None else []
    except (RuntimeError, gdb.error):
        return None
    before = None
    for line in lines[:-1]:
        target = target_of_call(line["addr"] + line["length"]) if line["asm"].startswith(("call", "bl")) else None
        if target is not None and places.module_of(target) == runtime:
            before = places.symbol_at(target)[0]
    return before


_jumps = {}


def jumps_of(function):
    """(address of the jump, function that it leads to) for each jump out of a function."""
    if function not in _jumps:
        _jumps[function] = list(_read_jumps(function))
    return _jumps[function]


def _read_jumps(function):
    end = _end_of(function)
    if end is None or end - function > MOST_BYTES:
        return
    try:
        lines = gdb.newest_frame().architecture().disassemble(function, end - 1)
    except gdb.error:
        return
    for line in lines:
        found = re.match(r"(?:bnd )?(?:j\w+|b)\s+(?:\*0x[0-9a-f]+\(%rip\)\s+# )?0x([0-9a-f]+)", line["asm"])
        if not found:
            continue
        target = int(found[1], 16)
        try:
            target = memory.pointer(target) if "%rip" in line["asm"] else behind_stub(target)
        except memory.Missing:
            continue
        if not function <= target < end:
            yield line["addr"], target


def entries_by_jump(function, runtime, depth=MOST_DEPTH):
    """(name, address of the jump) of the runtime's functions to which this one, or what it jumps to, jumps."""
    for at, target in jumps_of(function):
        if places.module_of(target) == runtime:
            name, offset = places.symbol_at(target)
            if name and offset == 0:
                yield name, at
        elif depth > 1 and target != function:
            yield from entries_by_jump(target, runtime, depth - 1)


def jump_to(function, pc, depth=MOST_DEPTH):
    """Where this function, or one that it jumps to, jumps to the function around `pc`; None: nowhere, or at several places."""
    wanted = places.symbol_at(pc)[0]
    found = [at for at, target in jumps_of(function) if wanted and places.symbol_at(target)[0] == wanted]
    if not found and depth > 1:
        found = [at for _, target in jumps_of(function) if target != function for at in [jump_to(target, pc, depth - 1)] if at]
    return found[0] if len(found) == 1 else None
