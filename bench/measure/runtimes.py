"""The OpenMP runtimes that can be compared, and the environment that puts each under a program.

A runtime that is not installed has no environment; `missing` then names it and the command that installs it.
"""
import functools
import os
import pathlib
import shutil
import site
import subprocess
import sys
from dataclasses import dataclass, field

from measure import compilers
from measure.places import REPOSITORY, build_directory, cache_directory, compat, library, python_directory  # noqa: F401

COMPILERS = {name: compilers.command_of(name) for name in compilers.COMMANDS}
INTEL_INSTALL = "xomp bench --install (from PyPI, into a virtual environment)"


@dataclass
class Runtime:
    compiler: str  # which build of the programs it runs: a key of COMPILERS
    library: str  # libgomp, libomp, libiomp5 or xomp
    install: str
    environment: dict = field(default_factory=dict)
    found: bool = False
    answers_from: str = ""  # real path under which omp_get_thread_num must then be found

    @property
    def name(self):
        return f"{self.compiler}/{self.library}"

    @property
    def missing(self):
        return f"{self.name} skipped: not found. To install: {self.install}"


def links_to(target, names):
    """A directory in which the library `target` is found under each of the file names."""
    place = cache_directory() / "places" / (pathlib.Path(target).name + "-as-" + names[0])
    place.mkdir(parents=True, exist_ok=True)
    for name in names:
        link = place / name
        if not link.is_symlink() or os.readlink(link) != str(target):
            link.unlink(missing_ok=True)
            link.symlink_to(target)
    return place


@functools.lru_cache(maxsize=None)
def library_of(command, file_name):
    """The path of a library as a compiler's driver finds it, or None."""
    if not shutil.which(command):
        return None
    answer = subprocess.run([command, f"-print-file-name={file_name}"], capture_output=True, text=True, check=False)
    path = pathlib.Path(answer.stdout.strip())
    return path.resolve() if path.is_absolute() and path.exists() else None


def xomp(compiler):
    runtime = Runtime(compiler, "xomp", "make build")
    if library().exists():
        runtime.found = True
        runtime.answers_from = str(library().resolve())
        runtime.environment = {"LD_PRELOAD": str(library()), "LD_LIBRARY_PATH": str(compat())}
    return runtime


def in_place(runtime, target, names):
    """Completes a peer that is put under a program by a directory of links with the names it asks for."""
    if target:
        runtime.found = True
        runtime.answers_from = str(pathlib.Path(target).resolve())
        runtime.environment = {"LD_LIBRARY_PATH": str(links_to(target, names))}
    return runtime


def intel_openmp():
    """Of the package intel-openmp from PyPI, ours or the user's, or of Intel's own installer."""
    prefixes = [python_directory(), sys.prefix, os.environ.get("VIRTUAL_ENV") or sys.prefix, site.USER_BASE or sys.prefix,
                "/opt/intel/oneapi/compiler/latest"]
    candidates = [pathlib.Path(prefix) / "lib" / "libiomp5.so" for prefix in prefixes]
    # XOMP installed in a virtual environment has a file of that name, too: that is not the peer.
    ours = library().resolve()
    return next((path for path in candidates if path.exists() and path.resolve() != ours), None)


# What --with may name in place of the compiler's own, and its file.
FILES = {"libgomp": "libgomp.so.1", "libomp": "libomp.so.5"}
_named = {}  # by library: see use()


def use(libraries):
    """From --with: {name of a runtime: its file}. Once, before anything runs."""
    _named.update(libraries)


def named():
    return dict(_named)


def libgomp():
    return _named.get("libgomp") or library_of(COMPILERS["gcc"], "libgomp.so.1")


def libomp():
    return _named.get("libomp") or library_of(COMPILERS["clang"], "libomp.so")


def file_in(name, folder):
    """The file of a runtime in a folder, which may also be the file itself; or None."""
    path = pathlib.Path(folder)
    path = path / FILES[name] if path.is_dir() else path
    return path.resolve() if path.is_file() else None


def refusal_of(file):
    """Why the loader does not take a library, such as one that was built for a newer C library; or None."""
    command = [sys.executable, "-c", "import ctypes, sys; ctypes.CDLL(sys.argv[1])", str(file)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    return said.stderr.strip().rpartition("\n")[2].removeprefix("OSError: ") if said.returncode else None


def all_runtimes():
    libgomp_names, libomp_names = ["libgomp.so.1"], ["libomp.so", "libomp.so.5"]
    return [
        in_place(Runtime("gcc", "libgomp", compilers.INSTALL["gcc"]), libgomp(), libgomp_names),
        in_place(Runtime("gcc", "libomp", compilers.INSTALL["clang"]), libomp(), libgomp_names),
        xomp("gcc"),
        in_place(Runtime("clang", "libomp", compilers.INSTALL["clang"]), libomp(), libomp_names),
        in_place(Runtime("clang", "libiomp5", INTEL_INSTALL), intel_openmp(), libomp_names),
        xomp("clang"),
    ]


def default_names():
    """libomp under gcc's programs is a curiosity: measured when asked for."""
    return [runtime.name for runtime in all_runtimes() if runtime.name != "gcc/libomp"]


def select(names):
    """The runtimes of these names that are there, and a sentence for each that is not."""
    by_name = {runtime.name: runtime for runtime in all_runtimes()}
    unknown = [name for name in names if name not in by_name]
    if unknown:
        raise SystemExit(f"unknown runtime {', '.join(unknown)}; known: {', '.join(by_name)}")
    chosen = [by_name[name] for name in names]
    return [r for r in chosen if r.found], [r.missing for r in chosen if not r.found]


def clean_environment():
    """Ours without anything that would tune or replace a runtime."""
    prefixes = ("OMP_", "GOMP_", "KMP_", "XOMP_", "LD_PRELOAD", "LD_LIBRARY_PATH")
    return {name: value for name, value in os.environ.items() if not name.startswith(prefixes)}
