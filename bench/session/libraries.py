"""What a program that is written with another library is compiled with: headers, which the user has, and the library's own flags.

`--with NAME=DIR` says where the headers are: DIR is a clone's root or the folder of the headers.
"""
import functools
import os
import pathlib
import subprocess
from dataclasses import dataclass

from measure import compilers, places

WITHIN = (".", "include", "single_include", "single_header")  # of DIR, where headers are looked for
PLACES_OF_LIBRARIES = ("lib", "../lib", "lib64", "../lib64")
HWLOC = ["-lhwloc"]


@dataclass(frozen=True)
class Library:
    headers: tuple       # one of them has to be there
    install: str
    flags: tuple = ()    # those that the library's authors recommend
    libraries: tuple = ()
    uses_hwloc: bool = False  # where the machine has its header: the program looks for that, too


def _sources_of(name):
    return f"its sources, and --with {name}=DIR"


LIBRARIES = {
    "tbb": Library(("oneapi/tbb.h",), "apt-get install libtbb-dev", libraries=("-ltbb",)),
    "taskflow": Library(("taskflow/taskflow.hpp",), _sources_of("taskflow"), libraries=("-pthread",)),
    "libfork": Library(("libfork.hpp",), _sources_of("libfork"), libraries=("-pthread",), uses_hwloc=True),
    "citor": Library(("citor/thread_pool.h", "citor.hpp"), _sources_of("citor"), ("-DCITOR_WORKER_STACK_KIB=65536",), ("-pthread",)),
    "toomanycooks": Library(("tmc/all_headers.hpp",), _sources_of("toomanycooks"), libraries=("-pthread",), uses_hwloc=True),
    "ttg_parsec": Library(("ttg.h",), "TTG on PaRSEC in a folder, and XOMP_BENCH_TTG=FOLDER in the environment"),
    "threads": Library((), "", libraries=("-pthread",)),
}
WITH = ("tbb", "taskflow", "libfork", "citor", "toomanycooks")  # what --with may name
TOO_MANY_THREADS = 64  # for TooManyCooks as it is usually compiled

# Of the public table's programs, beyond what build.json says of all.
IN_PUBLIC = {"taskflow": ["-DTF_ENABLE_ATOMIC_NOTIFIER"]}

_folders = {}  # by name, of headers: see use()


def folder_of_headers(name, text):
    """The folder below DIR that the compiler is told, or None if the headers are not there."""
    root = pathlib.Path(text)
    return next((root / within for within in WITHIN for header in LIBRARIES[name].headers if (root / within / header).is_file()), None)


def use(folders):
    """From --with: {name: folder of headers}. Once, before anything is built."""
    _folders.update({name: pathlib.Path(folder).resolve() for name, folder in folders.items()})


def _commit_of(folder):
    """What git says of the clone that the headers are in. A folder inside of another repository is no clone."""
    command = ["git", "-C", str(folder), "rev-parse", "--show-toplevel"]
    try:
        root = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
        if not root or pathlib.Path(root) not in (folder, folder.parent):
            return ""
        return subprocess.run(["git", "-C", root, "describe", "--always", "--tags"], capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def description():
    """{name: version} of what --with named, for the results' first line."""
    return {name: _commit_of(folder) for name, folder in _folders.items()}


def has_header(compiler, header, flags=()):
    command = [compilers.cxx_command_of(compiler), "-std=c++20", *flags, "-E", "-x", "c++", "-"]
    return subprocess.run(command, input=f"#include <{header}>\n", capture_output=True, text=True, check=False).returncode == 0


@functools.lru_cache(maxsize=None)
def _has_hwloc(compiler):
    return has_header(compiler, "hwloc.h")


def _flags_of_parsec():
    folder = os.environ.get("XOMP_BENCH_TTG", "")
    return ["-DTTG_USE_PARSEC=1", *([f"-isystem{folder}/include"] if folder else []), *os.environ.get("XOMP_BENCH_TTG_FLAGS", "").split()]


def flags_of(kind, suite=""):
    """Where the headers of a kind of program are, beside XOMP's, and its own flags."""
    if kind in ("ttg", "xomp_taskflow"):
        return [f"-I{places.front(kind.removeprefix('xomp_'))}"]
    if kind == "ttg_parsec":
        return _flags_of_parsec()
    flags = list(LIBRARIES[kind].flags) if kind in LIBRARIES else []
    flags += IN_PUBLIC.get(kind, []) if suite == "public" else []
    if kind == "toomanycooks" and (os.cpu_count() or 1) > TOO_MANY_THREADS:
        flags.append("-DTMC_MORE_THREADS")
    return flags + ([f"-isystem{_folders[kind]}"] if kind in _folders else [])


def _libraries_beside(folder):
    """The linker's words for the library that belongs to headers of a folder."""
    found = [folder / place for place in PLACES_OF_LIBRARIES if list((folder / place).glob("lib*.so"))]
    return [word for place in found[:1] for word in (f"-L{place.resolve()}", f"-Wl,-rpath,{place.resolve()}")]


def libraries_of(kind, compiler):
    if kind == "ttg_parsec":
        folder = os.environ.get("XOMP_BENCH_TTG", "")
        return [f"-L{folder}/lib", f"-Wl,-rpath,{folder}/lib", "-lttg-parsec", "-lttg", "-lparsec", *os.environ.get("XOMP_BENCH_TTG_LIBS", "-lmpi").split()]
    if kind not in LIBRARIES:
        return []
    library = LIBRARIES[kind]
    words = _libraries_beside(_folders[kind]) if kind == "tbb" and kind in _folders else []
    return [*words, *library.libraries, *(HWLOC if library.uses_hwloc and _has_hwloc(compiler) else [])]


def missing(kind, compiler, flags):
    """(header, how to get it) if the headers of this kind are not there, else None."""
    library = LIBRARIES.get(kind)
    if not library or not library.headers or any(has_header(compiler, header, [*flags, *flags_of(kind)]) for header in library.headers):
        return None
    return library.headers[0], library.install
