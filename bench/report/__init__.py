"""The report of `xomp bench`: one HTML file from a results file in JSON Lines. Needs pandas and matplotlib (interpreter.py says how)."""
import pathlib
import subprocess

from . import interpreter


def write(jsonl_path, out_dir):
    """Writes OUT_DIR/report.html and returns its path; RuntimeError says in one line why there is none.

    Where this Python lacks the libraries another one that has them does the work.
    """
    if interpreter.has_libraries():
        from . import page
        return page.write(jsonl_path, out_dir)
    command = [interpreter.with_libraries(), str(pathlib.Path(__file__).parent), str(jsonl_path), "--out", str(out_dir)]
    finished = subprocess.run(command, text=True, capture_output=True, check=False)
    if finished.returncode != 0:
        raise RuntimeError(finished.stderr.strip() or f"the report ended with status {finished.returncode}")
    return pathlib.Path(out_dir) / "report.html"
