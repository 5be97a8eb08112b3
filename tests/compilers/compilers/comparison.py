"""Runs the conformance programs of one set on both runtimes, and says where the two differ."""
import json
import pathlib
import subprocess
from dataclasses import dataclass

from . import expected, roots

RUNTIMES = ("xomp", "own")
# Other numbers of threads are no matter of the compiler. What hangs on its own runtime is given up sooner than usual.
HOW = ["--suite", "conformance", "--suite", "stress", "--usual-threads", "3", "--run-expected"]
PATIENCE = {"xomp": "1", "own": "0.15"}
NOT_BUILT = "does not build"


@dataclass(frozen=True)
class Difference:
    kind: str  # of expected.KINDS, without -sometimes
    compiler: str
    case: str
    text: str


@dataclass
class Compared:
    set: object
    same: int
    cases: set  # (compiler, name)
    differences: list

    def told(self, listed):
        """What a person wants to know of it at once."""
        new = [d for d in self.differences if not any(e.covers(d) for e in listed)]
        texts = [f"{d.kind}: {d.compiler}: {d.case}\n  {d.text.replace(chr(10), chr(10) + '  ')}" for d in new]
        return "\n".join([f"{self.set.suite} {self.set.name}: {self.same} cases are the same, "
                          f"{len(self.differences) - len(new)} differ as listed, {len(new)} are new differences", *texts])


def _results_file(one, root, runtime):
    return roots.KEPT / f"{root.suite}-{one.name}-{runtime}.json"


def run(one, root, jobs):
    """Builds the programs once, and runs them on each runtime."""
    roots.KEPT.mkdir(parents=True, exist_ok=True)
    runner = roots.REPOSITORY / "tests/conformance/run"
    for runtime in RUNTIMES:
        print(f"{root.suite}: {one.name} on {'XOMP' if runtime == 'xomp' else 'its own runtimes'}", flush=True)
        results = _results_file(one, root, runtime)
        results.unlink(missing_ok=True)
        command = root.command(str(runner), "--runtime", runtime, *one.options(), *HOW, "--time-scale", PATIENCE[runtime],
                               "--jobs", str(jobs), "--programs", str(roots.KEPT / f"{root.suite}-{one.name}"), "--results", str(results))
        log = results.with_suffix(".log")
        with log.open("w") as output:
            subprocess.run(command, stdout=output, stderr=subprocess.STDOUT, check=False)
        if not results.exists():
            raise SystemExit(f"{log.read_text()[-3000:]}\nno results of {one.name}: {' '.join(command)}")


def _compiler_of(one, case):
    """gcc-16 of `task/task.c gcc 3t`; for a program of several compilers' objects all of them."""
    file, label = case.split()[:2]
    fortran = pathlib.Path(file).suffix == ".f90"
    names = [{"gcc": "gfortran", "clang": "flang"}[part] if fortran else part for part in sorted(set(label.split("+")))]
    return "+".join(next((c for c in one.compilers if c.startswith(name + "-")), name) for name in names)


def _kind(xomp, own):
    """How a case differs, or None. What only XOMP promises is not run on the other one."""
    if xomp["text"].startswith(NOT_BUILT):
        return "does-not-build"
    fails = [name for name, result in (("xomp", xomp), ("own", own)) if result and result["outcome"] == "failed"]
    return {(): None, ("xomp",): "xomp-fails", ("own",): "own-fails", ("xomp", "own"): "both-fail"}[tuple(fails)]


def compare(one, root):
    missing = [runtime for runtime in RUNTIMES if not _results_file(one, root, runtime).exists()]
    if missing:
        raise SystemExit(f"no results of {one.name} are left: run it without --again")
    results = {runtime: json.loads(_results_file(one, root, runtime).read_text()) for runtime in RUNTIMES}
    if not results["xomp"]:
        raise SystemExit(f"{one.name}: no case ran")
    differences, cases = [], set()
    for case, xomp in sorted(results["xomp"].items()):
        own = results["own"].get(case)
        compiler = _compiler_of(one, case)
        cases.add((compiler, case))
        kind = _kind(xomp, own)
        if kind:
            differences.append(Difference(kind, compiler, case, (own if kind == "own-fails" else xomp)["text"]))
    return Compared(one, len(cases) - len(differences), cases, differences)


def table(compared):
    """A line for each compiler: cases, and how many differ in which way."""
    kinds = [kind for kind in expected.KINDS if not kind.endswith("-sometimes")]
    lines = [f"{'compiler':<22}{'cases':>7}" + "".join(f"{kind:>16}" for kind in kinds)]
    for one in compared:
        for compiler in sorted({compiler for compiler, _ in one.cases}):
            counts = [sum(d.kind == kind and d.compiler == compiler for d in one.differences) for kind in kinds]
            lines.append(f"{compiler:<22}{sum(c == compiler for c, _ in one.cases):>7}" + "".join(f"{n:>16}" for n in counts))
    return "\n".join(lines)


def unexpected(compared, listed):
    """A sentence for each difference that is not listed, and each listed one that no longer is there."""
    differences = [difference for one in compared for difference in one.differences]
    wrong = [f"not listed: {d.kind} :: {d.compiler} :: {d.case}" for d in differences if not any(e.covers(d) for e in listed)]
    for entry in listed:
        tried = any(entry.covers(Difference(entry.kind.removesuffix("-sometimes"), compiler, case, ""))
                    for one in compared for compiler, case in one.cases)
        if tried and not entry.kind.endswith("-sometimes") and not any(entry.covers(d) for d in differences):
            wrong.append(f"{expected.FILE.name}:{entry.line}: no longer differs: {entry.kind} :: {' '.join(entry.compilers)} :: {entry.cases}")
    return wrong
