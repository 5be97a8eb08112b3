"""Compiles programs, in parallel; a result is kept under a hash of everything that went into it, so a rerun builds nothing."""
import concurrent.futures
import functools
import hashlib
import pathlib
import shutil
import subprocess

from . import target
from .cases import HERE

FALLBACKS = {"gcc-12": "gcc", "g++-12": "g++", "clang-19": "clang", "clang++-19": "clang++"}
STANDARDS = {".c": ["-std=gnu11"], ".cpp": ["-std=c++17"], ".f90": ["-std=gnu"]}
MOST_ERROR = 2000
COMMON = ["-g", "-fopenmp", "-Wall", "-Wno-unknown-pragmas", "-Wno-unused-variable", "-Wno-unused-but-set-variable"]


@functools.lru_cache(maxsize=None)
def compiler_path(compiler, suffix):
    """The compiler's command, or None where it is not installed."""
    wanted = target.chosen.compilers.get((compiler, suffix))
    if wanted is None:
        return None
    return shutil.which(wanted) or shutil.which(FALLBACKS.get(wanted, wanted))


@functools.lru_cache(maxsize=None)
def _version(command):
    return subprocess.run([command, "--version"], capture_output=True, text=True).stdout.split("\n")[0]


@functools.lru_cache(maxsize=None)
def _text(path):
    return path.read_bytes()


def _command(part, output, folder):
    suffix = part.sources[-1].suffix
    compiler = compiler_path(part.compiler, suffix)
    # flang has no standard of that name and no warnings to choose, and takes OpenMP 3.1 where nothing is said.
    usual = ["-g", "-fopenmp", "-fopenmp-version=52"] if suffix == ".f90" and part.compiler == "clang" else [*STANDARDS[suffix], *COMMON]
    command = [compiler, *usual, *target.chosen.flags(part.compiler), f"-I{HERE}", *part.flags]
    sources = [str(source) for source in part.sources]
    if suffix == ".f90":
        command += [f"-J{folder}"]
        sources.insert(0, str(HERE / "check.f90"))
    if part.is_library:
        command += ["-fPIC", "-shared", f"-Wl,-soname,{output.name}"]
    link = [word.replace("@FOLDER@", str(folder)) for word in part.link]
    return [*command, *sources, "-o", str(output), "-Wl,-rpath,$ORIGIN", *link, "-lpthread", "-lm"]


def _hash(build):
    digest = hashlib.sha256()
    for part in build.parts:
        placeholder = pathlib.Path(part.name)
        command = _command(part, placeholder, pathlib.Path("."))
        digest.update(repr(command).encode())
        digest.update(_version(command[0]).encode())
        for source in part.sources:
            digest.update(_text(source))
            for header in sorted(source.parent.glob("*.h")):
                digest.update(_text(header))
    for shared in (*sorted(HERE.glob("*.h")), HERE / "check.f90"):
        digest.update(_text(shared))
    return digest.hexdigest()[:16]


def _make(build, place, env):
    missing = [p for p in build.parts if not compiler_path(p.compiler, p.sources[-1].suffix)]
    if missing:
        build.error = f"no {missing[0].compiler} for {missing[0].sources[-1].suffix} here"
        return
    home = place / build.name.replace("/", "_").replace(" ", "__")
    folder = home / _hash(build)
    build.folder = folder
    if (folder / "done").exists():
        return
    shutil.rmtree(home, ignore_errors=True)
    folder.mkdir(parents=True)
    for part in build.parts:
        command = _command(part, folder / part.name, folder)
        done = subprocess.run(command, capture_output=True, text=True, env=env)
        if done.returncode:
            build.error = f"does not build: {' '.join(command)}\n{done.stderr[:MOST_ERROR]}"
            return
        if done.stderr:
            (folder / "warnings").write_text(done.stderr)
    (folder / "done").touch()


def make_all(builds, place, jobs, env):
    """Builds what is not there yet; a failure is left in build.error."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for future in [pool.submit(_make, build, place, env) for build in builds]:
            future.result()
