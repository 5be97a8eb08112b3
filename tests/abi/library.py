"""What a built library exports and how it was linked, read by readelf; and the lists that it is compared with."""
import collections
import fnmatch
import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build"))
LIBRARY = BUILD / "lib" / "libgomp-xomp.so"

# default: the version node that a program linked against the library asks for.
Export = collections.namedtuple("Export", "default others")


def readelf(*options):
    return subprocess.run(["readelf", "-W", *options, str(LIBRARY)], capture_output=True, text=True, check=True).stdout


def dynamic_symbols():
    """Fields of each line of the dynamic symbol table, the name last."""
    lines = (line.split() for line in readelf("--dyn-syms").splitlines())
    return [fields for fields in lines if len(fields) >= 8 and re.fullmatch(r"\d+:", fields[0])]


def exports():
    """name -> Export, of everything defined but the version nodes themselves."""
    found = {}
    for *_, section, name in (fields[:8] for fields in dynamic_symbols()):
        if section in ("UND", "ABS"):
            continue
        base, _, node = name.partition("@")
        known = found.setdefault(base, Export([], set()))
        if node.startswith("@"):
            known.default.append(node[1:])
        else:
            known.others.add(node)
    return found


def thread_locals():
    """Names whose address is each thread's own."""
    return {fields[7].partition("@")[0] for fields in dynamic_symbols() if fields[3] == "TLS"}


def undefined_symbols():
    return [fields[7] for fields in dynamic_symbols() if fields[6] == "UND"]


def needed_symbols():
    """Undefined ones that must be found; a weak reference asks whether there is such a library."""
    return [fields[7] for fields in dynamic_symbols() if fields[6] == "UND" and fields[4] != "WEAK"]


def needed_libraries():
    return re.findall(r"\(NEEDED\).*\[(.*)\]", readelf("-d"))


def is_instrumented():
    return any(re.match(r"lib[atu]b?san", name) for name in needed_libraries()) or any(
        name.startswith(("__asan_", "__tsan_", "__ubsan_")) for name in needed_symbols())


def reference(name):
    """(symbol, node) pairs of a list in reference/."""
    lines = (HERE / "reference" / f"{name}.txt").read_text().splitlines()
    return [tuple(line.split("@")) for line in lines if "@" in line and not line.startswith("#")]


def patterns(name):
    """First words of a list's lines: names, or patterns with *."""
    lines = (line.split("#")[0].split() for line in (HERE / name).read_text().splitlines())
    return [words[0] for words in lines if words]


def matches(name, wanted):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in wanted)


def version_table():
    """(symbol, node) pairs of src/exports.txt."""
    pairs, node = [], None
    for line in (ROOT / "src/exports.txt").read_text().splitlines():
        if line.startswith("["):
            node = line.strip("[]")
        elif not line.startswith("#"):
            pairs += [(name, node) for name in line.split()]
    return pairs
