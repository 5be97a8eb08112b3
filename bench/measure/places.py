"""Where things are: the sources of the programs, the library that is measured, and what is made on the way.

In a build everything lies below build/. The command `xomp bench` of an installation tells by XOMP_BENCH_* where its library
is; what is made then goes to the user's caches.
"""
import os
import pathlib
import re

# The repository, or share/xomp of an installation: bench/ and demo/ are below it.
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def build_directory():
    return pathlib.Path(os.environ.get("XOMP_BUILD") or os.environ.get("BUILD") or REPOSITORY / "build").resolve()


def is_installed():
    return "XOMP_BENCH_INSTALLED" in os.environ


def _user_cache():
    caches = os.environ.get("XDG_CACHE_HOME", "")
    return (pathlib.Path(caches) if os.path.isabs(caches) else pathlib.Path.home() / ".cache") / "xomp"


def cache_directory():
    """Programs that were built, and links under the names of the other runtimes."""
    return _user_cache() / "bench" if is_installed() else build_directory() / "bench"


def python_directory():
    """The virtual environment that measure/pypi.py fills."""
    return _user_cache() / "python" if is_installed() else build_directory() / "python"


def library():
    """XOMP's one file; need not exist."""
    return pathlib.Path(os.environ.get("XOMP_BENCH_LIBRARY") or build_directory() / "lib" / "libxomp.so")


def compat():
    """The directory in which the library has the names of the others."""
    return pathlib.Path(os.environ.get("XOMP_BENCH_COMPAT") or build_directory() / "lib" / "compat")


def headers():
    """The directory of xomp.h."""
    return REPOSITORY.parents[1] / "include" if is_installed() else REPOSITORY / "include"


def front(name):
    """The directory of a front end's headers."""
    return headers() / "xomp" / "front" / name if is_installed() else REPOSITORY / "front" / name / "include"


def version():
    """XOMP's."""
    lists = REPOSITORY / "CMakeLists.txt"
    found = re.search(r"project\(xomp VERSION ([0-9.]+)", lists.read_text(encoding="utf-8")) if lists.exists() else None
    return found[1] if found else os.environ.get("XOMP_BENCH_VERSION", "unknown")
