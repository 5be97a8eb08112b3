"""The tables of docs/public.md: a section a machine from results files that were made here or sent, and the simulated ones.

A file that comes in replaces the section of its own machine and leaves those of others as they are.
"""
import io
import json
import re
import subprocess

from measure import public_figures, tables
from measure.places import build_directory
from measure.quiet import DISTURBED_SHARE

TITLES = {"libfork": "libfork", "citor": "citor", "toomanycooks": "TooManyCooks", "taskflow": "Taskflow", "tbb": "oneTBB"}

MACHINE, WORKERS = "skylake-8x24", (1, 16, 64, 192)
# (program, size, ns of a task's own work, as the page calls it): the work is about that of the sequential programs.
SIMULATED = (("fib", 27, 1, "fib(27)"), ("skynet", 6, 1, "skynet(10^6)"), ("nqueens", 12, 50, "nqueens(12)"), ("matmul", 64, 4500, "matmul(2048)"))


def _fenced(lines):
    out = io.StringIO()
    tables.print_rows(lines, out)
    return f"```text\n{out.getvalue().rstrip()}\n```"


def _machine_title(record):
    host = record["host"]
    return f"{host['processors']} x {host['model']}"


def _versions(machines):
    """Of the runtimes and compilers, as the first lines of all sessions tell them."""
    found = {}
    for record in machines:
        found |= {name: known["version"] for name, known in record["peers"].items() if name != "xomp"}
        found |= {TITLES.get(name, name): version for name, version in record.get("with", {}).items()}
        found |= record["compilers"]
    return ", ".join(f"{name} {version}".strip() for name, version in found.items())


def _preface(records, machines):
    samples = [r for r in records if r["kind"] == "sample" and r.get("suite") == public_figures.SUITE]
    disturbed = sum(r.get("others_share", 0) > DISTURBED_SHARE for r in samples)
    dates = ", ".join(dict.fromkeys(record["time"][:10] for record in machines))
    commits = ", ".join(dict.fromkeys(record["commit"] or record["xomp"] for record in machines))
    return (f"{dates}, Linux {machines[0]['host']['kernel']}, XOMP {commits}. Allocator: {public_figures.allocator_of(records)}. "
            f"{_versions(machines)}. {len(samples)} runs, {disturbed} of them disturbed.")


def _section(records):
    machines = [r for r in records if r["kind"] == "machine"]
    found = public_figures.works(records)
    parts = [f"### {_machine_title(machines[0])}", _preface(records, machines)]
    parts += [_fenced(lines) for lines in public_figures.public_tables(found)]
    losses = [f"- {sentence}" for sentence in public_figures.losses(found)]
    parts.append("Where XOMP loses to the best of the others:\n\n" + "\n".join(losses) if losses else "XOMP loses to none of the others here.")
    parts.append("All rows: the fastest first, for each number of threads. Efficiency is the sequential program's time by the time of all threads "
                 "together; processor seconds are those of all threads; max / min is the longest run over the shortest.")
    return "\n\n".join([*parts, *(_fenced(public_figures.rows(work)) for work in found)])


def _by_title(text):
    """{heading: section} of the page's part between its marks."""
    sections = re.split(r"(?m)^(?=### )", text)
    return {section.partition("\n")[0]: section.strip() for section in sections if section.startswith("### ")}


def sections(sessions, before):
    """The page's part anew. `sessions`: the records of each file; `before`: what stood there."""
    by_machine = {}
    for records in sessions:
        if not public_figures.works(records):
            raise ValueError("it has no run of the suite public")
        title = _machine_title(next(r for r in records if r["kind"] == "machine"))
        by_machine.setdefault(title, []).extend(records)
    found = _by_title(before) | _by_title("\n\n".join(_section(records) for records in by_machine.values()))
    return "\n\n".join(found.values())


def _simulate(program, size, grain_ns, is_untied):
    """{workers: ns}"""
    command = [str(build_directory() / "bin" / "xomp"), "sim", "--machine", MACHINE, "--program", program, "--size", str(size), "--grain", str(grain_ns),
               "--workers", ",".join(map(str, WORKERS)), "--json", *(["--untied"] if is_untied else [])]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    return {run["workers"]: run["time_ns"] for run in json.loads(finished.stdout)}


def simulated():
    """Times by number of workers, and how much of that many times one worker's speed that is."""
    lines = [["simulated", "tasks", *(f"{n} worker{'' if n == 1 else 's'}" for n in WORKERS)]]
    for program, size, grain_ns, title in SIMULATED:
        for is_untied in (False, True):
            times = _simulate(program, size, grain_ns, is_untied)
            cells = [f"{tables.time_text(times[n])} ({times[WORKERS[0]] / (n * times[n]):.2f})" for n in WORKERS]
            lines.append([title, "untied" if is_untied else "tied", *cells])
    return f"`xomp sim --machine {MACHINE}`, seed 1, OpenMP tasks under `auto`:\n\n{_fenced(lines)}"
