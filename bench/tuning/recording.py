"""What `xomp trace` finds in the program: the search starts from it. The program runs once with XOMP's recorder; or the user names a
recording or a page that is there already."""
import json
import pathlib
import re
import subprocess
from dataclasses import dataclass

from tuning.program import ProgramFailure

META = re.compile(r'<script type="application/json" id="meta">(.*?)</script>', re.DOTALL)
MEBIBYTES = 16  # of the beginning: enough to see what limits the program, and read in a second
CONVERSION_LIMIT_S = 120


@dataclass(frozen=True)
class Finding:
    kind: str  # as tools/xomp/trace/findings.cpp has them: "tasks-too-small"
    share: float  # of the threads' time
    title: str
    place: str


@dataclass(frozen=True)
class Recording:
    tasks: int  # that the program made
    findings: tuple = ()  # of Finding, largest share first
    has_openmp: bool = True  # on XOMP


class Unreadable(Exception):
    """In a sentence."""


def _of_run(run):
    tasks = run.get("tasks", {})
    findings = tuple(Finding(f["kind"], f["share"], f["title"], f["place"]) for f in run.get("findings", ()))
    return Recording(max(tasks.get(name, 0) for name in ("created", "begun", "counted")), findings)


def of_page(path):
    """Of several runs on the page that with the most tasks."""
    try:
        found = META.search(pathlib.Path(path).read_text(encoding="utf-8", errors="replace"))
        runs = [_of_run(run) for run in json.loads(found[1])] if found else []
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        runs = []
    if not runs:
        raise Unreadable(f"{path} is neither a recording of xomp trace (--raw) nor a page that it wrote")
    return max(runs, key=lambda run: run.tasks)


def _converted(launcher, recordings, folder):
    done = subprocess.run([launcher, "trace", "--quiet", "--format", "html", "--out", str(folder / "page"), "--from", *map(str, recordings)],
                          check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=CONVERSION_LIMIT_S)
    if done.returncode:
        raise Unreadable(((done.stderr or "").strip().splitlines() or ["xomp trace has failed"])[-1].removeprefix("xomp: error: "))
    return of_page(folder / "page.html")


def of_file(path, launcher, folder):
    """Of a page, or of a recording."""
    try:
        with open(path, "rb") as file:
            is_page = file.read(1024).lstrip().lower().startswith(b"<!doctype html")
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    return of_page(path) if is_page else _converted(launcher, [path], folder)


def of_program(program, launcher, folder, limit_s):
    """Runs the program. None: it was ended at the limit."""
    variables = {"XOMP_TRACE": str(folder / "%p.xtrace"), "XOMP_TRACE_LEVEL": "tasks", "XOMP_TRACE_SIZE": str(MEBIBYTES)}
    is_over = program.warm_up(variables, limit_s)
    recordings = sorted(folder.glob("*.xtrace"), key=lambda file: file.stat().st_size, reverse=True)
    if not is_over:
        return None
    if not recordings:
        return Recording(0, has_openmp=False)
    try:
        return _converted(launcher, recordings[:1], folder)
    except (Unreadable, subprocess.TimeoutExpired) as failure:
        raise ProgramFailure(f"what the program did cannot be read: {failure}") from None
