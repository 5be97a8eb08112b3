"""What the counting build says of a program: builds tasks.c and native.cpp, runs them, reads the statistics."""
import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build")).resolve() / "counting"
COMPILERS = ("gcc", "clang-19")
LIMIT_S = 600

# Line of the statistics, then the names of the numbers in it.
LINES = {
    "tasks": "created inline stolen",
    "requests": "sent served refused",
    "pushes": "home near far",
    "raids": "raids",
    "atomics": "rmws fences heavy",
}


def environment(**settings):
    ours = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_", "XOMP_", "LD_"))}
    return {**ours, "LD_LIBRARY_PATH": f"{BUILD}/lib/compat:{BUILD}/lib", "XOMP_STATS": "1", **settings}


def compiled(source, compiler, *options):
    output = BUILD / "tests" / f"{pathlib.Path(source).stem}-{compiler}"
    output.parent.mkdir(exist_ok=True)
    subprocess.run([compiler, "-O2", str(HERE / source), "-o", str(output), *options], check=True)
    return output


def read(statistics):
    """The numbers of the statistics by name; 0 where a line is missing."""
    found = {name: 0 for names in LINES.values() for name in names.split()}
    for line, names in LINES.items():
        if match := re.search(rf"^xomp: {line} +(.*)$", statistics, re.M):
            found.update(zip(names.split(), (int(n) for n in re.findall(r"\d+", match[1]))))
    return found


def run(program, *arguments, threads, policy="auto"):
    """Standard output, and the numbers of the statistics."""
    settings = environment(OMP_NUM_THREADS=str(threads), XOMP_SCHEDULE_POLICY=policy, OMP_DYNAMIC="false")
    done = subprocess.run([str(program), *map(str, arguments)], env=settings, capture_output=True, text=True, timeout=LIMIT_S)
    if done.returncode != 0 or "xomp: atomics" not in done.stderr:
        raise AssertionError(f"{program} {arguments}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout, read(done.stderr)
