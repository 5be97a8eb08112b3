"""Names and source lines of code addresses, as a person wants to read them."""
import os
import re

import gdb


def symbol_at(address):
    """(name, offset) of the symbol around the address, or (None, 0). Also where there is no debug information."""
    said = gdb.execute(f"info symbol 0x{address:x}", to_string=True)
    found = re.match(r"(\S.*?)(?: \+ (\d+))? in section", said)
    if not found:
        return None, 0
    return found[1].split("@")[0], int(found[2] or 0)


def public_name(function):
    """As the program calls it: without the marks that the C library and MPI put in front."""
    return re.sub(r"^(?:_+GI_+)?(?:_IO_|_+)?(?:libc_)?_*|^P(?=MPI_)", "", function or "") or None


def at(pc):
    """`file:line (function)` of one instruction."""
    where = gdb.find_pc_line(pc)
    block_function = _function_around(pc)
    name = shortened(block_function or symbol_at(pc)[0])
    if where.symtab is None or where.line == 0:
        unknown = f"0x{pc:x} in {os.path.basename(module_of(pc))}"
        return f"{name} at {unknown}" if name else unknown
    line = f"{os.path.basename(where.symtab.filename)}:{where.line}"
    return f"{line} ({name})" if name else line


def _function_around(pc):
    try:
        block = gdb.block_for_pc(pc)
    except RuntimeError:
        return None
    while block is not None and block.function is None:
        block = block.superblock
    return block.function.name if block is not None else None


def directive_at(symtab, line):
    """The name of the OpenMP directive in this line, if there is one and the source is there."""
    try:
        with open(symtab.fullname(), errors="replace") as source:
            text = next((t for number, t in enumerate(source, 1) if number == line), "")
    except OSError:
        return None
    found = re.match(r"\s*#\s*pragma\s+omp\s+([a-z_ ]*[a-z])", text) or re.search(r"!\$omp\s+([a-z_ ]*[a-z])", text, re.I)
    return found[1] if found else None


def shortened(function):
    """The user's name of the function in which the compiler found this piece of code; None if its name does not tell."""
    if not function:
        return None
    name = re.sub(r"\._omp_(c?p?y?fn)\b.*", "", function)              # gcc
    name = re.sub(r"\.?\.omp_(outlined|task_entry|outlined_debug__).*", "", name)  # clang
    name = re.sub(r"\.(cold|part|isra|constprop)\b.*", "", name)
    return name or None


def _function_symbol(address):
    """Of the function that begins there; not of one that was inlined at its start, nor of the one around it, which gcc names."""
    try:
        block = gdb.block_for_pc(address)
    except RuntimeError:
        return None
    found = None
    while block is not None and not block.is_global and not block.is_static:
        if block.start == address:
            found = block.function or found
        block = block.superblock
    return found


def line_of(address):
    """`file:line` of a function's start, or None without debug information. A task's body has its directive's line there. gcc does
    not give such a function a line; the first row for the address tells it, and further rows belong to what was inlined."""
    where = gdb.find_pc_line(address)
    if where.symtab is None or where.line == 0:
        return None
    symtab, line = where.symtab, where.line
    function = _function_symbol(address)
    if function is not None and function.line:
        symtab, line = function.symtab, function.line
    elif symtab.is_valid():
        rows = [row.line for row in _rows(function.symtab if function is not None else symtab) if row.pc == address and row.line]
        line = rows[0] if rows else line
        symtab = function.symtab if rows and function is not None else symtab
    return f"{os.path.basename(symtab.filename)}:{line}"


def _rows(symtab):
    try:
        return list(symtab.linetable())
    except (gdb.error, ValueError):
        return []


def function_of(address):
    function = _function_symbol(address)
    return function.name if function is not None else symbol_at(address)[0]


def module_of(address):
    """The file that the code is from; the program itself where it is no library's."""
    return gdb.solib_name(address) or gdb.current_progspace().filename or ""


def code(address):
    """A piece of code that is known by its first instruction: a task's or a region's body."""
    line, name = line_of(address), shortened(function_of(address))
    if line:
        return f"{line} ({name})" if name else line
    unknown = f"0x{address:x} in {os.path.basename(module_of(address))}"
    return f"{name} at {unknown}" if name else unknown
