"""What this process has loaded, and what it runs on."""
import ctypes
import os
import re
import subprocess
from importlib import metadata

from . import _installation

_OURS = "libgomp-xomp.so"
_RUNTIME = re.compile(r"lib(gomp|omp|iomp5|nvomp|xomp)\b[^/]*\.so[^/]*$")


def loaded_runtimes():
    """The files of OpenMP runtimes that are mapped into this process."""
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        files = {line.split(maxsplit=5)[5].rstrip("\n") for line in maps if line.count("/")}
    return sorted(file for file in files if _RUNTIME.match(os.path.basename(file)))


def is_ours(file):
    """Also libiomp5.so and the like in libraries_path(), which only lead to the library."""
    return os.path.basename(file) == _OURS or os.path.dirname(file).endswith("/xomp/compat")


def is_active():
    """XOMP was preloaded: its definitions come before those of any other runtime."""
    return hasattr(ctypes.CDLL(None), "xomp_for_each_setting")


def _settings():
    kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p)
    found = {}

    @kind
    def each(_context, _kind, name, value, _origin):
        found[name.decode()] = value.decode(errors="replace")

    ctypes.CDLL(None).xomp_for_each_setting(each, None)
    return found


def _commit():
    """`xomp --version` prints: xomp 1.0.0 (COMMIT, COMPILER)."""
    text = subprocess.run([_installation.command_path(), "--version"], stdout=subprocess.PIPE, check=True).stdout.decode()
    match = re.search(r"\((?:([0-9a-f]{7,}(?:-dirty)?), )?", text)
    return match and match[1]


def info():
    """What this process runs on, as a dict:

    version, commit  of XOMP (commit: None if it was not built from a clone)
    library          the file of XOMP
    active           True if this process runs on XOMP
    threads          threads of the next parallel region, if it is active, else None
    policy           the scheduling policy of tasks, if it is active, else None
    runtimes         the files of all OpenMP runtimes that are loaded, XOMP among them
    """
    active = is_active()
    return {
        "version": metadata.version("xomp"),
        "commit": _commit(),
        "library": _installation.library_path(),
        "active": active,
        "threads": ctypes.CDLL(None).omp_get_max_threads() if active else None,
        "policy": _settings().get("XOMP_SCHEDULE_POLICY") if active else None,
        "runtimes": loaded_runtimes(),
    }
