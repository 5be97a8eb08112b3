"""What the tests of the report share: the package, results files on demand, and running the command."""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import report  # noqa: E402

REPORT = ROOT / "bench/report"
LIMIT_S = 300

_directory = tempfile.TemporaryDirectory(prefix="xomp-report-")
SCRATCH = pathlib.Path(_directory.name)


def results_file(text, name="results.jsonl"):
    file = SCRATCH / name
    file.write_text(text, encoding="utf-8")
    return file


def run(*arguments):
    return subprocess.run([sys.executable, str(REPORT), *map(str, arguments)], capture_output=True, text=True, timeout=LIMIT_S, check=False)


def page_of(text, name="results.jsonl"):
    """The report of a results file with that text."""
    return report.write(results_file(text, name), SCRATCH / "out").read_text(encoding="utf-8")
