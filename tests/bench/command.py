"""What the tests of `xomp bench` share: calling it, and reading what it wrote."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build")).resolve()
LIMIT_S = 300  # for one call, on a busy machine

_directory = tempfile.TemporaryDirectory(prefix="xomp-bench-")  # removed when the process ends
SCRATCH = pathlib.Path(_directory.name)

# A shell that starts the tests in the background has them ignore SIGINT, and what they start, too; what has a handler does not.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Small and undemanding: one number of threads, no second try of what others disturb, no page.
BRIEF = ["--size", "tiny", "--threads", "2", "--tries", "1", "--warm-up", "0", "--at-least", "0", "--no-report"]


def environment(**changes):
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "KMP_", "XOMP_", "LD_"))}
    return {**ours, "XOMP_TIMING_LOCK": str(SCRATCH / "lock"), **changes}


def start(*words, command=BUILD / "bin/xomp", env=None):
    return subprocess.Popen([str(word) for word in (command, *words)], env=env or environment(), text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, cwd=SCRATCH)


def call(*words, **options):
    """(status, output, errors)"""
    process = start(*words, **options)
    output, errors = process.communicate(timeout=LIMIT_S)
    return process.returncode, output, errors


def bench(*words, **options):
    return call("bench", *words, **options)


def records(directory, kind=None):
    lines = (pathlib.Path(directory) / "results.jsonl").read_text(encoding="utf-8").splitlines()
    return [r for r in map(json.loads, lines) if kind in (None, r["kind"])]
