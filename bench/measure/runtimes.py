"""The OpenMP runtimes that can be compared, and the environment that puts each under a program.

A runtime that is not installed has no environment; `missing` then names it and the command that installs it.
"""
import os
import pathlib
import shutil
import subprocess
from dataclasses import dataclass, field

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
COMPILERS = {"gcc": "gcc-12", "clang": "clang-19"}
INTEL_INSTALL = "bench/compare --install"


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


def build_directory():
    return pathlib.Path(os.environ.get("XOMP_BUILD") or os.environ.get("BUILD") or REPOSITORY / "build").resolve()


def python_directory():
    """The virtual environment that measure/pypi.py fills."""
    return build_directory() / "python"


def links_to(library, names):
    """A directory in which `library` is found under each of the file names."""
    place = build_directory() / "bench" / "places" / (pathlib.Path(library).name + "-as-" + names[0])
    place.mkdir(parents=True, exist_ok=True)
    for name in names:
        link = place / name
        if not link.is_symlink() or os.readlink(link) != str(library):
            link.unlink(missing_ok=True)
            link.symlink_to(library)
    return place


def library_of(compiler, file_name):
    """The path of a library as the compiler's driver finds it, or None."""
    if not shutil.which(compiler):
        return None
    answer = subprocess.run([compiler, f"-print-file-name={file_name}"], capture_output=True, text=True, check=False)
    path = pathlib.Path(answer.stdout.strip())
    return path.resolve() if path.is_absolute() and path.exists() else None


def xomp(compiler):
    lib = build_directory() / "lib"
    runtime = Runtime(compiler, "xomp", "make build")
    if (lib / "libxomp.so").exists():
        runtime.found = True
        runtime.answers_from = str((lib / "libxomp.so").resolve())
        runtime.environment = {"LD_PRELOAD": str(lib / "libxomp.so"), "LD_LIBRARY_PATH": str(lib / "compat")}
    return runtime


def in_place(runtime, library, names):
    """Completes a peer that is put under a program by a directory of links with the names it asks for."""
    if library:
        runtime.found = True
        runtime.answers_from = str(pathlib.Path(library).resolve())
        runtime.environment = {"LD_LIBRARY_PATH": str(links_to(library, names))}
    return runtime


def intel_openmp():
    candidate = python_directory() / "lib" / "libiomp5.so"
    return candidate if candidate.exists() else None


def libomp():
    return library_of(COMPILERS["clang"], "libomp.so")


def all_runtimes():
    libgomp_names, libomp_names = ["libgomp.so.1"], ["libomp.so", "libomp.so.5"]
    return [
        in_place(Runtime("gcc", "libgomp", "apt-get install gcc-12"),
                 library_of(COMPILERS["gcc"], "libgomp.so.1"), libgomp_names),
        in_place(Runtime("gcc", "libomp", "apt-get install clang-19 libomp-19-dev"), libomp(), libgomp_names),
        xomp("gcc"),
        in_place(Runtime("clang", "libomp", "apt-get install clang-19 libomp-19-dev"), libomp(), libomp_names),
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
