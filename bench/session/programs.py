"""Builds the programs of the problems, several at once, and asks each what it has (--describe)."""
import concurrent.futures
import contextlib
import json
import os
import subprocess
from dataclasses import dataclass, field

from measure import builds, compilers, mpis, places, runtimes
from session import libraries, peers
from session.problems import ON_XOMP, Problem

HARNESS = places.REPOSITORY / "bench" / "harness"
C_FLAGS = ["-std=gnu11", "-O3", "-fopenmp"]
CXX_FLAGS = ["-std=c++20", "-O3", "-fopenmp"]
RANKS_FLAGS = ["-DBENCH_RANKS", "-DXOMP_TTG_MPI"]
DESCRIBE_S = 20


@dataclass
class Program:
    problem: Problem
    kind: str      # "main", or the version that is a program of its own
    compiler: str
    path: object
    description: dict = field(default_factory=dict)  # as --describe prints it
    mpi: object = None  # of the suite "ranks": what it is compiled for


@dataclass
class Missing:
    """A program that cannot be built here."""
    problem: str
    kind: str
    compiler: str
    reason: str
    install: str = ""

    @property
    def name(self):
        return f"{self.problem if self.kind == 'main' else f'{self.problem}-{self.kind}'} by {self.compiler}"


def _cxx(compiler, mpi=None):
    command = compilers.cxx_command_of(compiler)
    return mpi.compile_command(command) if mpi else [command]


def _objects(name, sources, compiler, flags, mpi=None):
    """Each source compiled for itself: a problem may be C++, the harness is C."""
    made = []
    for source in sources:
        language = [compilers.command_of(compiler), *C_FLAGS] if source.suffix == ".c" else [*_cxx(compiler, mpi), *CXX_FLAGS]
        command = [*language, *flags, "-c", source]
        made.append(builds.make(places.cache_directory() / compiler / "objects" / name / f"{source.stem}.o", command))
    return made


def _harness(compiler):
    return _objects("harness", sorted(HARNESS.glob("*.c")), compiler, [])


def _compile(problem, kind, compiler, mpi):
    """The path of the program; BuildFailure otherwise."""
    name = problem.built_as if kind == "main" else f"{problem.built_as}-{kind}"
    name += f"-{mpi.name}" if mpi else ""
    settings, main = problem.settings(), problem.source_of(kind)
    further = [path for path in sorted(problem.folder.glob("*.c")) if path != problem.main_source()]
    flags = [f"-I{places.headers()}", *settings.get("flags", []), *libraries.flags_of(kind, problem.suite), *(RANKS_FLAGS if mpi else [])]
    if header := problem.forks_with(kind):
        flags += [f'-DXOMP_FORKS_WITH="{header}"', f"-I{problem.folder}"]
    if header := problem.nodes_with(kind):
        flags += [f'-DXOMP_NODES="{header}"', f"-I{problem.folder}"]
    objects = _harness(compiler) + _objects(name, [main, *further], compiler, flags, mpi)
    link = [*(_cxx(compiler, mpi) if main.suffix == ".cpp" else [compilers.command_of(compiler)]), "-fopenmp", *objects]
    ours = [places.library().resolve()] if kind in ON_XOMP else []
    link += [*ours, *settings.get("libraries", []), *libraries.libraries_of(kind, compiler), "-ldl", "-lm"]
    return builds.make(places.cache_directory() / compiler / name, link, [*objects, *ours])


def _describe(path, kind, compiler):
    runtime = peers.runtime_of(compiler, "serial" if kind == "main" else kind)
    environment = runtimes.clean_environment() | runtime.environment
    said = subprocess.run([str(path), "--describe"], env=environment, capture_output=True, text=True, timeout=DESCRIBE_S, check=False)
    if said.returncode:
        raise builds.BuildFailure(f"--describe ends with status {said.returncode}: {said.stderr.strip()}")
    return json.loads(said.stdout)


def _refusal(problem, kind, compiler, mpi):
    """A Missing without a try to build it, or None."""
    if not compilers.is_there(compiler):
        return Missing(problem.name, kind, compiler, f"no {compiler} was found", compilers.INSTALL[compiler])
    if problem.has_ranks and not mpi:
        return Missing(problem.name, kind, compiler, mpis.NONE_FOUND, " or ".join(mpis.INSTALL.values()))
    if kind == "ttg_parsec" and mpi and (folder := os.environ.get("XOMP_BENCH_TTG", "")):
        theirs = mpis.linked_by(f"{folder}/lib/libparsec.so")
        if theirs not in (None, mpi.name):
            return Missing(problem.name, kind, compiler, f"TTG on PaRSEC in {folder} was built with {mpis.TITLES[theirs]}, not {mpi.title}")
    return None


def _missing_header(problem, kind, compiler):
    """(header, how to get it): of the library that a kind of program is written with, or of what build.json names. None if it is there."""
    flags = [*CXX_FLAGS, *problem.settings().get("flags", [])]
    if kind in libraries.LIBRARIES:
        return libraries.missing(kind, compiler, flags)
    needs = problem.settings().get("needs")
    return (needs["header"], needs["install"]) if needs and not libraries.has_header(compiler, needs["header"], flags) else None


def build(problem, kind, compiler, mpi=None):
    """A Program, or a Missing."""
    if refusal := _refusal(problem, kind, compiler, mpi):
        return refusal
    try:
        if not problem.folder:
            return Program(problem, kind, compiler, builds.build_micro(compiler))
        path = _compile(problem, kind, compiler, mpi)
        return Program(problem, kind, compiler, path, _describe(path, kind, compiler), mpi)
    except builds.BuildFailure as failure:
        if without := _missing_header(problem, kind, compiler):
            return Missing(problem.name, kind, compiler, f"{without[0]} was not found", without[1])
        hint = compilers.INSTALL[compiler] if "omp.h" in str(failure) or "-lomp" in str(failure) else ""
        return Missing(problem.name, kind, compiler, str(failure), hint)
    except (ValueError, subprocess.SubprocessError) as failure:
        return Missing(problem.name, kind, compiler, f"--describe failed: {failure}")


def _make_what_many_need(wishes):
    """By one of us, before all others want it at once."""
    for is_construct, compiler in sorted({(problem.folder is None, compiler) for problem, _, compiler, _ in wishes}):
        if compilers.is_there(compiler):
            with contextlib.suppress(builds.BuildFailure):  # each that needs it will say so
                (builds.build_micro if is_construct else _harness)(compiler)


def wanted(problems, kinds, options):
    """[(problem, kind, compiler, MPI or None)]: the OpenMP programs by all compilers, the other kinds by own_compilers, those of several
    processes by one compiler for each MPI."""
    found = []
    for problem in problems:
        for kind in problem.kinds() if problem.folder else ["main"]:
            if kind != "main" and kind not in kinds:
                continue
            if problem.has_ranks:
                used = next((name for name in options.compilers if compilers.is_there(name)), options.compilers[0])
                found += [(problem, kind, used, mpis.find(name)) for name in options.mpis] or [(problem, kind, used, None)]
            else:
                found += [(problem, kind, name, None) for name in (options.compilers if kind == "main" else options.own_compilers)]
    return found


def build_all(wishes, most_s, note):
    """(programs, missing) of (problem, kind, compiler, MPI), in order; what takes longer than most_s (None: no limit) is missing.
    `note(done, all)` is called as they are finished."""
    _make_what_many_need(wishes)
    executor = concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1)
    futures = [executor.submit(build, *words) for words in wishes]
    try:
        with contextlib.suppress(concurrent.futures.TimeoutError):
            for number, _ in enumerate(concurrent.futures.as_completed(futures, most_s), 1):
                note(number, len(futures))
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
    built = [Missing(problem.name, kind, compiler, "there was no time left to build it") if future.cancelled() else future.result()
             for (problem, kind, compiler, _), future in zip(wishes, futures)]
    return [b for b in built if isinstance(b, Program)], [b for b in built if isinstance(b, Missing)]
