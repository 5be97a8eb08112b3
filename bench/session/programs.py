"""Builds the programs of the problems, several at once, and asks each what it has (--describe)."""
import concurrent.futures
import contextlib
import json
import os
import subprocess
from dataclasses import dataclass, field

from measure import builds, compilers, places, runtimes
from session import peers
from session.problems import ON_XOMP, Problem

HARNESS = places.REPOSITORY / "bench" / "harness"
C_FLAGS = ["-std=gnu11", "-O3", "-fopenmp"]
CXX_FLAGS = ["-std=c++20", "-O3", "-fopenmp"]
LIBRARIES = {"tbb": ["-ltbb"], "threads": ["-pthread"], "taskflow": ["-pthread"]}
NEEDS = {
    "tbb": {"header": "oneapi/tbb.h", "install": "apt-get install libtbb-dev"},
    "taskflow": {"header": "taskflow/taskflow.hpp", "install": "its sources, and XOMP_BENCH_TASKFLOW=FOLDER in the environment"},
    "ttg_parsec": {"header": "ttg.h", "install": "TTG on PaRSEC in a folder, and XOMP_BENCH_TTG=FOLDER in the environment"},
}
DESCRIBE_S = 20


@dataclass
class Program:
    problem: Problem
    kind: str      # "main", or the version that is a program of its own
    compiler: str
    path: object
    description: dict = field(default_factory=dict)  # as --describe prints it


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


def _has_header(compiler, header, flags):
    command = [compilers.cxx_command_of(compiler), *CXX_FLAGS, *flags, "-E", "-x", "c++", "-"]
    return subprocess.run(command, input=f"#include <{header}>\n", capture_output=True, text=True, check=False).returncode == 0


def _objects(name, sources, compiler, flags):
    """Each source compiled for itself: a problem may be C++, the harness is C."""
    made = []
    for source in sources:
        is_c = source.suffix == ".c"
        command = [compilers.command_of(compiler) if is_c else compilers.cxx_command_of(compiler), *(C_FLAGS if is_c else CXX_FLAGS),
                   *flags, "-c", source]
        made.append(builds.make(places.cache_directory() / compiler / "objects" / name / f"{source.stem}.o", command))
    return made


def _harness(compiler):
    return _objects("harness", sorted(HARNESS.glob("*.c")), compiler, [])


def _flags_of(kind):
    """Where the headers of a kind of program are, beside XOMP's."""
    folder = os.environ.get({"taskflow": "XOMP_BENCH_TASKFLOW", "ttg_parsec": "XOMP_BENCH_TTG"}.get(kind, ""), "")
    if kind in ("ttg", "xomp_taskflow"):
        return [f"-I{places.front(kind.removeprefix('xomp_'))}"]
    if kind == "taskflow":
        return [f"-isystem{folder}"] if folder else []
    if kind == "ttg_parsec":
        return ["-DTTG_USE_PARSEC=1", *([f"-isystem{folder}/include"] if folder else []), *os.environ.get("XOMP_BENCH_TTG_FLAGS", "").split()]
    return []


def _libraries_of(kind):
    folder = os.environ.get("XOMP_BENCH_TTG", "")
    if kind == "ttg_parsec":
        return [f"-L{folder}/lib", f"-Wl,-rpath,{folder}/lib", "-lttg-parsec", "-lttg", "-lparsec", *os.environ.get("XOMP_BENCH_TTG_LIBS", "-lmpi").split()]
    return LIBRARIES.get(kind, [])


def _compile(problem, kind, compiler):
    """The path of the program; BuildFailure otherwise."""
    name = problem.program if kind == "main" else f"{problem.program}-{kind}"
    settings, main = problem.settings(), problem.source_of(kind)
    further = [path for path in sorted(problem.folder.glob("*.c")) if path != problem.main_source()]
    flags = [f"-I{places.headers()}", *settings.get("flags", []), *_flags_of(kind)]
    objects = _harness(compiler) + _objects(name, [main, *further], compiler, flags)
    link = [compilers.cxx_command_of(compiler) if main.suffix == ".cpp" else compilers.command_of(compiler), "-fopenmp", *objects]
    libraries = [places.library().resolve()] if kind in ON_XOMP else []
    link += [*libraries, *settings.get("libraries", []), *_libraries_of(kind), "-ldl", "-lm"]
    return builds.make(places.cache_directory() / compiler / name, link, [*objects, *libraries])


def _describe(path, kind, compiler):
    runtime = peers.runtime_of(compiler, "serial" if kind == "main" else kind)
    environment = runtimes.clean_environment() | runtime.environment
    said = subprocess.run([str(path), "--describe"], env=environment, capture_output=True, text=True, timeout=DESCRIBE_S, check=False)
    if said.returncode:
        raise builds.BuildFailure(f"--describe ends with status {said.returncode}: {said.stderr.strip()}")
    return json.loads(said.stdout)


def build(problem, kind, compiler):
    """A Program, or a Missing."""
    if not compilers.is_there(compiler):
        return Missing(problem.name, kind, compiler, f"no {compiler} was found", compilers.INSTALL[compiler])
    needs = NEEDS.get(kind) or (problem.settings().get("needs") if problem.folder else None)
    try:
        if not problem.folder:
            return Program(problem, kind, compiler, builds.build_micro(compiler))
        path = _compile(problem, kind, compiler)
        return Program(problem, kind, compiler, path, _describe(path, kind, compiler))
    except builds.BuildFailure as failure:
        if needs and not _has_header(compiler, needs["header"], [*problem.settings().get("flags", []), *_flags_of(kind)]):
            return Missing(problem.name, kind, compiler, f"{needs['header']} was not found", needs["install"])
        hint = compilers.INSTALL[compiler] if "omp.h" in str(failure) or "-lomp" in str(failure) else ""
        return Missing(problem.name, kind, compiler, str(failure), hint)
    except (ValueError, subprocess.SubprocessError) as failure:
        return Missing(problem.name, kind, compiler, f"--describe failed: {failure}")


def _make_what_many_need(triples):
    """By one of us, before all others want it at once."""
    for is_construct, compiler in sorted({(problem.folder is None, compiler) for problem, _, compiler in triples}):
        if compilers.is_there(compiler):
            with contextlib.suppress(builds.BuildFailure):  # each that needs it will say so
                (builds.build_micro if is_construct else _harness)(compiler)


def wanted(problems, kinds, used_compilers, own_compilers):
    """[(problem, kind, compiler)]: the OpenMP programs by all compilers, the other kinds by own_compilers."""
    return [(problem, kind, compiler) for problem in problems for kind in (problem.kinds() if problem.folder else ["main"])
            if kind == "main" or kind in kinds for compiler in (used_compilers if kind == "main" else own_compilers)]


def build_all(triples, most_s, note):
    """(programs, missing) of (problem, kind, compiler), in order; what takes longer than most_s (None: no limit) is missing.
    `note(done, all)` is called as they are finished."""
    _make_what_many_need(triples)
    executor = concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1)
    futures = [executor.submit(build, *words) for words in triples]
    try:
        with contextlib.suppress(concurrent.futures.TimeoutError):
            for number, _ in enumerate(concurrent.futures.as_completed(futures, most_s), 1):
                note(number, len(futures))
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
    built = [Missing(problem.name, kind, compiler, "there was no time left to build it") if future.cancelled() else future.result()
             for (problem, kind, compiler), future in zip(triples, futures)]
    return [b for b in built if isinstance(b, Program)], [b for b in built if isinstance(b, Missing)]
