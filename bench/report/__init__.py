"""The report of `xomp bench`: one HTML file from a results file in JSON Lines. Needs pandas and matplotlib (interpreter.py says how)."""
import pathlib
import subprocess

from . import interpreter


def write(jsonl_path, out_dir, most_s=None):
    """Writes OUT_DIR/report.html and returns its path; RuntimeError says in one line why there is none.

    By a process of its own, which may need another Python that has the libraries, and which is ended after most_s.
    """
    command = [interpreter.with_libraries(), str(pathlib.Path(__file__).parent), str(jsonl_path), "--out", str(out_dir)]
    try:
        finished = subprocess.run(command, text=True, capture_output=True, check=False, timeout=most_s)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"there was no time left for it; `{' '.join(command)}` writes it") from None
    if finished.returncode != 0:
        raise RuntimeError(finished.stderr.strip() or f"the report ended with status {finished.returncode}")
    return pathlib.Path(out_dir) / "report.html"
