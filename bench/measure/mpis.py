"""The MPIs of this machine: the compiler and the launcher of each, and how it starts processes on processors of their own."""
import functools
import os
import pathlib
import re
import shutil
import subprocess
from dataclasses import dataclass

NAMES = ("openmpi", "mpich")
TITLES = {"openmpi": "Open MPI", "mpich": "MPICH"}
INSTALL = {"openmpi": "apt-get install libopenmpi-dev openmpi-bin", "mpich": "apt-get install libmpich-dev mpich"}
NONE_FOUND = "no MPI was found: there is no mpicxx with an mpirun of the same MPI in PATH"


@dataclass(frozen=True)
class Mpi:
    name: str
    version: str
    compiler: str  # the command that compiles C++ for it
    launcher: str

    @property
    def title(self):
        return f"{TITLES[self.name]} {self.version}"

    def compile_command(self, cxx):
        """Its compiler's command, with `cxx` behind it."""
        return ["env", f"OMPI_CXX={cxx}", f"MPICH_CXX={cxx}", self.compiler]

    def launch_command(self, ranks, threads):
        """What stands before the program. Each process gets cores of its own if there are enough."""
        bound = ranks * threads <= cores()
        if self.name == "mpich":
            return [self.launcher, *(["-bind-to", f"core:{threads}"] if bound else []), "-n", str(ranks)]
        root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
        place = ["--map-by", f"slot:PE={threads}", "--bind-to", "core"] if bound else ["--oversubscribe", "--bind-to", "none"]
        return [self.launcher, *root, *place, "-n", str(ranks)]


@functools.lru_cache(maxsize=None)
def cores():
    """That this process may use; two hardware threads of a core count once."""
    found = set()
    for processor in os.sched_getaffinity(0):
        path = pathlib.Path(f"/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list")
        found.add(path.read_text(encoding="ascii").strip() if path.exists() else str(processor))
    return len(found)


def _said(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout + done.stderr


def _compiler_of(name):
    for command in (f"mpicxx.{name}", "mpicxx", "mpic++"):
        if not shutil.which(command):
            continue
        said = _said(command, "--showme:version") if name == "openmpi" else _said(command, "-v")
        if ("Open MPI" if name == "openmpi" else "MPICH") in said:
            return command
    return None


def _launcher_of(name):
    """(command, version)"""
    words = ("Open MPI", "OpenRTE") if name == "openmpi" else ("HYDRA", "MPICH")
    for command in (f"mpirun.{name}", "mpirun", "mpiexec"):
        said = _said(command, "--version") if shutil.which(command) else ""
        if any(word in said for word in words):
            version = re.search(r"\d+\.\d+(\.\d+)?", said)
            return command, version[0] if version else ""
    return None, ""


@functools.lru_cache(maxsize=None)
def find(name):
    """The MPI of this name, or None."""
    compiler, (launcher, version) = _compiler_of(name), _launcher_of(name)
    return Mpi(name, version, compiler, launcher) if compiler and launcher else None


def usual():
    """The names of the MPI that is used if none was named: the one that mpicxx compiles for, else any that is here."""
    there = [name for name in NAMES if find(name)]
    is_openmpi = "Open MPI" in _said("mpicxx", "--showme:version")
    return sorted(there, key=lambda name: (name == "openmpi") != is_openmpi)[:1]


def versions():
    return {name: find(name).version for name in NAMES if find(name)}


def linked_by(library):
    """The name of the MPI that a shared object needs, or None."""
    said = _said("ldd", str(library))
    return next((name for name, file in (("openmpi", "libmpi.so"), ("mpich", "libmpich.so")) if file in said), None)
